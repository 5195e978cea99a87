"""What all chapters of a rulebook have in common: how a rule is written, named and referred to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationInfo, field_validator

from bakeoff.data.names import PLAIN_NAME, refused_character
from bakeoff.rulebook.mistakes import SchemaError

_RUNNING_TEXTS = frozenset(
    (
        "citation",
        "consent",
        "conventions",
        "description",
        "disclaimer",
        "duty",
        "instructions",
        "metrics_note",
        "note",
        "publication",
        "publication_disclaimer",
        "text",
        "why",
    )
)
"""Keys of texts that may have several lines."""


KEPT = "kept"
"""Context of a rulebook that was checked when it was written."""


class Rules(BaseModel):
    """A table of a rulebook. Unknown keys are mistakes; nothing changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    @field_validator("*")
    @classmethod
    def _is_plain(cls, value: Any, info: ValidationInfo) -> Any:
        """Whatever is no running text is shown in a line of a table, a mail or a menu."""
        if info.field_name not in _RUNNING_TEXTS and info.context != KEPT:
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str) and (found := refused_character(text)):
                    raise SchemaError(PLAIN_NAME, found=found, remedy="Write it without that character.")
        return value


class Named(Rules):
    """A table with a name of its own: `[phases.dry-run]`."""

    id: str
    title: str = ""
    """What people call it; without one, its name."""

    @property
    def label(self) -> str:
        """What people call it."""
        return self.title or self.id


Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$", max_length=80)]


def _with_names(tables: Any) -> Any:
    """Gives every table its own name."""
    if not isinstance(tables, Mapping):
        return tables
    return {
        name: {**table, "id": name} if isinstance(table, Mapping) and "id" not in table else table
        for name, table in tables.items()
    }


Named_ = BeforeValidator(_with_names)


@dataclass(frozen=True, slots=True)
class RefersTo:
    """Marks a string of the schema that must be the name of a table: `RefersTo("phases")`.

    `beside` are words that are allowed, too. References are checked all at once after reading (see `references`),
    so that a mistake elsewhere hides none of them.
    """

    tables: str
    beside: tuple[str, ...] = ()


LanguagePairId = Annotated[str, RefersTo("language_pairs")]
TrackId = Annotated[str, RefersTo("tracks")]
ConditionId = Annotated[str, RefersTo("conditions")]
TestSetId = Annotated[str, RefersTo("test_sets")]
PhaseId = Annotated[str, RefersTo("phases")]
ResourceId = Annotated[str, RefersTo("resources")]
SystemTypeId = Annotated[str, RefersTo("submission.system_types")]
HumanId = Annotated[str, RefersTo("human")]
CrowdId = Annotated[str, RefersTo("crowds")]
PackageId = Annotated[str, RefersTo("submission.packages")]
SystemId = Annotated[str, RefersTo("systems")]
