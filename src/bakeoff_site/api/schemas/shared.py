"""Shapes that all subjects share: errors, findings, pages of a list."""

from __future__ import annotations

from typing import Generic, TypeVar

from ninja import Schema
from pydantic import ConfigDict

T = TypeVar("T")


class Body(Schema):
    """What is sent: a key that is not known is a mistake and not ignored."""

    model_config = ConfigDict(extra="forbid")


class FindingOut(Schema):
    """Something wrong with the input, as `bakeoff check --format json` writes it."""

    code: str
    severity: str
    file: str | None = None
    line: int | None = None
    document: str | None = None
    segment: str | None = None
    found: str
    expected: str
    remedy: str = ""


class ErrorContent(Schema):
    code: str
    message: str
    findings: list[FindingOut]


class ErrorOut(Schema):
    """The shape of every error."""

    error: ErrorContent


class Page(Schema, Generic[T]):
    """A part of a list. `count` is the number of all; `next` is the address of the rest, or null."""

    items: list[T]
    count: int
    next: str | None
