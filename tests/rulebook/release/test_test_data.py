"""Which files test sets need, and before which phase."""

from __future__ import annotations

import pytest

from bakeoff.rulebook import read_rulebook, rulebook_names
from bakeoff.rulebook.release.test_data import needed_data, pairs_of, tracks_of
from tests.rulebook.small import small_rulebook

OPENMT = read_rulebook("openmt2012")
IWSLT = read_rulebook("iwslt2012")


def test_every_pair_of_the_tracks_needs_data_of_its_own() -> None:
    found = [(each.test_set.id, each.language_pair, each.references) for each in needed_data(small_rulebook())]
    assert found == [("test", "de-en", 1), ("test", "en-de", 1)]


def test_a_set_that_names_its_pairs_has_no_others() -> None:
    assert pairs_of(OPENMT, OPENMT.test_sets["older"]) == ("ara2eng", "chi2eng")
    assert pairs_of(OPENMT, OPENMT.test_sets["combination"]) == ("ara2eng", "chi2eng")
    assert pairs_of(OPENMT, OPENMT.test_sets["dryrun"]) == tuple(OPENMT.language_pairs)


def test_tracks_are_those_of_the_set_that_have_the_pair() -> None:
    older = OPENMT.test_sets["older"]
    assert [track.id for track in tracks_of(OPENMT, older)] == ["single", "combination"]
    assert [track.id for track in tracks_of(OPENMT, OPENMT.test_sets["current"], "kor2eng")] == ["single"]


def test_sources_are_due_when_they_are_handed_out_and_references_when_scores_are() -> None:
    needed = {(each.test_set.id, each.language_pair): each for each in needed_data(OPENMT)}
    current = needed["current", "kor2eng"]
    assert current.references == 4
    assert current.source_due is not None
    assert current.source_due.phase.id == "evaluation"
    assert current.references_due is not None
    assert current.references_due.phase.id == "preliminary"
    older = needed["older", "ara2eng"]
    assert older.source_due is not None
    assert older.source_due.phase.id == "sharing"
    assert older.references_due is not None
    assert older.references_due.phase.id == "combination"


def test_a_phase_in_which_runs_are_scored_needs_references() -> None:
    phases = {
        "training": {"start": "2027-01-01", "opens": ["score:current"]},
        "results": {"start": "2027-05-01", "releases": {"public": ["scores"]}},
    }
    (needed, _) = needed_data(small_rulebook(phases=phases))
    assert needed.source_due is None
    assert needed.references_due is not None
    assert needed.references_due.phase.id == "training"


def test_recognition_needs_rules_of_spelling_and_regions() -> None:
    needed = {(each.test_set.id, each.language_pair): each for each in needed_data(IWSLT)}
    assert (needed["asr-tst2012", "en"].mappings, needed["asr-tst2012", "en"].regions) == (True, True)
    assert (needed["tst2012", "en-fr"].mappings, needed["tst2012", "en-fr"].regions) == (False, False)


@pytest.mark.parametrize("name", rulebook_names())
def test_every_set_of_every_shipped_campaign_needs_something(name: str) -> None:
    rules = read_rulebook(name)
    assert {each.test_set.id for each in needed_data(rules)} == set(rules.test_sets)
