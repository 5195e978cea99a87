"""Whatever is sent to an operation, the answer is never a crash, and every error has the one shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import quote

from django.db import transaction

from bakeoff_site.api.errors import CODES
from bakeoff_site.api.v1 import api
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.api.conftest import Asking, as_
from tests.site.permissions import OPERATIONS as ROWS
from tests.site.permissions.rows import Operation
from tests.site.responses import ClientResponse
from tests.site.world import Role, World

_SURROGATES = re.compile("[\ud800-\udfff]")
ACTING: tuple[Role, ...] = ("owner", "rival", "judge", "organiser", "administrator")


@dataclass(frozen=True, slots=True)
class Described:
    """An operation as our OpenAPI document describes it."""

    method: str
    path: str
    query: tuple[str, ...]
    fields: tuple[str, ...]
    """Of its body."""


@cache
def document() -> Mapping[str, Any]:
    return api.get_openapi_schema()


@cache
def operations() -> Mapping[str, Described]:
    """By their ids."""
    return {
        operation["operationId"]: Described(
            method=method.upper(),
            path=path.removeprefix("/api/v1"),
            query=tuple(each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"),
            fields=_fields(operation),
        )
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def _fields(operation: Mapping[str, Any]) -> tuple[str, ...]:
    """Of an object that the operation takes."""
    taken = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if taken is None:
        return ()
    shape = taken["schema"]["$ref"].rpartition("/")[2]
    return tuple(document()["components"]["schemas"][shape]["properties"])


@contextmanager
def hostile_senders(world: World) -> Iterator[list[Hostile]]:
    """One for each operation; what they find is said at the end."""
    made = [_sender(name, world) for name in operations()]
    yield made
    faults = [fault for sender in made for fault in sender.faults]
    assert not faults, "\n".join(faults)


@dataclass
class Hostile:
    """Sends to one operation, as somebody who may do it, about things that there are."""

    operation: Described
    row: Operation
    asking: Asking
    arguments: Mapping[str, object]
    query: Mapping[str, object]
    body: object
    faults: list[str] = field(default_factory=list)

    def send(
        self, *, arguments: Mapping[str, Any] | None = None, query: Mapping[str, Any] | None = None, body: object = None
    ) -> None:
        BUCKETS.clear()
        parts = {name: quote(_text(value), safe="") for name, value in {**self.arguments, **(arguments or {})}.items()}
        address, asked = (
            self.operation.path.format(**parts),
            {name: _text(value) for name, value in (query or {}).items()},
        )
        said = f"{self.operation.method} {address[:200]} {str(asked)[:200]} {str(body)[:300]}"
        try:
            with transaction.atomic():
                response = self.asking.send(self.operation.method, address, body, query=asked)
                self._look_at(response, said)
                transaction.set_rollback(True)
        except Exception as error:
            self.faults.append(f"{said}: {type(error).__name__}: {str(error)[:300]}")

    def _look_at(self, response: ClientResponse, said: str) -> None:
        if response.status_code < 400:
            return
        if response.status_code >= 500:
            self.faults.append(f"{said}: {response.status_code}")
            return
        error = response.json()
        if set(error) != {"type", "title", "status", "detail", "code", "findings"} or error["code"] not in {
            *CODES.values(),
            "scope",
        }:
            self.faults.append(f"{said}: {response.content[:300]!r}")


def _text(value: object) -> str:
    """As a program that is not careful writes it into an address."""
    return str(value).encode(errors="surrogatepass").decode("latin-1") if _is_odd(value) else str(value)


def _is_odd(value: object) -> bool:
    return isinstance(value, str) and _SURROGATES.search(value) is not None


def _sender(name: str, world: World) -> Hostile:
    row = max((each for each in ROWS if each.name == name), key=lambda each: _reach(each)[0])
    _, role = _reach(row)
    operation = operations()[name]
    arguments = {"slug": world.campaign.slug, "team_id": world.team.pk, **row.arguments(world)}
    spoken = {key: value for key, value in arguments.items() if f"{{{key}}}" in operation.path}
    body = row.body(world) if callable(row.body) else row.body
    return Hostile(operation, row, as_(world.people[role]), spoken, row.asked(world), body)


def _reach(row: Operation) -> tuple[int, Role]:
    """How far somebody gets, and who: the furthest is what is worth trying."""
    depth = {"done": 3, "refused": 2, "invalid": 2}
    return max((depth.get(row.at("preliminary")[role], 0), role) for role in ACTING)
