"""The schedule of a campaign as a calendar file (RFC 5545) that calendar programs add or subscribe to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from bakeoff.reports.campaigns.rulebooks import ScheduleRow, schedule_rows
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.calendar import FOREVER, clock_time, last_moment

_LONGEST = 75
"""Bytes of a line, without its end (RFC 5545, 3.1)."""
_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


def render_calendar(
    rulebook: Rulebook,
    *,
    address: str,
    host: str,
    now: datetime,
    extensions: Mapping[str, datetime] = _NO_EXTENSIONS,
) -> str:
    """One event for each phase, and one for the deadline of each phase in which something must be done.

    `address` is the campaign's page. `host` makes the ids of events unique in the world: they stay the same when dates
    change, so that programs move events instead of adding them again. `extensions` are later ends for a team.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Bakeoff//Campaign schedule//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(rulebook.campaign.title)}",
    ]
    for row in schedule_rows(rulebook, extensions=extensions):
        lines += _events(row, rulebook, address=address, host=host, now=now)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _events(row: ScheduleRow, rulebook: Rulebook, *, address: str, host: str, now: datetime) -> Iterator[str]:
    period, campaign = row.period, rulebook.campaign
    phase = period.phase
    uid = f"{campaign.id}.{phase.id}"
    said = [row.one_may and f"You can: {row.one_may}.", row.released and f"Released: {row.released}.", phase.note]
    common = [f"DTSTAMP:{_time(now)}", f"URL:{address}"]
    yield from (
        "BEGIN:VEVENT",
        f"UID:{uid}@{host}",
        *common,
        f"DTSTART:{_time(period.start)}",
        *([f"DTEND:{_time(period.end)}"] if period.end < FOREVER else []),
        f"SUMMARY:{_escaped(f'{campaign.title}: {phase.label}')}",
        f"DESCRIPTION:{_escaped(chr(10).join(filter(None, said)))}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    )
    if phase.opens and period.end < FOREVER:
        until = clock_time(period.end, campaign, last=True)
        yield from (
            "BEGIN:VEVENT",
            f"UID:{uid}.deadline@{host}",
            *common,
            f"DTSTART:{_time(last_moment(period.end))}",
            f"SUMMARY:{_escaped(f'Deadline: {phase.label} ({campaign.title})')}",
            f"DESCRIPTION:{_escaped(f'The last minute in time is {until}.')}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        )


def _time(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    r"""Text as a value of a property.

    >>> _escaped("a, b; c\\d")
    'a\\, b\\; c\\\\d'
    """
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\\n".join("".join(each for each in line if each >= " " or each == "\t") for line in lines)


def _folded(line: str) -> str:
    """A line in pieces of at most 75 bytes, none of which cuts a character."""
    pieces, piece, length = [], "", 0
    for character in line:
        size = len(character.encode())
        if length + size > _LONGEST:
            pieces.append(piece)
            piece, length = " ", 1
        piece += character
        length += size
    return "\r\n".join([*pieces, piece])
