"""Whatever is sent to an operation, the answer is never a crash, and every error has the one shape.

Requests are made of our own OpenAPI document: by schemathesis, which writes what fits a schema and what does not, and
by putting values into each field that programs stumble over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from bakeoff_site.api.errors import CODES
from bakeoff_site.api.v1 import api
from bakeoff_site.core.http.limits import BUCKETS
from tests.depth import THOROUGH
from tests.site.api.conftest import Asking, as_
from tests.site.permissions import OPERATIONS as ROWS
from tests.site.permissions.rows import Operation
from tests.site.responses import ClientResponse
from tests.site.settings import ON_POSTGRESQL
from tests.site.world import Role, World

DOCUMENT = api.get_openapi_schema()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
FOUND: list[Any] = list(SCHEMA.get_all_operations())
OPERATIONS = {each.ok().definition.raw["operationId"]: each.ok() for each in FOUND}
EXAMPLES = 12 if THOROUGH else 1 if ON_POSTGRESQL else 3
HOSTILE: tuple[object, ...] = (
    "\0",
    "a\0b",
    "\ud800",
    "x" * 100_000,
    "../../etc/passwd",
    "%s%n{0}",
    "\u202e\u0000",
    "",
    " ",
    -1,
    0,
    2**31,
    2**63,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    True,
    None,
    [],
    [[]],
    {},
    {"a": {"b": []}},
)
_SURROGATES = re.compile("[\ud800-\udfff]")
ACTING: tuple[Role, ...] = ("owner", "rival", "judge", "organiser", "administrator")


@dataclass
class Hostile:
    """Sends to one operation, as somebody who may do it, about things that there are."""

    row: Operation
    asking: Asking
    arguments: Mapping[str, object]
    query: Mapping[str, object]
    body: object
    method: str
    path: str
    faults: list[str] = field(default_factory=list)

    def send(
        self, *, arguments: Mapping[str, Any] | None = None, query: Mapping[str, Any] | None = None, body: object = None
    ) -> None:
        BUCKETS.clear()
        parts = {name: quote(_text(value), safe="") for name, value in {**self.arguments, **(arguments or {})}.items()}
        address, asked = self.path.format(**parts), {name: _text(value) for name, value in (query or {}).items()}
        said = f"{self.method} {address[:200]} {str(asked)[:200]} {str(body)[:300]}"
        try:
            with transaction.atomic():
                response = self.asking.send(self.method, address, body, query=asked)
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


@pytest.fixture
def world(make_world: Any) -> World:
    made: World = make_world("preliminary")
    return made


@pytest.fixture
def senders(world: World) -> Iterator[list[Hostile]]:
    """One for each operation."""
    made = [_sender(name, world) for name in OPERATIONS]
    yield made
    faults = [fault for sender in made for fault in sender.faults]
    assert not faults, "\n".join(faults)


def _sender(name: str, world: World) -> Hostile:
    row = max((each for each in ROWS if each.name == name), key=lambda each: _reach(each)[0])
    _, role = _reach(row)
    operation = OPERATIONS[name]
    arguments = {"slug": world.campaign.slug, "team_id": world.team.pk, **row.arguments(world)}
    spoken = {key: value for key, value in arguments.items() if f"{{{key}}}" in operation.path}
    body = row.body(world) if callable(row.body) else row.body
    asking, method = as_(world.people[role]), operation.method.upper()
    return Hostile(row, asking, spoken, row.asked(world), body, method, operation.path.removeprefix("/api/v1"))


def _reach(row: Operation) -> tuple[int, Role]:
    """How far somebody gets, and who: the furthest is what is worth trying."""
    depth = {"done": 3, "refused": 2, "invalid": 2}
    return max((depth.get(row.at("preliminary")[role], 0), role) for role in ACTING)


@pytest.mark.long
def test_values_that_programs_stumble_over(senders: list[Hostile]) -> None:
    for sender in senders:
        _stumble(sender)


_PART = 1 if THOROUGH else 16
_PLACES = count(_PART // 2 if ON_POSTGRESQL else 0)
"""The two databases are sent different values in the same place."""


def _values() -> tuple[object, ...]:
    """For one place of a request: all in a thorough run, else a part of them, other ones in the next place."""
    return HOSTILE[next(_PLACES) % _PART :: _PART]


def _stumble(hostile: Hostile) -> None:
    operation = OPERATIONS[hostile.row.name]
    for name in hostile.arguments:
        for value in _values():
            hostile.send(arguments={name: value}, query=hostile.query, body=hostile.body)
    for parameter in operation.query:
        for value in _values():
            hostile.send(query={**hostile.query, parameter.name: value}, body=hostile.body)
        rest = {name: value for name, value in hostile.query.items() if name != parameter.name}
        hostile.send(query=rest, body=hostile.body)
    if isinstance(hostile.body, bytes):
        for data in (b"", b"\0", b"\xff\xfe", b"<" * 1000, b"PK\x03\x04", b"\x1f\x8b"):
            hostile.send(query=hostile.query, body=data)
    if isinstance(hostile.body, dict):
        for name in _fields(hostile.row.name):
            for value in _values():
                hostile.send(query=hostile.query, body={**hostile.body, name: value})
            hostile.send(query=hostile.query, body={key: each for key, each in hostile.body.items() if key != name})
        for body in (*_values(), {**hostile.body, "unknown": 1}, b"{", b"\xff", b'{"a": 1e999}', b"[" * 5000):
            hostile.send(query=hostile.query, body=body)


def _fields(name: str) -> list[str]:
    """The fields of what an operation takes."""
    content = OPERATIONS[name].definition.raw["requestBody"]["content"]
    shape = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return list(DOCUMENT["components"]["schemas"][shape]["properties"])


@pytest.mark.long
def test_what_schemathesis_makes_of_the_document(senders: list[Hostile]) -> None:
    for sender in senders:
        _made_up(sender)


def _made_up(hostile: Hostile) -> None:
    operation = OPERATIONS[hostile.row.name]
    cases = st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )

    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def try_out(case: schemathesis.Case[Any]) -> None:
        body = case.body if isinstance(case.body, (bytes, dict, list, str, int, float, bool)) else None
        hostile.send(query=case.query, body=body)
        hostile.send(arguments=case.path_parameters, query=case.query, body=body)

    try_out()
