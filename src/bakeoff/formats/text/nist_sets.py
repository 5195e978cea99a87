"""What NIST XML and the older SGML share: sets of documents, of segments bare or wrapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.text.text_file import Role, place_in, said, text_set

SETS: Mapping[str, Role] = {"srcset": "source", "refset": "reference", "tstset": "run"}
NAMES = {"srcset": None, "refset": "refid", "tstset": "sysid"}
"""The attribute that names a set among its like."""


@dataclass(slots=True)
class OpenSet:
    """A set while its documents are being read."""

    element: str
    attributes: dict[str, str]
    documents: list[Document] = field(default_factory=list)

    def closed(self, name: str, documents: Sequence[Document], file: str) -> TextSet:
        """The set with the given name and documents."""
        rest = dict(self.attributes)
        fields: dict[str, object] = {
            "documents": tuple(documents),
            "test_set": rest.pop("setid", None),
            "source_language": rest.pop("srclang", None),
            "file": file,
        }
        if self.element != "srcset":
            fields["target_language"] = rest.pop("trglang", None)
        return text_set(SETS[self.element], name, attributes=rest, **fields)


class Builder:
    """Puts elements together: `start` and `end` for each, `end` of a segment with its text."""

    __slots__ = ("_attributes", "_block", "_content", "_document", "_segment", "current")

    def __init__(self) -> None:
        self.current: OpenSet | None = None
        self._document: Mapping[str, str] = {}
        self._content: list[Segment | Block] = []
        self._block: tuple[str, Mapping[str, str], list[Segment]] | None = None
        self._segment: Mapping[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "seg":
            self._segment = attributes
        elif name in SETS:
            self.current = OpenSet(name, dict(attributes))
        elif name == "doc":
            self._document, self._content = attributes, []
        elif name != "mteval":
            self._block = (name, attributes, [])

    def end(self, name: str, text: str = "") -> None:
        if name == "seg":
            (self._content if self._block is None else self._block[2]).append(_segment(self._segment, text))
        elif name == "doc":
            rest = dict(self._document)
            document = Document(rest.pop("docid"), tuple(self._content), rest)
            if self.current is not None:
                self.current.documents.append(document)
        elif self._block is not None and name == self._block[0]:
            kind, attributes, segments = self._block
            self._content.append(Block(kind, tuple(segments), attributes))
            self._block = None


def _segment(attributes: Mapping[str, str], text: str) -> Segment:
    if len(attributes) == 1:
        return Segment(attributes["id"], text)
    rest = dict(attributes)
    return Segment(rest.pop("id"), text, rest)


def element_of(text: TextSet, title: str) -> str:
    """The element that holds a text."""
    match text:
        case TestSet():
            return "srcset"
        case ReferenceSet():
            return "refset"
        case Run():
            return "tstset"
    raise FormatError(
        place=place_in(text),
        expected=f"a source, references or runs for {title}",
        found="a supplement",
        remedy="Choose texts by --role or --set.",
    )


def check_one_kind(sets: Sequence[TextSet], title: str) -> None:
    """A file holds one source, or references, or runs."""
    elements = [element_of(text, title) for text in sets]
    if not sets or len(set(elements)) > 1 or elements.count("srcset") > 1:
        raise FormatError(
            place=Place(sets[0].file) if sets else None,
            expected=f"one source, or references, or runs for {title}",
            found=said(sets),
            remedy="Choose by --role source, reference or run.",
        )


def set_attributes(text: TextSet) -> dict[str, str | None]:
    """The attributes of the set's own element but the name, under NIST's names."""
    languages = {"srclang": text.source_language}
    if isinstance(text, ReferenceSet | Run):
        languages["trglang"] = text.target_language
    return {"setid": text.test_set, **languages}
