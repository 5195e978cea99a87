"""What someone should do next: rows with one action each, the same on all pages that list them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from django.urls import reverse

TodoState = Literal["blocking", "due", "open", "done"]
"""Something is wrong or too late; the deadline is near; it can be done; it is done."""
NEAR = timedelta(days=7)
"""How long before its deadline something is due."""
_FAR = datetime.max.replace(tzinfo=UTC)
_ORDER: tuple[TodoState, ...] = ("blocking", "due", "open", "done")
_LOOKS: dict[TodoState, tuple[str, str]] = {
    "blocking": ("bad", "error"),
    "due": ("warn", "clock"),
    "open": ("faint", "circle"),
    "done": ("good", "check"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """Something to do, or that was done."""

    title: str
    text: str = ""
    state: TodoState = "open"
    action: str = ""
    """What the button says; empty where there is nothing to press."""
    page: str = ""
    """The name of the page that the button leads to."""
    arguments: tuple[object, ...] = ()
    query: str = ""
    """What follows the address, such as `#files`."""
    due: datetime | None = None
    zone: ZoneInfo | None = None
    """The clocks that the deadline is shown on."""
    where: str = ""
    """The campaign, in a list over several."""

    @property
    def address(self) -> str:
        return reverse(self.page, args=self.arguments) + self.query

    @property
    def colour(self) -> str:
        return _LOOKS[self.state][0]

    @property
    def icon(self) -> str:
        return _LOOKS[self.state][1]


def in_order(todos: Iterable[Todo]) -> tuple[Todo, ...]:
    """The most urgent first, finished ones at the end; else as given."""
    return tuple(sorted(todos, key=lambda todo: (_ORDER.index(todo.state), todo.due or _FAR)))


def state_by(due: datetime | None, now: datetime) -> TodoState:
    """Of something that is to be done until a time."""
    if due is None or due - now > NEAR:
        return "open"
    return "due" if due > now else "blocking"


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 judge`, `3 judges`."""
    return f"{number} {noun}" + ("" if number == 1 else "s")
