"""What systems may start from, and the phase that releases each input."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.files.consistency import inconsistencies
from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.release.inputs import inputs_of, inputs_of_run, main_input, named_input, stored_input
from bakeoff.rulebook.release.test_data import needed_data
from bakeoff.rulebook.release.visibility import may_see
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import TeamState, Viewer
from tests.rulebook.small import small_rulebook

I05, I12, I16 = (read_rulebook(name) for name in ("iwslt2005", "iwslt2012", "iwslt2016"))
PARTICIPANT = Viewer(role="participant", team=TeamState(code="TEAM"))


def speech(releases: dict[str, list[str]], later: dict[str, list[str]], **test_set: Any) -> Rulebook:
    """A campaign with a text and two forms of ASR output, and two phases of release."""
    return small_rulebook(
        tracks={
            "text": {"kind": "mt", "language_pairs": ["de-en"]},
            "speech": {"kind": "slt", "language_pairs": ["de-en"], "inputs": ["n-best", "lattice"]},
        },
        test_sets={"test": {"role": "current", **test_set}},
        phases={
            "first": {"start": "2027-03-01", "releases": releases},
            "second": {"start": "2027-03-08", "releases": later},
        },
        submission={},
    )


def first_phases(rules: Rulebook) -> dict[str, str | None]:
    """The phase in which participants get each input."""
    found: dict[str, str | None] = {}
    for each in inputs_of(rules, "test"):
        release = first_release(rules, "source", test_set="test", role="participant", source=each)
        found[each] = release.phase if release else None
    return found


def test_a_source_comes_in_all_inputs_unless_a_later_phase_names_one() -> None:
    rules = speech({"participants": ["source:test"]}, {"participants": ["source:test/lattice"]})
    assert first_phases(rules) == {"text": "first", "n-best": "first", "lattice": "second"}


def test_a_later_release_of_all_inputs_holds_nothing_back() -> None:
    rules = speech({"participants": ["source:current/lattice"]}, {"public": ["source:test"]})
    assert first_phases(rules) == {"text": "second", "n-best": "second", "lattice": "first"}
    stranger = first_release(rules, "source", test_set="test", role="stranger", source="lattice")
    assert stranger is not None
    assert stranger.phase == "second"


def test_what_is_named_for_others_is_not_held_back() -> None:
    rules = speech({"participants": ["source:test"]}, {"judges": ["source:test/lattice"]})
    assert first_phases(rules)["lattice"] == "first"


def test_viewers_see_each_input_when_its_phase_has_started() -> None:
    rules = speech({"participants": ["source:test"]}, {"participants": ["source:test/lattice"]})
    between = datetime(2027, 3, 3, tzinfo=UTC)
    seen = {
        source: may_see(rules, between, PARTICIPANT, "source", test_set="test", source=source).allowed
        for source in ("", "text", "n-best", "lattice")
    }
    assert seen == {"": True, "text": True, "n-best": True, "lattice": False}


def test_the_text_is_the_source_of_a_set_and_else_its_first_input() -> None:
    assert (main_input(I05, "english"), main_input(I12, "slt-tst2012")) == ("text", "audio")
    assert [stored_input(I05, "english", each) for each in ("text", "n-best")] == ["", "n-best"]
    assert [named_input(I12, "slt-tst2012", each) for each in ("", "released-runs")] == ["audio", "released-runs"]


def test_inputs_are_those_of_tracks_that_have_the_pair() -> None:
    assert inputs_of(I05, "english", "zh-en") == ("text", "n-best", "lattice")
    assert inputs_of(I05, "english", "ar-en") == ("text",)
    assert inputs_of_run(I05, "speech", "english") == ("n-best", "lattice")


def test_a_set_may_have_fewer_inputs_than_its_tracks() -> None:
    assert inputs_of(I12, "dev2010", "en-fr") == ("text",)
    assert inputs_of_run(I12, "ted-slt", "dev2010") == ()


def test_outputs_that_are_combined_are_no_source() -> None:
    rules = read_rulebook("openmt2012")
    assert inputs_of(rules, "combination") == ()
    assert main_input(rules, "combination") == "text"


def test_each_input_is_needed_before_its_phase() -> None:
    rules = speech({"participants": ["source:test"]}, {"participants": ["source:test/lattice"]})
    needed = {each.language_pair: each for each in needed_data(rules)}["de-en"]
    assert needed.source_due is not None
    assert needed.source_due.phase.id == "first"
    due = {each.input: each.due.phase.id if each.due else None for each in needed.further_inputs}
    assert due == {"n-best": "first", "lattice": "second"}


def test_a_release_cannot_name_an_input_that_the_set_does_not_have() -> None:
    rules = speech({"participants": ["source:test/audio"]}, {})
    (found,) = [each for each in inconsistencies(rules) if each.found == "audio"]
    assert found.path == ("phases", "first", "releases", "participants", 0)
    assert found.expected == "inputs of test: text, n-best, lattice"


def test_a_set_cannot_name_an_input_that_no_track_takes() -> None:
    rules = speech({}, {}, inputs=["text", "audio"])
    (found,) = [each for each in inconsistencies(rules) if each.found == "audio"]
    assert found.path == ("test_sets", "test", "inputs", 1)


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("source:test/waveform", "one of the inputs text, audio, one-best, n-best, lattice, released-runs"),
        ("scores:test/text", "scores of a test set or a role: only a source has inputs"),
    ],
)
def test_unknown_inputs_are_mistakes(release: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        speech({"participants": [release]}, {})


class TestIwslt:
    def test_recordings_are_out_before_the_runs_that_are_released(self) -> None:  # I12 2.4; I16 4.2
        for rules, sets in ((I12, ("slt-tst2011", "slt-tst2012")), (I16, ("slt-tst2015", "slt-tst2016"))):
            for test_set in sets:
                phases = [
                    release.phase if release else None
                    for source in ("audio", "released-runs")
                    for release in [first_release(rules, "source", test_set=test_set, source=source)]
                ]
                assert phases == ["asr", "slt"]
