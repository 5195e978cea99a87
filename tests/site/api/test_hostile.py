"""Values that programs stumble over, put into each field of every operation."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from tests.depth import THOROUGH
from tests.site.api.hostile import Hostile, hostile_senders
from tests.site.settings import ON_POSTGRESQL

STORED: tuple[object, ...] = ("\0", "a\0b", "\ud800", "x" * 100_000, "\u202e\u0000", -1, 2**31, 2**63, 10**30)
"""What one database takes and another refuses."""
HOSTILE: tuple[object, ...] = (
    *STORED,
    "../../etc/passwd",
    "%s%n{0}",
    "",
    " ",
    0,
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


@pytest.mark.long
def test_values_that_programs_stumble_over(make_world: Any) -> None:
    with hostile_senders(make_world("preliminary")) as senders:
        for sender in senders:
            _stumble(sender)


_EVERYTHING = THOROUGH or not ON_POSTGRESQL
"""Otherwise only values that databases differ about: the rest is refused before it gets there."""
_SENT = HOSTILE if _EVERYTHING else STORED
_PLACES = count()


def _values() -> tuple[object, ...]:
    """For one place of a request: all in a thorough run, else one of them, and another in the next place."""
    return _SENT if THOROUGH else (_SENT[next(_PLACES) % len(_SENT)],)


def _stumble(hostile: Hostile) -> None:
    for name in hostile.arguments:
        for value in _values():
            hostile.send(arguments={name: value}, query=hostile.query, body=hostile.body)
    for name in hostile.operation.query:
        for value in _values():
            hostile.send(query={**hostile.query, name: value}, body=hostile.body)
    if isinstance(hostile.body, dict):
        for name in hostile.operation.fields:
            for value in _values():
                hostile.send(query=hostile.query, body={**hostile.body, name: value})
    if _EVERYTHING:
        _malform(hostile)


def _malform(hostile: Hostile) -> None:
    """Leaves out what is asked for, and sends what cannot be read."""
    for name in hostile.query:
        rest = {key: value for key, value in hostile.query.items() if key != name}
        hostile.send(query=rest, body=hostile.body)
    broken: tuple[object, ...] = ()
    if isinstance(hostile.body, bytes):
        broken = (b"", b"\0", b"\xff\xfe", b"<" * 1000, b"PK\x03\x04", b"\x1f\x8b")
    if isinstance(hostile.body, dict):
        for name in hostile.body:
            rest = {key: value for key, value in hostile.body.items() if key != name}
            hostile.send(query=hostile.query, body=rest)
        broken = (*_values(), {**hostile.body, "unknown": 1}, b"{", b"\xff", b'{"a": 1e999}', b"[" * 5000)
    for body in broken:
        hostile.send(query=hostile.query, body=body)
