"""Times on pages and in mails: in the campaign's time zone, and exactly for programs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff.rulebook.calendar import FOREVER, clock_time, day_or_time
from bakeoff.rulebook.schema import Campaign

register = template.Library()


@register.simple_tag
def moment(when: datetime, zone: ZoneInfo) -> SafeString:
    """When something begins or happened."""
    return _time(when, day_or_time(when, zone))


@register.simple_tag
def deadline(end: datetime, zone: ZoneInfo) -> SafeString:
    """Until when something lasts: its last minute, or its last day."""
    return _time(end if end == FOREVER else end - timedelta(minutes=1), day_or_time(end, zone, last=True))


@register.simple_tag
def deadline_text(end: datetime, zone: ZoneInfo) -> str:
    """The same for mails."""
    return day_or_time(end, zone, last=True) or ""


@register.simple_tag
def clock(when: datetime, campaign: Campaign) -> str:
    """A moment to the second on the campaign's clocks, for receipts."""
    return clock_time(when.replace(microsecond=0), campaign)


def _time(when: datetime, shown: str | None) -> SafeString:
    if shown is None:
        return format_html("{}", "–")
    return format_html('<time datetime="{}">{}</time>', when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), shown)
