"""Shapes that all subjects share: errors, findings, pages of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Generic, TypeVar

from ninja import Schema
from pydantic import ConfigDict, model_validator

from bakeoff.data.findings import Severity

T = TypeVar("T")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class Body(Schema):
    """What is sent: a key that is not known is a mistake and not ignored."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, content: object) -> object:
        """No database holds NUL, and no encoding half a surrogate pair."""
        if any(_NO_TEXT.search(text) for text in _texts(content)):
            raise ValueError("text without NUL and without halves of surrogate pairs is expected")
        return content


def _texts(content: object) -> Iterator[str]:
    """All keys and texts in what was sent, however deep."""
    waiting = [content]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as entries:
                waiting += [*entries.keys(), *entries.values()]
            case list() as items:
                waiting += items


class FindingOut(Schema):
    """Something wrong with the input, as `bakeoff check --format json` writes it."""

    code: str
    severity: Severity
    file: str | None = None
    line: int | None = None
    document: str | None = None
    segment: str | None = None
    found: str
    expected: str
    remedy: str


class ProblemOut(Schema):
    """Every error: problem details (RFC 9457) with a code for programs and the findings."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    findings: list[FindingOut]


class Page(Schema, Generic[T]):
    """A part of a list. `count` is the number of all; `next` is the address of the rest, or null."""

    items: list[T]
    count: int
    next: str | None
