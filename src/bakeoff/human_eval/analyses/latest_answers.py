"""Which answers stand where judges changed their mind."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bakeoff.data.judgments import Judgment


def latest_answers(judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """The judgments without those that the same judge answered again on the same screen, in their order.

    The later by the time it was sent counts; without times the one that comes later. Answers whose screen is not known
    all stand, and so does what was asked again on purpose: a repeat has a screen or a control of its own.
    """
    rows = tuple(judgments)
    latest: dict[object, int] = {}
    for number, each in enumerate(rows):
        key: object = (each.protocol, each.judge, each.screen, each.item, each.systems, each.control)
        before = latest.setdefault(key if each.screen else number, number)
        if _sent(each) >= _sent(rows[before]):
            latest[key if each.screen else number] = number
    return tuple(rows[number] for number in sorted(latest.values()))


def _sent(judgment: Judgment) -> float:
    if judgment.sent_at is None:
        return 0.0
    moment: datetime = judgment.sent_at
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
