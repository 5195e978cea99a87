"""Times on pages: the campaign's, the reader's, and the time left."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.utils import timezone

from bakeoff.rulebook.calendar import FOREVER
from bakeoff_site.accounts.models import User

AOE = ZoneInfo("Etc/GMT+12")
END = datetime(2026, 7, 8, 12, tzinfo=UTC)


def rendered(text: str, **context: object) -> str:
    shown = {"end": END, "zone": AOE, "user": AnonymousUser(), **context}
    return Template("{% load times %}" + text).render(Context(shown))


def test_a_deadline_is_its_last_minute_in_words() -> None:
    shown = rendered("{% deadline end zone %}")
    assert shown == '<time datetime="2026-07-08T11:59:00Z">Tue 7 July 2026, 23:59 AoE</time>'


def test_a_start_says_its_zone_where_the_page_does_not() -> None:
    assert rendered("{% zoned_moment end zone %}") == (
        '<time datetime="2026-07-08T12:00:00Z">Wed 8 July 2026, 00:00 AoE</time>'
    )


def test_the_browser_fills_in_the_local_time_of_visitors() -> None:
    shown = rendered("{% local_deadline end zone %}")
    assert shown == '<time class="local" datetime="2026-07-08T11:59:00Z" data-local="Etc/GMT+12"></time>'


def test_the_zone_of_the_account_goes_before_that_of_the_browser() -> None:
    shown = rendered("{% local_deadline end zone %}", user=User(time_zone="Europe/Berlin"))
    assert ">Wed 8 July, 13:59 (CEST)</time>" in shown
    assert ">Wed 8 July, 14:00 (CEST)</time>" in rendered(
        "{% local_moment end zone %}", user=User(time_zone="Europe/Berlin")
    )


def test_the_same_time_is_not_shown_twice() -> None:
    assert rendered("{% local_deadline end zone %}", user=User(time_zone="Etc/GMT+12")).endswith("></time>")


def test_what_never_ends_has_no_deadline() -> None:
    assert rendered("{% deadline end zone %}{% local_deadline end zone %}", end=FOREVER) == "–"


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (datetime(2026, 7, 3, 12, 30, tzinfo=UTC), "4 days 23 hours"),
        (datetime(2026, 7, 8, 11, 59, 59, tzinfo=UTC), "1 second"),
        (datetime(2026, 7, 8, 12, tzinfo=UTC), "0 seconds"),
    ],
)
def test_the_time_left_counts_to_the_end(monkeypatch: pytest.MonkeyPatch, now: datetime, shown: str) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert rendered("{% time_to end %}") == (f'<span role="timer" data-countdown="2026-07-08T12:00:00Z">{shown}</span>')


def test_a_countdown_has_large_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 7, 3, 12, 30, tzinfo=UTC))
    assert rendered("{% countdown end %}") == (
        '<p class="countdown" role="timer" data-countdown="2026-07-08T12:00:00Z">'
        "<span>4</span> <small>days</small> <span>23</span> <small>hours</small></p>"
    )
