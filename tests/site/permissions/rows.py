"""How rows of the tables are written: what happens when each role asks for something, at every moment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from tests.depth import THOROUGH
from tests.site.world import MOMENTS, Moment, Role, World

Seen = Literal["shown", "redirected", "sign in", "forbidden", "not found", "gone", "refused"]
"""Of a page: 200 or 201; 302 to somewhere; 302 to the sign-in page; 403; 404; 410; 400, 405 or 409."""
Answered = Literal["done", "token", "forbidden", "not found", "refused", "invalid"]
"""Of an operation of the API: 200, 201 or 204; 401; 403; 404; 409; 422."""
Outcome = TypeVar("Outcome", bound=str)
Said = TypeVar("Said")
Arguments = Callable[[World], dict[str, Any]]


def nothing(_world: World) -> dict[str, object]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Row(Generic[Outcome]):
    """What happens when each of them asks."""

    name: str
    """What they ask for; several rows may speak of one."""
    outcomes: Mapping[Role, Outcome]
    """At every moment of which `in_phase` says nothing else."""
    in_phase: Mapping[Moment, Mapping[Role, Outcome]] = field(default_factory=dict)
    arguments: Arguments = nothing
    """Of its address."""
    about: str = ""
    """Which of the things at an address, where several rows speak of it."""

    def __str__(self) -> str:
        return f"{self.name} {self.about}".strip()

    def at(self, moment: Moment) -> Mapping[Role, Outcome]:
        return self.in_phase.get(moment, self.outcomes)


@dataclass(frozen=True, kw_only=True)
class Page(Row[Seen]):
    """An address of the site, by its name."""

    method: Literal["get", "post"] = "get"
    data: Arguments = nothing

    def __str__(self) -> str:
        return " ".join(filter(None, [self.method, self.name, self.about]))


@dataclass(frozen=True, kw_only=True)
class Operation(Row[Answered]):
    """An operation of the API. Everybody has a token with all scopes, but for the visitor, who has none."""

    query: Mapping[str, object] | Arguments = field(default_factory=dict)
    body: object = None
    """What is sent, or how it is made of the world; so is the query."""

    def asked(self, world: World) -> dict[str, Any]:
        """The query of its address."""
        return dict(self.query(world) if callable(self.query) else self.query)


R = TypeVar("R", bound=Row[Any])
_TURNS = 4


def asked_at(moment: Moment, rows: Sequence[R], *, watched: Collection[str]) -> list[R]:
    """The rows to try at a moment; `watched` are those that must show secrets."""
    turn = MOMENTS.index(moment)
    return [
        row
        for number, row in enumerate(rows)
        if is_asked([row.at(each) for each in MOMENTS], number, turn, is_watched=str(row) in watched)
    ]


def is_asked(said: Sequence[Mapping[Role, str]], number: int, turn: int, *, is_watched: bool) -> bool:
    """Whether a row is tried at a moment, by what it says of every moment in order.

    A thorough run tries it at all of them. Any other tries a row that changes on both sides of every change, or at
    every moment if it must show secrets, and a row that never changes at one moment: others have their turn at others.
    At moments that are alike the site asks the same questions.
    """
    here = said[turn]
    if THOROUGH or any(each != here for each in said[max(turn - 1, 0) : turn + 2]):
        return True
    if any(each != here for each in said):
        return is_watched
    return number % len(said) == turn


def is_its_turn(number: int, turn: int) -> bool:
    """Whether a row is tried this time: always in a thorough run, else every fourth time."""
    return THOROUGH or number % _TURNS == turn % _TURNS


def since(moment: Moment, outcomes: Said) -> dict[Moment, Said]:
    """From a moment on."""
    return dict.fromkeys(MOMENTS[MOMENTS.index(moment) :], outcomes)


def during(outcomes: Said, *moments: Moment) -> dict[Moment, Said]:
    return dict.fromkeys(moments, outcomes)
