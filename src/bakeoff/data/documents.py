"""Segments and the documents that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Segment:
    """One unit of translation. `id` is unique within its document; `attributes` are what a file gave beside the id."""

    id: str
    text: str
    attributes: Mapping[str, str] = field(default=_NONE)


@dataclass(frozen=True, slots=True)
class Block:
    """Segments that a file wraps together inside a document: a headline (`hl`), paragraph (`p`), `poster`…"""

    kind: str
    segments: tuple[Segment, ...]
    attributes: Mapping[str, str] = field(default=_NONE)


@dataclass(frozen=True, slots=True)
class Document:
    """Segments in order, with what is known of them as a whole: genre, original language, speaker, scene, topic…

    `attributes` holds all but the id under the names `genre`, `origlang`, `subset`, `speaker`… as files use them.
    `numbered` is true where ids were only counted off (plain text), so they say nothing that could be checked.
    """

    id: str
    content: tuple[Segment | Block, ...]
    attributes: Mapping[str, str] = field(default=_NONE)
    numbered: bool = False

    @property
    def segments(self) -> Iterator[Segment]:
        for part in self.content:
            if isinstance(part, Block):
                yield from part.segments
            else:
                yield part

    @property
    def genre(self) -> str | None:
        return self.attributes.get("genre")

    @property
    def original_language(self) -> str | None:
        return self.attributes.get("origlang")
