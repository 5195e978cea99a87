"""Where a system that organisers enter may stand, and why not elsewhere."""

from __future__ import annotations

import pytest

from bakeoff.rulebook.submission.entered_systems import misplacement
from tests.rulebook.small import small_rulebook

RULES = small_rulebook(
    systems={"BEST": {"kind": "earlier", "title": "Best of 2026", "language_pairs": ["de-en"]}},
    test_sets={"test": {"role": "current"}, "old": {"role": "progress", "language_pairs": ["de-en"]}},
    conditions={"open": {}},
)


def test_a_system_is_entered_where_the_rulebook_says_so() -> None:
    assert (
        misplacement(RULES, "BEST", track="news", language_pair="de-en", test_set="old", condition="open"),
        misplacement(RULES, "BEST", track="news", language_pair="de-en", test_set="old", condition=None),
    ) == ("", "")


@pytest.mark.parametrize(
    ("system", "track", "language_pair", "test_set", "condition", "reason"),
    [
        ("WORST", "news", "de-en", "old", "open", "The rulebook has no system WORST; it has: BEST."),
        ("BEST", "talks", "de-en", "old", "open", "The system Best of 2026 is not entered in the track talks."),
        ("BEST", "news", "en-de", "old", "open", "The system Best of 2026 is not entered for en-de in the track news."),
        ("BEST", "news", "de-en", "new", "open", "The track news has no test set new for de-en."),
        ("BEST", "news", "de-en", "old", "", "Expected a data condition out of open, found none."),
    ],
)
def test_elsewhere_the_reason_is_given(
    system: str, track: str, language_pair: str, test_set: str, condition: str, reason: str
) -> None:
    assert reason == misplacement(
        RULES, system, track=track, language_pair=language_pair, test_set=test_set, condition=condition
    )
