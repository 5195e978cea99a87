"""Long lists, shown page by page."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True, slots=True)
class Pages:
    """Where one is in a long list."""

    number: int
    count: int
    found: int

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.count else None


def pages_of(total: int, page: int, *, a_page: int) -> Pages:
    count = max(1, -(-total // a_page))
    return Pages(min(max(page, 1), count), count, total)


def page_number(asked: QueryDict, name: str) -> int:
    """A number from 1 on that an address names; what is none is 1."""
    text = asked.get(name) or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1
