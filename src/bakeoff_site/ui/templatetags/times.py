"""Times on pages and in mails: in the campaign's time zone, in the reader's, and exactly for programs.

The module `local-times.js` fills in the reader's time where the account names no time zone, and counts down.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bakeoff.rulebook.calendar import FOREVER, exact_time, last_moment, local_time, minute_of, time_left, zoned_time
from bakeoff.rulebook.schema import Campaign

register = template.Library()


class NotedTimes(template.Node):
    """Prints what it encloses, and notes whether that shows a time: only then a page has to name its time zone."""

    def __init__(self, nodelist: template.NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        printed = self.nodelist.render(context)
        context["shows_times"] = "<time" in printed
        return printed


@register.tag
def note_times(parser: template.base.Parser, token: template.base.Token) -> NotedTimes:  # noqa: ARG001
    """`{% note_times %}…{% end_note_times %}{% if shows_times %}…`"""
    nodelist = parser.parse(("end_note_times",))
    parser.delete_first_token()
    return NotedTimes(nodelist)


@register.simple_tag
def moment(when: datetime, zone: ZoneInfo) -> SafeString:
    """The minute in which something starts or happened, on a page that names the zone of its times."""
    return _time(when, minute_of(_full_minute(when), zone))


@register.simple_tag
def zoned_moment(when: datetime, zone: ZoneInfo) -> SafeString:
    """The minute in which something starts, with the zone."""
    return _time(when, zoned_time(_full_minute(when), zone))


@register.simple_tag
def day(when: datetime, zone: ZoneInfo) -> SafeString:
    """A day without its time: 7 July 2026."""
    local = when.astimezone(zone)
    return _time(when, f"{local.day} {local:%B} {local.year}")


@register.simple_tag
def dated(when: datetime, text: str) -> SafeString:
    """A time in words of its own."""
    return _time(when, text)


@register.simple_tag
def happened(when: datetime, zone: ZoneInfo) -> SafeString:
    """When something happened; the second is shown to who points at it."""
    second = f"{when.astimezone(zone):%H:%M:%S}"
    text = minute_of(_full_minute(when), zone)
    return format_html('<time datetime="{}" title="{}">{}</time>', _for_programs(when), second, text)


@register.simple_tag
def ago(when: datetime, now: datetime, zone: ZoneInfo) -> SafeString:
    """How long ago something happened, in its largest unit; the minute is shown to who points at it."""
    seconds = max(0, (now - when).total_seconds())
    units = (("min", 60.0), ("h", 3_600.0), ("day", 86_400.0))
    unit, length = next((each for each in reversed(units) if seconds >= each[1]), units[0])
    count = int(seconds / length)
    text = "now" if not count else f"{count} {unit}{'s' if unit == 'day' and count > 1 else ''} ago"
    full = minute_of(_full_minute(when), zone)
    return format_html('<time datetime="{}" title="{}">{}</time>', _for_programs(when), full, text)


@register.simple_tag
def deadline(end: datetime, zone: ZoneInfo) -> SafeString:
    """Until when something lasts: its last minute, with the zone, since much hangs on it."""
    if end == FOREVER:
        return format_html("{}", "–")
    return _time(last_moment(end), zoned_time(end, zone, last=True))


@register.simple_tag
def deadline_text(end: datetime, zone: ZoneInfo) -> str:
    """The same for mails."""
    return "" if end == FOREVER else zoned_time(end, zone, last=True)


@register.simple_tag
def clock(when: datetime, campaign: Campaign) -> str:
    """A moment to the second on the campaign's clocks, with the zone, for receipts."""
    return exact_time(when, campaign)


@register.simple_tag(takes_context=True)
def local_moment(context: template.Context, when: datetime, zone: ZoneInfo) -> SafeString:
    """When something starts on the clocks of the reader, next to `moment`; nothing where these show the same."""
    return _local(context, when, zone)


@register.simple_tag(takes_context=True)
def local_deadline(context: template.Context, end: datetime, zone: ZoneInfo) -> SafeString:
    """Until when something lasts on the clocks of the reader, next to `deadline`."""
    return SafeString("") if end == FOREVER else _local(context, last_moment(end), zone)


@register.simple_tag
def countdown(end: datetime) -> SafeString:
    """The time left in large figures."""
    units = format_html_join(" ", "<span>{}</span> <small>{}</small>", time_left_in_parts(end))
    return format_html('<p class="countdown" role="timer" data-countdown="{}">{}</p>', _for_programs(end), units)


@register.simple_tag
def time_to(end: datetime) -> SafeString:
    """The time left within a sentence: 4 days 23 hours."""
    units = " ".join(f"{number} {unit}" for number, unit in time_left_in_parts(end))
    return format_html('<span role="timer" data-countdown="{}">{}</span>', _for_programs(end), units)


def time_left_in_parts(end: datetime) -> list[tuple[int, str]]:
    """Numbers and units of a countdown; no seconds once it is over."""
    return [(unit.number, unit.name) for unit in time_left(end, timezone.now())] or [(0, "seconds")]


def _full_minute(when: datetime) -> datetime:
    return when.replace(second=0, microsecond=0)


def _local(context: template.Context, when: datetime, zone: ZoneInfo) -> SafeString:
    own: ZoneInfo | None = getattr(context.get("user"), "zone", None)
    shown = "" if own is None or _same_clocks(when, zone, own) else local_time(when, own)
    return format_html(
        '<time class="local" datetime="{}" data-local="{}">{}</time>', _for_programs(when), zone.key, shown
    )


def _same_clocks(when: datetime, zone: ZoneInfo, other: ZoneInfo) -> bool:
    return when.astimezone(zone).utcoffset() == when.astimezone(other).utcoffset()


def _time(when: datetime, shown: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', _for_programs(when), shown)


def _for_programs(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
