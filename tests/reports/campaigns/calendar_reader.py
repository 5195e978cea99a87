"""Reads calendar files by the letter of RFC 5545, and nothing else."""

from __future__ import annotations

import re

_LINE = re.compile(r"(?P<name>[A-Z0-9-]+)(?P<parameters>(;[^:]*)?):(?P<value>.*)", re.DOTALL)


def read_events(text: str) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The properties of a calendar and those of its events, with their texts as people wrote them."""
    assert text.endswith("\r\n")
    physical = text.removesuffix("\r\n").split("\r\n")
    assert all(len(line.encode()) <= 75 for line in physical), "a line is longer than 75 bytes"
    assert not any("\n" in line or "\r" in line for line in physical)
    lines: list[str] = []
    for line in physical:
        if line.startswith((" ", "\t")):
            lines[-1] += line[1:]
        else:
            lines.append(line)
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    calendar: dict[str, str] = {}
    events: list[dict[str, str]] = []
    current = calendar
    for line in lines[1:-1]:
        match = _LINE.fullmatch(line)
        assert match, line
        name, value = match["name"], match["value"]
        if (name, value) == ("BEGIN", "VEVENT"):
            events.append({})
            current = events[-1]
        elif (name, value) == ("END", "VEVENT"):
            current = calendar
        else:
            assert name not in current, f"{name} twice"
            current[name] = unescaped(value)
    return calendar, events


def unescaped(text: str) -> str:
    assert not re.search(r"(?<!\\)(\\\\)*[;,]", text), f"{text} has a bare comma or semicolon"
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], text)
