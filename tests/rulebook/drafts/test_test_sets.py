"""Test sets of a draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff.rulebook.drafts.plans import PlannedTestSet
from bakeoff.rulebook.schema import TestSetRole
from tests.rulebook.drafts.planning import plan_for, problems_of, rules_of


def with_set(name: str, test_set: PlannedTestSet) -> tuple[PlannedTestSet, ...]:
    return (*plan_for(name).test_sets, test_set)


def test_a_set_is_changed_and_keeps_what_the_form_does_not_ask() -> None:
    plan = plan_for("wmt")
    changed = [replace(each, title="News of today", size="900 segments") for each in plan.test_sets if each.id != "dev"]
    rules = rules_of("wmt", replace(plan, test_sets=(*changed,)))
    general = rules.test_sets["general"]
    assert (general.title, general.size, general.report_by) == ("News of today", "900 segments", ("genre",))
    assert general.set_id == "general2027-{language_pair}"
    assert "dev" not in rules.test_sets


def test_a_new_set_opens_and_is_submitted_like_its_siblings() -> None:
    more = PlannedTestSet(id="talks", title="Talks", role="current", tracks=("ted-mt",))
    rules = rules_of("iwslt2012", plan_for("iwslt2012", test_sets=with_set("iwslt2012", more)))
    assert rules.submission.packages["mt"].test_sets == ("tst2011", "tst2012", "talks")
    assert rules.phases["mt"].releases["participants"][-1] == "source:talks"
    assert "talks" not in rules.submission.packages["asr"].test_sets


@pytest.mark.parametrize(
    ("role", "phase", "released"),
    [("progress", "evaluation", ("source:more",)), ("dev", "training-data", ())],
)
def test_a_set_of_a_role_that_the_model_lacks_is_released_too(
    role: TestSetRole, phase: str, released: tuple[str, ...]
) -> None:
    more = PlannedTestSet(id="more", title="More", role=role)
    rules = rules_of("wmt", plan_for("wmt", test_sets=with_set("wmt", more)))
    given = [text for listed in rules.phases[phase].releases.values() for text in listed]
    assert set(released) <= set(given)
    assert ("more" in rules.submission.packages["runs"].test_sets) == (role == "progress")


@pytest.mark.parametrize(
    ("test_set", "said"),
    [
        (PlannedTestSet(id="x", title=" ", role="current"), "Give the test set a title."),
        (PlannedTestSet(id="x", title="X", role="current", references=-1), "The number of references must be 0"),
        (PlannedTestSet(id="x", title="X", role="current", language_pairs=("ha-en",)), "These language pairs are not"),
        (PlannedTestSet(id="x", title="X", role="current", tracks=("no",)), "The model has no track no."),
    ],
)
def test_what_is_wrong_with_a_set_is_said_in_its_row(test_set: PlannedTestSet, said: str) -> None:
    [problem] = problems_of("wmt", plan_for("wmt", test_sets=with_set("wmt", test_set)))
    assert (problem.field, problem.row) == ("test_sets", "x")
    assert problem.sentence.startswith(said)


def test_teams_need_a_set_to_submit_runs_on() -> None:
    [problem] = problems_of("wmt", plan_for("wmt", test_sets=()))
    assert problem.sentence.startswith("Keep or add a test set of the role current")
