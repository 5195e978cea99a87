"""What systems may start from: the inputs of a test set, and which of them is its source."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.schema import InputType, Rulebook, TestSetRules
from bakeoff.rulebook.schema.tracks import INPUT_TYPES

TRANSLATED: InputType = "text"
"""The input that runs are compared with and that judges read, where a test set has it."""
_RECOGNISED: frozenset[InputType] = frozenset({"n-best", "lattice", "released-runs"})
_GIVEN_PACKS = ("combination", "metrics")
"""Kinds of tracks that get other teams' runs as packs of outputs, not as a source."""


def inputs_of(rulebook: Rulebook, test_set: str, language_pair: str = "") -> tuple[InputType, ...]:
    """The inputs that a test set has files of, in the order of the schema: those that its tracks take.

    A set that names inputs has no others; with a language pair, only tracks that have it count. Outputs that are
    combined come as packs, not as a source.
    """
    rules = rulebook.test_sets[test_set]
    taken = {
        each
        for track in rulebook.tracks.values()
        if (not rules.tracks or track.id in rules.tracks) and (not language_pair or language_pair in track.all_pairs)
        for each in track.inputs
        if each != "released-runs" or track.kind not in _GIVEN_PACKS
    }
    return tuple(each for each in INPUT_TYPES if each in taken and each in (rules.inputs or INPUT_TYPES))


def has_asr_output(rulebook: Rulebook) -> bool:
    """Whether systems may start from what recognisers made: n-best lists, lattices, released runs."""
    return any(_RECOGNISED.intersection(inputs_of(rulebook, test_set)) for test_set in rulebook.test_sets)


def inputs_of_run(rulebook: Rulebook, track: str, test_set: str) -> tuple[InputType, ...]:
    """What runs of a track on a test set may have started from."""
    named = rulebook.test_sets[test_set].inputs
    return tuple(each for each in rulebook.tracks[track].inputs if not named or each in named)


def release_targets(
    rulebook: Rulebook, *, track: str, test_set: str, language_pair: str
) -> tuple[tuple[str, str], ...]:
    """The test sets and language pairs whose systems may start from runs of a track on a test set.

    They are sets of the tracks that name the track (`released_runs`), made of the same material (`set_id`), from the
    language that was recognised.
    """
    own, spoken = rulebook.test_sets[test_set], rulebook.language_pairs[language_pair].source
    return tuple(
        (other.id, pair)
        for other in rulebook.test_sets.values()
        for pair in rulebook.language_pairs
        if other.written_id(pair) == own.written_id(language_pair)
        and rulebook.language_pairs[pair].source == spoken
        and _takes_runs(rulebook, other, pair, track)
    )


def _takes_runs(rulebook: Rulebook, test_set: TestSetRules, language_pair: str, track: str) -> bool:
    return "released-runs" in inputs_of(rulebook, test_set.id, language_pair) and any(
        each.released_runs == track and test_set in rulebook.test_sets_of(each.id, language_pair)
        for each in rulebook.tracks.values()
        if language_pair in each.all_pairs
    )


@once_for_each_rulebook
def _main_inputs(rulebook: Rulebook) -> dict[str, InputType]:
    offered = {test_set: inputs_of(rulebook, test_set) for test_set in rulebook.test_sets}
    return {test_set: _main(inputs) for test_set, inputs in offered.items()}


def main_input(rulebook: Rulebook, test_set: str) -> InputType:
    """The input that is the source of a test set: the text, else the first that there is."""
    return _main_inputs(rulebook)[test_set]


def _main(inputs: Sequence[InputType]) -> InputType:
    return TRANSLATED if TRANSLATED in inputs or not inputs else inputs[0]


def stored_input(rulebook: Rulebook, test_set: str, written: str) -> str:
    """An input as files of a test set are kept under it: its source under none, whatever it is called."""
    return "" if written == main_input(rulebook, test_set) else written


def named_input(rulebook: Rulebook, test_set: str, stored: str) -> str:
    """The other way round: what the rulebook calls the input of a file."""
    return stored or main_input(rulebook, test_set)
