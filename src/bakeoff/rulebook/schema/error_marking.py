"""Errors that judges mark: how severe they can be, of which kinds, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, NonNegativeFloat, StringConstraints, model_validator

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import Rules

Severity = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z-]*$", max_length=30)]
Category = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class ErrorMarking(Rules):
    """Which errors judges mark, and what they cost; what is not said is as the protocol has it."""

    severities: Annotated[tuple[Severity, ...], Field(max_length=9)] = ()
    """How severe errors can be called, in the order of their keys 1, 2, 3…"""
    categories: tuple[Category, ...] = ()
    """Kinds of errors; those of a group are `Group/Kind`."""
    notes_for: tuple[Category, ...] | None = None
    """Categories whose errors need a note."""
    complete: tuple[Category, ...] | None = None
    """Categories that are about the complete translation: such an error is its only one."""
    weights: Mapping[str, NonNegativeFloat] | None = None
    """What an error costs, by severity (`major`) or severity and category (`minor Fluency/Punctuation`)."""
    premarked: bool = False
    """Whether judges start from errors that a file marks."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.categories:
            for name in (*(self.notes_for or ()), *(self.complete or ())):
                if name not in self.categories:
                    raise SchemaError("one of the categories", found=repr(name))
        if self.severities and self.weights is not None:
            weighed = {key.split()[0].lower() for key in self.weights if key.split()}
            without = [name for name in self.severities if name.lower() not in weighed]
            if without:
                raise SchemaError("a weight for each severity", found=f"none for {', '.join(without)}")
        return self
