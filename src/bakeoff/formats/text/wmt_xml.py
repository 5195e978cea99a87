"""Today's WMT XML: in each document the source, its references (`ref`) and the outputs of systems (`hyp`) together.

A file gives one source, a reference for each translator, a run for each system and a supplement for each type; a text
that some documents lack simply has fewer documents. A document's collection becomes its attribute `collection`. The
language of a text belongs to the set, or, where documents differ, is their attribute `lang`. A reference without a
translator is called `ref`. The rules are those of the schema of wmt-format-tools, except that a `hyp` without `lang`,
or with `language` (as in the sample of those tools), is accepted, and further attributes of documents, paragraphs and
segments are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, Supplement, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.safe_xml import Event, parse
from bakeoff.formats.markup.xml_rules import Rule, checked, refuse
from bakeoff.formats.sources import Source
from bakeoff.formats.text.outlines import Outline, OutlinedDocument, OutlinedSet
from bakeoff.formats.text.text_file import Role
from bakeoff.formats.text.wmt_writer import OWN_ATTRIBUTES, UNNAMED, write

__all__ = ["RULES", "read", "write"]

RULES = {
    "dataset": Rule(children=("collection", "doc"), required=("id",), further=True),
    "collection": Rule(children=("doc",), least=1, required=("id",)),
    "doc": Rule(
        children=("src", "ref", "hyp", "supplemental"),
        content=re.compile("((ref|hyp|supplemental) )*src ((ref|hyp|supplemental) )*"),
        said="one src",
        required=("id", "origlang"),
        optional=("testsuite", "domain"),
        further=True,
    ),
    "src": Rule(children=("p",), least=1, required=("lang",), optional=("translator",)),
    "ref": Rule(children=("p",), least=1, required=("lang",), optional=("translator",)),
    "hyp": Rule(children=("p",), least=1, required=("system",), optional=("lang", "language")),
    "supplemental": Rule(children=("p",), least=1, required=("type",)),
    "p": Rule(children=("seg",), further=True),
    "seg": Rule(required=("id",), optional=("type",), further=True, text=True),
}
_ROLES = {"src": "source", "ref": "reference", "hyp": "run", "supplemental": "supplement"}
_LABELS = {"src": None, "ref": "translator", "hyp": "system", "supplemental": "type"}


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:  # noqa: ARG001 - the file says its roles
    """The source, then references, runs and supplements in the order in which they first appear."""
    builder = _Builder(source.name)
    for event in checked(parse(source), RULES, root="dataset", file=source.name, report=refuse):
        if event.kind == "start":
            builder.start(event)
        else:
            builder.end(event)
    return builder.sets()


def outline(source: Source) -> Outline:
    """The texts of the file with the lines of their documents and segments, and all that breaks the rules."""
    result = Outline()
    texts: dict[tuple[str, str], OutlinedSet] = {}
    dataset: Mapping[str, str] = {}
    attributes: Mapping[str, str] = {}
    current = OutlinedDocument("", {})
    try:
        for event in checked(parse(source), RULES, root="dataset", file=source.name, report=result.report):
            given = event.attributes
            match event.kind, event.name:
                case "start", "seg":
                    current.ids.append(given.get("id", ""))
                    current.lines.append(event.line)
                case "end", "seg":
                    current.texts.append(event.text)
                case "start", "dataset":
                    dataset = given
                case "start", "doc":
                    attributes = given
                case "start", "src" | "ref" | "hyp" | "supplemental":
                    rest = {key: value for key, value in attributes.items() if key != "id"}
                    current = OutlinedDocument(attributes.get("id", ""), rest, event.line)
                    _outlined_text(event, dataset, texts).documents.append(current)
    except FormatError as fatal:
        result.fatal = fatal
    result.sets = list(texts.values())
    source_language = next((text.target_language for (kind, _), text in texts.items() if kind == "src"), None)
    for text in result.sets:
        text.source_language = source_language
    return result


def _outlined_text(event: Event, dataset: Mapping[str, str], texts: dict[tuple[str, str], OutlinedSet]) -> OutlinedSet:
    label = event.attributes.get(_LABELS[event.name] or "", UNNAMED if event.name == "ref" else "")
    if (event.name, label) not in texts:
        language = event.attributes.get("lang", event.attributes.get("language"))
        texts[(event.name, label)] = OutlinedSet(
            _ROLES[event.name], label, dataset.get("id"), None, language, event.line
        )
    return texts[(event.name, label)]


@dataclass(slots=True)
class _Text:
    """One text of the file while it grows, with the language of each of its documents."""

    documents: list[Document] = field(default_factory=list)
    languages: list[str | None] = field(default_factory=list)

    @property
    def language(self) -> str | None:
        return self.languages[0] if len(set(self.languages)) == 1 else None

    def closed(self) -> tuple[Document, ...]:
        if len(set(self.languages)) <= 1:
            return tuple(self.documents)
        return tuple(
            Document(document.id, document.content, {**document.attributes, **({"lang": language} if language else {})})
            for document, language in zip(self.documents, self.languages, strict=True)
        )


class _Builder:
    """Puts the elements of a file together."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._texts: dict[tuple[str, str], _Text] = {}
        self._dataset: dict[str, str] = {}
        self._collection: Mapping[str, str] = {}
        self._document: dict[str, str] = {}
        self._in_document: set[tuple[str, str]] = set()
        self._element: Mapping[str, str] = {}
        self._blocks: list[Block] = []
        self._paragraph: Mapping[str, str] = {}
        self._segments: list[Segment] = []
        self._segment: Mapping[str, str] = {}

    def start(self, event: Event) -> None:
        match event.name:
            case "seg":
                self._segment = event.attributes
            case "p":
                self._paragraph, self._segments = event.attributes, []
            case "doc":
                self._open_document(event)
            case "collection":
                self._collection = {"collection": event.attributes["id"]}
            case "dataset":
                self._dataset = dict(event.attributes)
            case _:
                self._element, self._blocks = event.attributes, []

    def end(self, event: Event) -> None:
        match event.name:
            case "seg":
                self._segments.append(self._closed_segment(event))
            case "p":
                self._blocks.append(Block("p", tuple(self._segments), self._paragraph))
            case "collection":
                self._collection = {}
            case "src" | "ref" | "hyp" | "supplemental":
                self._close_text(event)

    def _open_document(self, event: Event) -> None:
        self._document = dict(event.attributes)
        self._in_document = set()
        for name in OWN_ATTRIBUTES:
            if name in self._document:
                place = Place(self._file, event.line, self._document["id"])
                raise FormatError(place=place, expected="attributes of documents", found=f"{name} in doc")

    def _closed_segment(self, event: Event) -> Segment:
        rest = dict(self._segment)
        name = rest.pop("id")
        if not (name.isascii() and name.isdecimal() and name.strip("0")):
            place = Place(self._file, event.line, self._document["id"])
            raise FormatError(place=place, expected="a whole number from 1 as the id of a segment", found=repr(name))
        return Segment(name, event.text, rest)

    def _close_text(self, event: Event) -> None:
        attribute = _LABELS[event.name]
        label = self._element.get(attribute, UNNAMED) if attribute else ""
        if (event.name, label) in self._in_document:
            place = Place(self._file, event.line, self._document["id"])
            raise FormatError(place=place, expected=f"one {event.name} with the {attribute} {label}", found="another")
        self._in_document.add((event.name, label))
        rest = {name: value for name, value in self._document.items() if name != "id"}
        translator = {"translator": self._element["translator"]} if not label and "translator" in self._element else {}
        text = self._texts.setdefault((event.name, label), _Text())
        attributes = {**rest, **self._collection, **translator}
        text.documents.append(Document(self._document["id"], tuple(self._blocks), attributes))
        text.languages.append(self._element.get("lang", self._element.get("language")))

    def sets(self) -> tuple[TextSet, ...]:
        dataset = dict(self._dataset)
        source = self._texts.setdefault(("src", ""), _Text())
        common = {
            "test_set": dataset.pop("id"),
            "source_language": source.language,
            "attributes": dataset,
            "file": self._file,
        }
        return tuple(self._in_order(common))

    def _in_order(self, common: Mapping[str, object]) -> Iterable[TextSet]:
        order = {element: rank for rank, element in enumerate(_LABELS)}
        for (element, label), text in sorted(self._texts.items(), key=lambda item: order[item[0][0]]):
            fields: dict[str, object] = {**common, "documents": text.closed()}
            match element:
                case "src":
                    yield TestSet(**fields)  # type: ignore[arg-type]
                case "ref":
                    yield ReferenceSet(name=label, target_language=text.language, **fields)  # type: ignore[arg-type]
                case "hyp":
                    yield Run(system=label, target_language=text.language, **fields)  # type: ignore[arg-type]
                case _:
                    yield Supplement(kind=label, **fields)  # type: ignore[arg-type]
