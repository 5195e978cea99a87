"""Whose outputs are shared for system combination, on which sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.files.reader import parse_rulebook
from bakeoff.rulebook.release.shared_outputs import is_shared, shared_outputs, shared_types
from bakeoff.rulebook.state import Submitted
from tests.rulebook.small import SMALL, small_rulebook

OPENMT = read_rulebook("openmt2012")
RUN = Submitted(package="eval", track="single", language_pair="ara2eng", test_set="current", system="primary")


def test_openmt_shares_the_test_set_and_an_older_one() -> None:
    found = [(each.track, each.test_set, each.number, each.is_development) for each in shared_outputs(OPENMT)]
    assert found == [("single", "current", 1, False), ("single", "older", 1, True)]
    assert {each.phase for each in shared_outputs(OPENMT)} == {"combination"}


def test_what_is_released_as_a_whole_is_shared_too() -> None:
    outputs = [each for each in shared_outputs(read_rulebook("wmt2008")) if each.receivers == ("metrics",)]
    combined = dict.fromkeys(["news", "europarl", "commentary"], "combination")
    assert {each.test_set: each.phase for each in outputs} == {"dev": "workshop", **combined}


def test_without_a_track_that_starts_from_runs_nothing_is_shared() -> None:
    assert shared_outputs(small_rulebook()) == ()
    assert shared_outputs(read_rulebook("wmt")) == ()


def test_systems_that_are_compared_are_shared() -> None:
    assert shared_types(OPENMT) == {"primary"}


def _with_types(**types: dict[str, Any]) -> Rulebook:
    return small_rulebook(submission={"system_types": types, "packages": {"runs": {}}})


def test_where_none_is_compared_the_first_official_type_is_shared() -> None:
    rules = _with_types(mixed={"combination": True}, extra={"official": False}, main={}, other={})
    assert shared_types(rules) == {"main"}


def packs_with(rules: Rulebook, run: Submitted, system_type: str, entered: str = "") -> list[tuple[str, ...]]:
    """Receivers of the packs that a run is in."""
    return [
        each.receivers
        for each in shared_outputs(rules)
        if is_shared(each, run, system_type=system_type, entered=entered)
    ]


@pytest.mark.parametrize(
    ("run", "system_type", "shared"),
    [
        (RUN, "primary", True),
        (replace(RUN, official=False), "primary", False),
        (RUN, "contrast", False),
        (replace(RUN, withdrawn=True), "primary", False),
        (replace(RUN, replaced=True), "primary", False),
        (replace(RUN, test_set="dryrun"), "primary", False),
        (replace(RUN, test_set="older", package="older", official=False), "primary", True),
        (replace(RUN, track="combination"), "primary", False),
        (replace(RUN, language_pair="kor2eng"), "primary", False),
    ],
)
def test_primary_official_runs_are_shared(run: Submitted, system_type: str, shared: bool) -> None:
    assert packs_with(OPENMT, run, system_type) == ([("combination",)] if shared else [])


def test_openmt_shares_the_original_progress_test_of_two_pairs() -> None:
    """Section 7.2.2."""
    found = {each.test_set: (each.subsets, each.language_pairs) for each in shared_outputs(OPENMT)}
    assert found == {
        "current": (("original-progress",), ("ara2eng", "chi2eng")),
        "older": ((), ("ara2eng", "chi2eng")),
    }


WMT = read_rulebook("wmt2008")
NEWS = Submitted(package="translations", track="translation", language_pair="fr-en", test_set="news", system="primary")


def test_wmt_gives_those_who_combine_all_systems_with_their_europarl_output_to_tune_on() -> None:
    """Section 2.3."""
    outputs = [each for each in shared_outputs(WMT) if "combination" in each.receivers]
    assert [(each.test_set, each.is_development, each.subsets) for each in outputs] == [
        ("news", False, ()),
        ("europarl", True, ()),
    ]
    assert {each.system_types for each in outputs} == {frozenset(["primary", "contrast"])}
    assert {each.systems for each in outputs} == {frozenset(WMT.systems)}


@pytest.mark.parametrize(
    ("run", "system_type", "entered", "combined"),
    [
        (NEWS, "primary", "", True),
        (replace(NEWS, system="contrast1"), "contrast", "", True),
        (replace(NEWS, package=""), "", "RBMT1", True),
        (replace(NEWS, package=""), "", "GONE", False),
        (replace(NEWS, language_pair="es-en"), "primary", "", True),
        (replace(NEWS, language_pair="en-fr"), "primary", "", False),
        (replace(NEWS, test_set="commentary", language_pair="cz-en"), "primary", "", False),
        (replace(NEWS, test_set="europarl"), "primary", "", True),
        (replace(NEWS, track="combination", package="combinations"), "combo", "", False),
    ],
)
def test_what_those_who_combine_systems_get(run: Submitted, system_type: str, entered: str, combined: bool) -> None:
    assert (("combination",) in packs_with(WMT, run, system_type, entered)) is combined


PACKS = """\
[tracks.mixed]
kind = "combination"
language_pairs = ["de-en"]
released_runs = "news"
ranked_with = "news"
pack = { test_sets = ["test"], subsets = ["hard"], system_types = ["primary"], systems = ["base"] }
[systems.base]
kind = "baseline"
[phases.mixing]
start = 2027-03-08
end = 2027-03-09
tracks = ["mixed"]
opens = ["submit:mixes"]
releases = { participants = ["anonymous-outputs:test"] }
[submission.packages.mixes]
tracks = ["mixed"]
"""
SUBSETS = SMALL.replace('role = "current"\n', 'role = "current"\nsubsets = { hard = "Difficult" }\n').replace(
    "[submission.packages.runs]\n", '[submission.packages.runs]\ntracks = ["news"]\n'
)


def test_a_small_campaign_with_packs_has_no_mistake() -> None:
    assert parse_rulebook(SUBSETS + PACKS).findings == ()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'released_runs = "news"\n',
            "",
            "expected a track whose runs it holds, found no released_runs. "
            'Write released_runs = "…" in [tracks.mixed].',
        ),
        ('subsets = ["hard"]', 'subsets = ["soft"]', "line 25: expected subsets of its test sets: hard, found soft."),
        (
            'releases = { participants = ["anonymous-outputs:test"] }\n',
            "",
            "line 25: expected test sets whose outputs a phase releases to participants, found test. "
            "Write anonymous-outputs:test in the releases of one of [phases].",
        ),
        ('systems = ["base"]', 'systems = ["best"]', "found 'best'"),
        ('ranked_with = "news"', 'ranked_with = "mixed"', "line 24: expected another track, found mixed."),
        (
            '[submission.packages.mixes]\ntracks = ["mixed"]',
            '[submission.packages.mixes]\ntracks = ["mixed", "news"]',
            "expected packages of one of them, which tell the tracks of runs apart, "
            "found both mixed and news, which are ranked together. Write a package for each of the two tracks.",
        ),
    ],
)
def test_rules_of_packs_that_contradict_others_are_mistakes(old: str, new: str, words: str) -> None:
    assert old in PACKS
    findings = parse_rulebook(SUBSETS + PACKS.replace(old, new)).findings
    assert [str(each) for each in findings if words in str(each)], [str(each) for each in findings]
    assert len(findings) == 1
