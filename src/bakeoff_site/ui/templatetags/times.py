"""Times on pages and in mails: in the campaign's time zone, and exactly for programs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff.rulebook.calendar import FOREVER, exact_time, minute_of, zoned_time
from bakeoff.rulebook.schema import Campaign

register = template.Library()


@register.simple_tag
def moment(when: datetime, zone: ZoneInfo) -> SafeString:
    """When something starts, on a page that names the zone of its times."""
    return _time(when, minute_of(when, zone))


@register.simple_tag
def happened(when: datetime, zone: ZoneInfo) -> SafeString:
    """When something happened, always to the second: in a list, all alike."""
    return _time(when, f"{when.astimezone(zone):%Y-%m-%d %H:%M:%S}")


@register.simple_tag
def deadline(end: datetime, zone: ZoneInfo) -> SafeString:
    """Until when something lasts: its last minute, with the zone, since much hangs on it."""
    if end == FOREVER:
        return format_html("{}", "–")
    return _time(end - timedelta(minutes=1), zoned_time(end, zone, last=True))


@register.simple_tag
def deadline_text(end: datetime, zone: ZoneInfo) -> str:
    """The same for mails."""
    return "" if end == FOREVER else zoned_time(end, zone, last=True)


@register.simple_tag
def clock(when: datetime, campaign: Campaign) -> str:
    """A moment to the second on the campaign's clocks, with the zone, for receipts."""
    return exact_time(when, campaign)


def _time(when: datetime, shown: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), shown)
