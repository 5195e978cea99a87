"""Lists of judges to invite as people paste or upload them: an address on each line, or a table with commas."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

_BETWEEN = re.compile(r"[;\s]+")
_DISPLAYED = re.compile(r"^[^<>]*<([^<>]+)>$")
"""`Ann Able <ann@example.org>`, as mail programs copy it."""


@dataclass(slots=True)
class JudgeList:
    """Addresses with what each judge starts with, and what is wrong with the list."""

    people: dict[str, tuple[str, ...]] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)


def read_judges(text: str, *, choosable: Collection[str]) -> JudgeList:
    """Reads one judge a line: an address and, after a comma, language pairs and test sets between blanks.

    A first line `email,…` is a heading. Without anything after the address, a judge gets all.
    """
    found, lines = JudgeList(), dict[str, int]()
    for number, row in enumerate(csv.reader(text.splitlines()), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and cells[0].lower() in ("email", "address", "email address")):
            continue
        address = _DISPLAYED.sub(r"\1", cells[0]).strip()
        chosen = tuple(part for cell in cells[1:] for part in _BETWEEN.split(cell) if part)
        if mistake := _mistake(address, chosen, choosable):
            found.mistakes.append(f"Line {number}: {mistake}")
        elif (before := lines.setdefault(address.lower(), number)) != number:
            found.mistakes.append(f"Line {number}: {address} is in line {before} already. Delete one of them.")
        else:
            found.people[address] = chosen
    return found


def _mistake(address: str, chosen: tuple[str, ...], choosable: Collection[str]) -> str:
    try:
        validate_email(address)
    except ValidationError:
        return f"expected an email address, found {address[:100]!r}."
    unknown = [each for each in chosen if each not in choosable]
    if unknown and not choosable:
        return f"found {unknown[0][:80]!r} after the address, but judges of this task choose nothing. Delete it."
    return f"expected one of {', '.join(choosable)}, found {unknown[0][:80]!r}." if unknown else ""
