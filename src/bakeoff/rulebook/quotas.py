"""How much a team may leave with the server, and how often it may try texts there."""

from __future__ import annotations

from bakeoff.rulebook.schema import Rulebook


def team_bytes(rulebook: Rulebook, *, installation: int | None) -> int | None:
    """The most bytes that are kept of a team; None for any number.

    A rulebook may say less than the installation lets every campaign have, never more: whose disk it is decides.

    >>> from bakeoff.rulebook import read_rulebook
    >>> team_bytes(read_rulebook("wmt"), installation=2**30)
    1073741824
    """
    said = [most for most in (rulebook.submission.max_team_bytes, installation) if most is not None]
    return min(said, default=None)


def trials_a_day(rulebook: Rulebook, test_set: str) -> int | None:
    """How many texts a person may try on a test set in a day; None where the rulebook does not say.

    >>> from bakeoff.rulebook import read_rulebook
    >>> trials_a_day(read_rulebook("wmt2008"), "news") is None
    True
    """
    return rulebook.test_sets[test_set].trials_a_day
