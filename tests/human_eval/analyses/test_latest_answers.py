"""Which answer stands where a judge changed it."""

from datetime import UTC, datetime

from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from tests.human_eval.small_grades import judgment


def at(minute: int) -> datetime:
    return datetime(2026, 5, 4, 12, minute, tzinfo=UTC)


def test_the_answer_sent_last_stands() -> None:
    late = judgment("ann", "1", "a", 3, id="1", screen="s", sent_at=at(9))
    early = judgment("ann", "1", "a", 2, id="2", screen="s", sent_at=at(5))
    assert latest_answers([late, early]) == (late,)
    assert latest_answers([early, late]) == (late,)


def test_without_times_the_later_row_stands() -> None:
    first, second = (judgment("ann", "1", "a", n, id=str(n), screen="s") for n in (1, 2))
    assert latest_answers([first, second]) == (second,)


def test_other_judges_screens_outputs_and_controls_stand() -> None:
    rows = (
        judgment("ann", "1", "a", 1, screen="s"),
        judgment("bob", "1", "a", 1, screen="s"),
        judgment("ann", "1", "a", 1, screen="t"),
        judgment("ann", "1", "b", 1, screen="s"),
        judgment("ann", "2", "a", 1, screen="s"),
        judgment("ann", "1", "a", 1, screen="s", control="repeat"),
    )
    assert latest_answers(rows) == rows


def test_answers_without_a_screen_all_stand() -> None:
    rows = (judgment("ann", "1", "a", 1), judgment("ann", "1", "a", 2))
    assert latest_answers(rows) == rows
