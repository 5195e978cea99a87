"""On which board a run is ranked, in which part of its table, and which types of systems are compared there."""

from __future__ import annotations

from typing import Literal

from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.schema.submission import SystemType

Part = Literal["official", "unofficial", "named"]
"""`official`: ranked. `unofficial`: scored apart from the ranking. `named`: listed as a participant."""


def part_of_table(*, official: bool, late: bool, debugged: bool) -> Part:
    """The part of a run: of runs that do not count, late and debugged ones are only named, others scored apart.

    >>> part_of_table(official=False, late=True, debugged=False)
    'named'
    >>> part_of_table(official=True, late=True, debugged=False)
    'official'
    """
    if official:
        return "official"
    return "named" if late or debugged else "unofficial"


def ranking_track(rulebook: Rulebook, *, track: str, language_pair: str, test_set: str) -> str:
    """The track on whose board a run is ranked: its own, or the one that its track is ranked with.

    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = read_rulebook("wmt2008")
    >>> ranking_track(rules, track="combination", language_pair="fr-en", test_set="news")
    'translation'
    >>> ranking_track(rules, track="combination", language_pair="xx-en", test_set="news")
    'combination'
    """
    known, rules = rulebook.tracks.get(track), rulebook.test_sets.get(test_set)
    other = known.ranked_with if known is not None else None
    if other is None or rules is None or language_pair not in rulebook.tracks[other].all_pairs:
        return track
    return other if not rules.tracks or other in rules.tracks else track


def submitted_track(rulebook: Rulebook, *, package: str, ranked_in: str) -> str:
    """The track that a run on a board was submitted to: of its package's tracks, one that is ranked with the board's.

    >>> from bakeoff.rulebook import read_rulebook
    >>> submitted_track(read_rulebook("wmt2008"), package="combinations", ranked_in="translation")
    'combination'
    """
    known = rulebook.submission.packages.get(package)
    tracks = known.tracks if known is not None else ()
    if ranked_in in tracks:
        return ranked_in
    return next((track for track in tracks if rulebook.tracks[track].ranked_with == ranked_in), ranked_in)


def compared_types(rulebook: Rulebook) -> tuple[SystemType, ...]:
    """The types of systems that are compared across teams; empty where the rulebook marks none: then all are."""
    return tuple(each for each in rulebook.submission.system_types.values() if each.compared)
