"""Segments and the documents that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bakeoff.data.attributes import NO_ATTRIBUTES, frozen


@dataclass(frozen=True, slots=True)
class Segment:
    """One unit of translation. `id` is unique within its document; `attributes` are what a file gave next to the id."""

    id: str
    text: str
    attributes: Mapping[str, str] = field(default=NO_ATTRIBUTES)

    def __post_init__(self) -> None:
        if self.attributes is not NO_ATTRIBUTES:
            object.__setattr__(self, "attributes", frozen(self.attributes))


@dataclass(frozen=True, slots=True)
class Block:
    """Segments that a file wraps together inside a document: a headline (`hl`), paragraph (`p`), `poster`…"""

    kind: str
    segments: tuple[Segment, ...]
    attributes: Mapping[str, str] = field(default=NO_ATTRIBUTES)

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", frozen(self.attributes))


@dataclass(frozen=True, slots=True)
class Document:
    """Segments in order, with what is known about all of them: genre, original language, speaker, scene, topic…

    `attributes` holds all but the id under the names `genre`, `origlang`, `subset`, `speaker`… as files use them.
    `numbered` is true where ids were only counted off (plain text), so they say nothing that could be checked.
    """

    id: str
    content: tuple[Segment | Block, ...]
    attributes: Mapping[str, str] = field(default=NO_ATTRIBUTES)
    numbered: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", frozen(self.attributes))

    @property
    def segments(self) -> Iterator[Segment]:
        for part in self.content:
            if isinstance(part, Block):
                yield from part.segments
            else:
                yield part

    @property
    def segment_attributes(self) -> Iterator[tuple[Segment, Mapping[str, str]]]:
        """Each segment with its own attributes and those of what wraps it; the segment's own count before these."""
        for part in self.content:
            if isinstance(part, Segment):
                yield part, part.attributes
                continue
            for segment in part.segments:
                own = {**part.attributes, **segment.attributes} if part.attributes else segment.attributes
                yield segment, own

    @property
    def genre(self) -> str | None:
        return self.attributes.get("genre")
