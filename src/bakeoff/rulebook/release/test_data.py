"""Which files the test sets of a campaign need, and before which phase."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.calendar import Period, schedule
from bakeoff.rulebook.release.grants import Resource, first_release
from bakeoff.rulebook.release.inputs import inputs_of, main_input
from bakeoff.rulebook.schema import InputType, Rulebook
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.schema.tracks import Track


@dataclass(frozen=True, slots=True)
class NeededInput:
    """An input of a test set besides its source, and the phase in which it is first handed out."""

    input: InputType
    due: Period | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededData:
    """What a test set needs in a language pair."""

    test_set: TestSetRules
    language_pair: str
    references: int
    mappings: bool
    """Whether transcripts are mapped by a GLM file."""
    regions: bool
    """Whether a UEM file says what is scored."""
    source_due: Period | None
    """The phase in which the source is first handed out; None where none does so."""
    references_due: Period | None
    """The phase in which references are first handed out or scored with; None likewise."""
    further_inputs: tuple[NeededInput, ...] = ()
    """What systems may start from instead of the source."""


@once_for_each_rulebook
def needed_data(rulebook: Rulebook) -> tuple[NeededData, ...]:
    """What every test set needs in each of its language pairs, in the order of the rulebook."""
    return tuple(
        _needed(rulebook, test_set, pair)
        for test_set in rulebook.test_sets.values()
        for pair in pairs_of(rulebook, test_set)
    )


def pairs_of(rulebook: Rulebook, test_set: TestSetRules) -> tuple[str, ...]:
    """The language pairs of a test set: those it names, else all of its tracks."""
    if test_set.language_pairs:
        return test_set.language_pairs
    tracks = test_set.tracks or tuple(rulebook.tracks)
    of_tracks = {pair for track in tracks for pair in rulebook.tracks[track].all_pairs}
    return tuple(pair for pair in rulebook.language_pairs if pair in of_tracks)


def tracks_of(rulebook: Rulebook, test_set: TestSetRules, language_pair: str = "") -> tuple[Track, ...]:
    """The tracks that a test set belongs to; with a language pair, only the tracks that have it."""
    return tuple(
        track
        for track in rulebook.tracks.values()
        if (not test_set.tracks or track.id in test_set.tracks)
        and (not language_pair or language_pair in track.all_pairs)
    )


def _needed(rulebook: Rulebook, test_set: TestSetRules, pair: str) -> NeededData:
    scorings = [rulebook.scoring_of(track.id, pair) for track in tracks_of(rulebook, test_set, pair)]
    return NeededData(
        test_set=test_set,
        language_pair=pair,
        references=test_set.references,
        mappings=any(scoring.global_mappings for scoring in scorings),
        regions=any(scoring.regions for scoring in scorings),
        source_due=_released(rulebook, test_set, "source"),
        references_due=_references_due(rulebook, test_set),
        further_inputs=tuple(
            NeededInput(each, _released(rulebook, test_set, "source", source=each))
            for each in inputs_of(rulebook, test_set.id, pair)
            if each != main_input(rulebook, test_set.id)
        ),
    )


def _released(rulebook: Rulebook, test_set: TestSetRules, *resources: Resource, source: str = "") -> Period | None:
    grant = first_release(rulebook, *resources, test_set=test_set.id, source=source)
    return next((period for period in schedule(rulebook) if grant and period.phase.id == grant.phase), None)


def _references_due(rulebook: Rulebook, test_set: TestSetRules) -> Period | None:
    scored = (f"score:{test_set.role}", f"score:{test_set.id}", "score")
    periods = [period for period in schedule(rulebook) if not set(scored).isdisjoint(period.phase.opens)]
    seen = _released(rulebook, test_set, "references", "own-scores", "scores")
    return min([*periods, *([seen] if seen else [])], key=lambda period: period.start, default=None)
