"""Whether runs and boards are official, in one word for every table, heading, mail and export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.schema import Rulebook

Word = Literal["official", "unofficial"]
Reason = Literal[
    "late",
    "debugged",
    "unofficial-pair",
    "post-evaluation",
    "unofficial-track",
    "dry-run",
    "development",
    "unofficial-type",
]
REASONS: tuple[Reason, ...] = get_args(Reason)
"""Why something is unofficial, in the order in which reasons are given.

Late and debugged runs; pairs that a track offers unofficially; combinations of systems after the evaluation; other
unofficial tracks; runs to practise on; types of systems or of packages that are unofficial.
"""

_IN_WORDS: Mapping[Reason, str] = {
    "unofficial-pair": "language pair",
    "unofficial-track": "track",
    "dry-run": "dry run",
    "development": "development set",
    "unofficial-type": "type of submission",
}


@dataclass(frozen=True, slots=True)
class Status:
    """Official, or unofficial and why."""

    reasons: tuple[Reason, ...] = ()

    @property
    def is_official(self) -> bool:
        return not self.reasons

    @property
    def word(self) -> Word:
        return "official" if self.is_official else "unofficial"

    @property
    def label(self) -> str:
        """For people: the word, and why.

        >>> Status(("late", "unofficial-pair")).label
        'unofficial (late, language pair)'
        """
        return self.word + self._why

    def heading(self, noun: str) -> str:
        """For headings of tables.

        >>> Status(("unofficial-pair",)).heading("results")
        'Unofficial results (language pair)'
        """
        return f"{capitalized(self.word)} {noun}{self._why}"

    @property
    def _why(self) -> str:
        return "" if self.is_official else f" ({', '.join(map(reason_in_words, self.reasons))})"


OFFICIAL = Status()


def reason_in_words(reason: Reason) -> str:
    """A reason for people."""
    return _IN_WORDS.get(reason, reason)


def status_of_board(rulebook: Rulebook, *, track: str, language_pair: str, test_set: str = "") -> Status:
    """Whether what is ranked in one place is official; without a test set, what a track offers in a language pair.

    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = read_rulebook("openmt2012")
    >>> status_of_board(rules, track="combination", language_pair="ara2eng", test_set="combination").label
    'unofficial (post-evaluation)'
    """
    return Status(_reasons_of_place(rulebook, track, language_pair, test_set))


def status_of_run(
    rulebook: Rulebook,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    official: bool,
    late: bool = False,
    debugged: bool = False,
) -> Status:
    """Whether a run is official; `official` is what the rules said of it when it was submitted.

    A run that the rules count although it is late or debugged is official.
    """
    of_place = _reasons_of_place(rulebook, track, language_pair, test_set)
    if official:
        return Status(of_place)
    own: dict[Reason, bool] = {"late": late, "debugged": debugged}
    found = {reason for reason, holds in own.items() if holds} | set(of_place)
    return Status(tuple(reason for reason in REASONS if reason in found) or ("unofficial-type",))


def _reasons_of_place(rulebook: Rulebook, track: str, language_pair: str, test_set: str) -> tuple[Reason, ...]:
    """Why all runs of a track on a test set in a language pair are unofficial; of what is gone nothing is known."""
    known, rules = rulebook.tracks.get(track), rulebook.test_sets.get(test_set)
    is_unofficial_track = known is not None and not known.official
    is_combination = known is not None and known.kind == "combination"
    found: dict[Reason, bool] = {
        "unofficial-pair": known is not None and language_pair in known.unofficial_pairs,
        "post-evaluation": is_unofficial_track and is_combination,
        "unofficial-track": is_unofficial_track and not is_combination,
        "dry-run": rules is not None and rules.role == "dry-run",
        "development": rules is not None and rules.role == "dev",
    }
    return tuple(reason for reason in REASONS if found.get(reason))
