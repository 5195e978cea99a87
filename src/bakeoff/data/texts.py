"""Texts of a test set: its source, its references, the runs of systems on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bakeoff.data.attributes import NO_ATTRIBUTES, frozen
from bakeoff.data.documents import Document, Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSet:
    """Documents of one text of a test set, in order.

    `test_set` is the id that source, references and runs share; None where the file has none (plain text).
    `file` is where the text was read, for messages; it takes no part in comparisons.
    """

    documents: tuple[Document, ...]
    test_set: str | None = None
    source_language: str | None = None
    attributes: Mapping[str, str] = field(default=NO_ATTRIBUTES)
    file: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", frozen(self.attributes))

    @property
    def label(self) -> str:
        """What distinguishes this text from the others of its test set."""
        return "source"

    @property
    def segments(self) -> Iterator[Segment]:
        for document in self.documents:
            yield from document.segments


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSet(TextSet):
    """The source text that systems translate or transcribe."""

    __test__ = False  # not a pytest class


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceSet(TextSet):
    """One reference translation of a test set; `name` distinguishes it from the others (refid, translator)."""

    name: str
    target_language: str | None = None

    @property
    def label(self) -> str:
        return f"reference {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(TextSet):
    """One system's output on one test set; `system` is its name (sysid)."""

    system: str
    target_language: str | None = None

    @property
    def label(self) -> str:
        return f"run {self.system}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplement(TextSet):
    """Further text to a test set that is neither its source nor a translation; `kind` says what (WMT XML)."""

    kind: str

    @property
    def label(self) -> str:
        return self.kind
