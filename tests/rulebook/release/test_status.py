"""One word for runs and boards that are not official, and why."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook, rulebook_names
from bakeoff.rulebook.release.status import REASONS, Reason, Status, reason_in_words, status_of_board, status_of_run
from bakeoff.rulebook.release.table_parts import part_of_table

NIST = read_rulebook("openmt2012")
IWSLT = read_rulebook("iwslt2012")
MAIN: Any = {"track": "single", "language_pair": "ara2eng", "test_set": "current"}


@pytest.mark.parametrize(
    ("official", "late", "debugged", "label"),
    [
        (True, False, False, "official"),
        (False, True, False, "unofficial (late)"),
        (False, False, True, "unofficial (debugged)"),
        (False, True, True, "unofficial (late, debugged)"),
        (False, False, False, "unofficial (type of submission)"),
        (True, False, True, "official"),
    ],
)
def test_a_run_is_official_as_the_rules_said_when_it_was_submitted(
    official: bool, late: bool, debugged: bool, label: str
) -> None:
    status = status_of_run(NIST, **MAIN, official=official, late=late, debugged=debugged)
    assert (status.label, status.word) == (label, label.partition(" ")[0])


@pytest.mark.parametrize(
    ("track", "pair", "test_set", "label"),
    [
        ("single", "ara2eng", "dryrun", "unofficial (dry run)"),
        ("single", "ara2eng", "older", "unofficial (development set)"),
        ("combination", "ara2eng", "combination", "unofficial (post-evaluation)"),
        ("combination", "ara2eng", "", "unofficial (post-evaluation)"),
        ("gone", "ara2eng", "gone", "official"),
    ],
)
def test_all_runs_of_an_unofficial_place_are_unofficial(track: str, pair: str, test_set: str, label: str) -> None:
    where: Any = {"track": track, "language_pair": pair, "test_set": test_set}
    assert status_of_board(NIST, **where).label == label
    assert status_of_run(NIST, **where, official=True).label == label


def test_a_late_run_of_an_unofficial_pair_has_both_reasons() -> None:
    where: Any = {"track": "ted-mt", "language_pair": "de-en", "test_set": "tst2012"}
    late = status_of_run(IWSLT, **where, official=False, late=True)
    assert late == Status(("late", "unofficial-pair"))
    assert late.heading("results") == "Unofficial results (late, language pair)"
    assert status_of_board(IWSLT, **where).heading("results") == "Unofficial results (language pair)"


def test_an_official_place_has_a_plain_heading() -> None:
    assert status_of_board(NIST, **MAIN).heading("results") == "Official results"


@pytest.mark.parametrize("reason", REASONS)
def test_reasons_in_words_do_not_repeat_the_word(reason: Reason) -> None:
    assert "official" not in reason_in_words(reason)


@pytest.mark.parametrize("name", rulebook_names())
def test_exactly_the_pairs_and_tracks_that_a_rulebook_calls_unofficial_are(name: str) -> None:
    rules = read_rulebook(name)
    for track in rules.tracks.values():
        for pair in track.all_pairs:
            expected = track.official and pair not in track.unofficial_pairs
            assert status_of_board(rules, track=track.id, language_pair=pair).is_official == expected


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("debugged", [True, False])
def test_runs_that_are_only_named_say_that_they_are_late_or_debugged(late: bool, debugged: bool) -> None:
    status = status_of_run(NIST, **MAIN, official=False, late=late, debugged=debugged)
    is_named = part_of_table(official=False, late=late, debugged=debugged) == "named"
    assert is_named == (not {"late", "debugged"}.isdisjoint(status.reasons))
