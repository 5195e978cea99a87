"""What teams owe of evaluations that are judged together."""

from __future__ import annotations

import pytest

from bakeoff.human_eval import shares_of_teams
from bakeoff.human_eval.designs.owed_shares import TeamShare, Work, shares_of_task
from bakeoff.rulebook import read_rulebook
from tests.human_eval.judgments import ranking

RULES = read_rulebook("wmt2008").human["ranking"]
SCREENS = {"ranking": 60, "yes-no": 31}
DONE = {
    "A": {"ranking": Work(screens=12, hours=1.5), "yes-no": Work(screens=8, hours=0.46)},
    "B": {"yes-no": Work(screens=50, hours=9)},
    "C": {},
}


def sentences(shares: tuple[TeamShare, ...]) -> dict[str, str]:
    return {each.team: each.sentence for each in shares}


@pytest.mark.parametrize(
    ("owed", "instead", "expected"),
    [
        (("", ""), "", {}),
        (("40 screens", ""), "", {"A": "12 of 40 screens", "B": "0 of 40 screens", "C": "0 of 40 screens"}),
        (("40 screens", "5 screens"), "", {"A": "20 of 45 screens", "B": "50 of 45 screens", "C": "0 of 45 screens"}),
        (("some", ""), "", {"A": "12 of 20 screens", "B": "0 of 20 screens", "C": "0 of 20 screens"}),
        (("some", "other"), "", {"A": "20 of 31 screens", "B": "50 of 31 screens", "C": "0 of 31 screens"}),
        (("", ""), "1500 screens", {"A": "20 of 1,500 screens", "B": "50 of 1,500 screens", "C": "0 of 1,500 screens"}),
        (("some", "9 screens"), "2 hours", {"A": "1.9 of 2 hours", "B": "9 of 2 hours", "C": "0 of 2 hours"}),
        (
            ("10 screens", "1 hour"),
            "",
            {"A": "12 of 10 screens and 0.4 of 1 hours", "B": "0 of 10 screens and 9 of 1 hours",
             "C": "0 of 10 screens and 0 of 1 hours"},
        ),
    ],
)  # fmt: skip
def test_shares_of_evaluations_add_up(owed: tuple[str, str], instead: str, expected: dict[str, str]) -> None:
    texts = dict(zip(SCREENS, owed, strict=True))
    assert sentences(shares_of_task(texts, DONE, screens=SCREENS, instead=instead)) == expected


def test_a_share_is_complete_when_every_part_of_it_is() -> None:
    shares = shares_of_task({"ranking": "10 screens", "yes-no": "1 hour"}, DONE, screens=SCREENS)
    assert [(each.team, each.is_complete, each.progress) for each in shares] == [
        ("A", False, 0.46),
        ("B", False, 0.0),
        ("C", False, 0.0),
    ]
    more = {"A": DONE["A"] | {"yes-no": Work(hours=1)}}
    (share,) = shares_of_task({"ranking": "10 screens", "yes-no": "1 hour"}, more, screens=SCREENS)
    assert share.is_complete
    assert share.progress == 1


def test_no_team_owes_nothing() -> None:
    assert shares_of_task({"ranking": "some"}, {}, screens=SCREENS) == ()


def test_screens_that_took_too_long_are_no_hours() -> None:
    """A page that stays open over night is not a night of work; W08 leaves out screens over five minutes."""
    answers = [
        ranking("ann", f"{seconds}", {"a": 1, "b": 2}, screen=f"{seconds}", elapsed_seconds=seconds)
        for seconds in (240.0, 300.0, 36_000.0)
    ]
    rules = RULES.model_copy(update={"owed": "1 hour", "longest_minutes": 5})
    (share,) = shares_of_teams(rules, {"ann": "A"}, answered=answers)
    assert share.done == 540 / 3600
