"""Where the systems that organisers enter belong: by their runs, or by scores that were published."""

from __future__ import annotations

from bakeoff.rulebook.schema import Rulebook


def misplacement(
    rulebook: Rulebook, system: str, *, track: str, language_pair: str, test_set: str, condition: str | None
) -> str:
    """Why a system cannot be entered on a board, in one sentence; empty where it can.

    A track without data conditions has the condition `""`; None stands for all conditions of the track.
    """
    entered = rulebook.systems.get(system)
    if entered is None:
        known = ", ".join(rulebook.systems) or "none; list it under [systems]"
        return f"The rulebook has no system {system or 'without a name'}; it has: {known}."
    if track not in (entered.tracks or rulebook.tracks) or track not in rulebook.tracks:
        return f"The system {entered.label} is not entered in the track {track}."
    pairs = rulebook.tracks[track].all_pairs
    if language_pair not in pairs or language_pair not in (entered.language_pairs or pairs):
        return f"The system {entered.label} is not entered for {language_pair} in the track {track}."
    if test_set not in {each.id for each in rulebook.test_sets_of(track, language_pair)}:
        return f"The track {track} has no test set {test_set} for {language_pair}."
    offered = [each.id for each in rulebook.conditions_of(track, language_pair)]
    if condition is not None and condition not in (offered or [""]):
        return f"Expected a data condition out of {', '.join(offered) or 'none'}, found {condition or 'none'}."
    return ""
