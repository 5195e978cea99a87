"""Each system is described by itself: which one a text is of, what a team owes, what its runs are flagged for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.rulebook import Rulebook, check_rulebook
from bakeoff.rulebook.participation.steps import steps_of
from bakeoff.rulebook.state import DescribedSystem, Submitted, TeamState
from bakeoff.rulebook.submission.descriptions import missing_descriptions, owed_descriptions
from bakeoff.submissions.described_systems import system_of
from bakeoff.submissions.description_texts import description_template, parse_description
from bakeoff.submissions.descriptions import check_description_lines, resource_flags
from tests.rulebook.small import SMALL, saved, small_rulebook

ASKED = ("System", "Condition", "Resources")
TEXT = "System: primary\nCondition: open\nResources:\n- corpus\n- web (public)\n"


def rules(each: str = "system") -> Rulebook:
    return small_rulebook(
        resources={"corpus": {}, "public": {}},
        conditions={"closed": {"title": "Closed", "permits": ["corpus"]}, "open": {"permits": ["corpus", "public"]}},
        description={"each": each, "fields": ASKED},
        registration={"steps": ["described"], "by_language_pair": False},
    )


def codes(text: str) -> list[tuple[str, int | None, str]]:
    found = check_description_lines(text.splitlines(), rules(), name="A.txt")
    return [(each.code, each.place.line, each.found) for each in found]


def run(system: str, condition: str, language_pair: str | None = None) -> Submitted:
    return Submitted(
        package="runs",
        track="news",
        language_pair=language_pair,
        condition=condition,
        system=system,
        test_set="test",
    )


def described(system: str, condition: str) -> DescribedSystem:
    return DescribedSystem(track="news", condition=condition, system=system)


def test_a_description_is_of_the_system_that_it_names() -> None:
    assert codes(TEXT) == []
    assert system_of(parse_description(TEXT.splitlines(), rules()), rules()) == described("primary", "open")
    assert system_of(parse_description(TEXT.splitlines(), rules("team")), rules("team")) is None


@pytest.mark.parametrize(
    ("old", "new", "line", "found"),
    [
        ("primary", "primary and contrastive1", 1, "System: primary and contrastive1"),
        ("primary", "my best one", 1, "System: my best one"),
        ("Condition: open", "Condition: open, closed", 2, "Condition: open, closed"),
    ],
)
def test_a_description_of_several_systems_or_of_none_is_found(old: str, new: str, line: int, found: str) -> None:
    text = TEXT.replace(old, new).replace("- web (public)\n", "")
    assert codes(text) == [("description-system", line, found)]
    assert system_of(parse_description(text.splitlines(), rules()), rules()) is None


def test_a_team_owes_a_description_of_each_system_and_condition() -> None:
    runs = (run("primary", "closed"), run("primary", "open", "de-en"), run("contrastive1", "open"))
    team = TeamState(code="A", submitted=(*runs, run("primary", "open", "en-de")))
    assert owed_descriptions(rules(), team) == (
        described("primary", "closed"),
        described("contrastive1", "open"),
        described("primary", "open"),
    )
    assert missing_descriptions(rules(), team) == "primary, Closed; contrastive1, open; primary, open"
    some = TeamState(code="A", submitted=runs, described_systems=frozenset([described("primary", "open")]))
    (step,) = steps_of(rules(), some)
    assert (step.done, step.missing) == (False, "primary, Closed; contrastive1, open")
    every = TeamState(code="A", submitted=runs, described_systems=frozenset(owed_descriptions(rules(), team)))
    assert missing_descriptions(rules(), every) == ""


def test_withdrawn_runs_owe_nothing_and_without_runs_something_is_missing() -> None:
    gone = Submitted(package="runs", track="news", condition="open", system="primary", withdrawn=True)
    assert missing_descriptions(rules(), TeamState(code="A", submitted=(gone,))) == "a description of each system"


def test_one_text_of_all_systems_is_enough_where_the_rulebook_says_so() -> None:
    team = TeamState(code="A", submitted=(run("primary", "closed"), run("primary", "open")), described=True)
    assert missing_descriptions(rules("team"), team) == ""


def test_resources_are_held_against_the_condition_of_the_run() -> None:
    description = parse_description(TEXT.splitlines(), rules())

    def flags(condition: str) -> list[tuple[str, str]]:
        found = resource_flags(
            description, rules(), file="A.txt", track="news", language_pair="de-en", condition=condition
        )
        return [(each.code, each.found) for each in found]

    assert flags("open") == []
    assert flags("closed") == [("resource-forbidden", "web: public")]


def test_the_template_is_filled_in_for_a_system() -> None:
    text = description_template(rules(), values={"System": "primary", "Condition": "open"})
    assert "\nSystem: primary\n" in text
    assert "\nCondition: open\n" in text


def test_a_rulebook_must_ask_which_system_it_is(tmp_path: Path) -> None:
    conditions = "[resources.corpus]\n[conditions.closed]\npermits = []\n[conditions.open]\npermits = []\n"
    text = f'{SMALL}{conditions}[description]\neach = "system"\nfields = ["System", "Resources"]\n'
    (finding,) = check_rulebook(str(saved(tmp_path, text)))
    assert finding.found == "system, and fields without Condition"
    assert finding.place.line == len(text.splitlines()) - 1
