"""All formats under their names. Their modules are loaded when a file is read or written, not before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Literal, Protocol, cast

from bakeoff.data import Block, TextSet
from bakeoff.errors import ExpressionError
from bakeoff.formats.sources import Source
from bakeoff.formats.text.text_file import Role

Feature = Literal["test set", "documents", "segment attributes"]

_WORDS: Mapping[Feature, str] = {
    "test set": "test set, languages and attributes of the set",
    "documents": "documents, their attributes and the segments' ids",
    "segment attributes": "attributes of segments",
}


class FormatModule(Protocol):
    """What the module of a format offers."""

    def read(self, source: Source, *, role: Role) -> tuple[TextSet, ...]:
        """The text sets of a file; `role` is what the text is where the format does not say."""

    def write(self, sets: Sequence[TextSet]) -> Iterator[str]:
        """The file's content, piece by piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format: how to call and to recognise it, what of a text it can hold, and which module reads it."""

    name: str
    title: str
    endings: tuple[str, ...]
    module: str
    holds: frozenset[Feature]
    wrappers: tuple[str, ...] | None = ()
    """Kinds of block that it can hold; None for any."""
    roots: tuple[str, ...] = ()
    """Names of the first element of a file with markup."""
    recognises: Callable[[str], bool] | None = None
    """Whether a text starts like one of this format, where it has no markup."""

    def load(self) -> FormatModule:
        return cast(FormatModule, import_module(self.module))

    def losses(self, sets: Sequence[TextSet]) -> tuple[str, ...]:
        """What of the texts the format cannot hold and leaves out, in words."""
        documents = [document for text in sets for document in text.documents]
        kinds = {part.kind for document in documents for part in document.content if isinstance(part, Block)}
        features: Mapping[Feature, bool] = {
            "test set": any(text.test_set or text.source_language or text.attributes for text in sets),
            "documents": any(not document.numbered for document in documents),
            "segment attributes": any(segment.attributes for document in documents for segment in document.segments),
        }
        lost = [_WORDS[feature] for feature in _WORDS if features[feature] and feature not in self.holds]
        if self.wrappers is not None and (kinds := kinds.difference(self.wrappers)):
            lost.append(f"wrappers of segments ({', '.join(sorted(kinds))})")
        return tuple(lost)


def _starts_as_tsv(text: str) -> bool:
    columns = text.partition("\n")[0].rstrip("\r").split("\t")
    # A header that plain text would hardly start with; other tables are known by their ending.
    return "text" in columns and ("document" in columns or "segment" in columns)


def _starts_as_json_lines(text: str) -> bool:
    return re.match(r'\s*\{.*"text"\s*:', text) is not None


_MARKUP: frozenset[Feature] = frozenset(_WORDS)
_ROWS: frozenset[Feature] = frozenset(["documents"])

_BUILT_IN = (
    Format(
        name="nist-xml",
        title="NIST XML",
        endings=(".xml",),
        roots=("mteval",),
        module="bakeoff.formats.text.nist_xml",
        holds=_MARKUP,
        wrappers=None,
    ),
    Format(
        name="nist-sgml",
        title="NIST SGML",
        endings=(".sgm", ".sgml"),
        roots=("srcset", "refset", "tstset"),
        module="bakeoff.formats.text.nist_sgml",
        holds=_MARKUP,
        wrappers=None,
    ),
    Format(
        name="wmt-xml",
        title="WMT XML",
        endings=(".xml",),
        roots=("dataset",),
        module="bakeoff.formats.text.wmt_xml",
        holds=_MARKUP,
        wrappers=("p",),
    ),
    Format(
        name="json-lines",
        title="JSON Lines",
        endings=(".jsonl",),
        module="bakeoff.formats.text.json_lines",
        holds=_ROWS,
        recognises=_starts_as_json_lines,
    ),
    Format(
        name="tsv",
        title="TSV",
        endings=(".tsv",),
        module="bakeoff.formats.text.tsv",
        holds=_ROWS,
        recognises=_starts_as_tsv,
    ),
    Format(
        name="plain-text",
        title="plain text",
        endings=(".txt",),
        module="bakeoff.formats.text.plain_text",
        holds=frozenset(),
    ),
)


OWN: Mapping[str, Format] = MappingProxyType({format_.name: format_ for format_ in _BUILT_IN})
"""The formats that come with Bakeoff."""


@cache
def formats() -> Mapping[str, Format]:
    """Every format by name; other distributions add theirs through the entry-point group `bakeoff.formats`."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - as slow to load as all the rest

    known = dict(OWN)
    for entry in entry_points(group="bakeoff.formats"):
        added: Format = entry.load()
        if added.name in known:
            raise ValueError(f"two formats are called {added.name}")
        known[added.name] = added
    return MappingProxyType(known)


def in_turn() -> Iterator[Mapping[str, Format]]:
    """Our own formats, then all: finding those of other distributions takes longer than reading most files."""
    yield OWN
    yield formats()


def format_named(name: str) -> Format:
    """The format with a name, or an error that lists them all."""
    if name in OWN:
        return OWN[name]
    if name not in formats():
        raise ExpressionError(f"there is no format {name!r}; the formats are: {', '.join(formats())}.")
    return formats()[name]


def titles() -> str:
    """All formats in words, for messages."""
    return ", ".join(f"{format_.title} ({name})" for name, format_ in formats().items())
