"""NIST's XML for machine translation: `mteval` with one `srcset`, or `refset`s, or `tstset`s.

The rules are those of NIST OpenMT 2012, section 11, and of the document type `mteval-xml` 1.5 and 1.6, with two
freedoms: any language and any genre, since campaigns have their own, and segments wrapped in elements of any name
("such as, but not limited to, hl, p, or poster"). Attributes that the document type does not know (`origlang`, …) are
kept; `validate` reports them. A rulebook may ask for less freedom (`validity = "dtd"`): then segments are wrapped in
hl, p and poster alone, and attributes are those of the document type. The text of a segment is kept to the letter,
blanks and line breaks included. The document type is never fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bakeoff.data import Block, Document, Segment, TextSet
from bakeoff.errors import FormatError
from bakeoff.formats.markup.elements import (
    attributes,
    check_attributes,
    check_wrapper,
    needed,
    segment_element,
)
from bakeoff.formats.markup.safe_xml import Event, parse
from bakeoff.formats.markup.xml_rules import OTHER, Report, Rule, RuleError, checked, refuse
from bakeoff.formats.sources import Source
from bakeoff.formats.text.nist_sets import NAMES, SETS, Builder, check_one_kind, element_of, set_attributes
from bakeoff.formats.text.outlines import MAX_PROBLEMS, Outline, OutlinedDocument, OutlinedSet
from bakeoff.formats.text.text_file import Role, label_of, place_in

DOCTYPE = '<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.6.dtd">'

_TRANSLATION = ("setid", "srclang", "trglang")
RULES = {
    "mteval": Rule(
        children=("srcset", "refset", "tstset"),
        content=re.compile("srcset |(refset )+|(tstset )+"),
        said="one srcset, or only refsets, or only tstsets",
    ),
    "srcset": Rule(children=("doc",), least=1, required=("setid", "srclang"), further=True),
    "refset": Rule(children=("doc",), least=1, required=(*_TRANSLATION, "refid"), further=True),
    "tstset": Rule(children=("doc",), least=1, required=(*_TRANSLATION, "sysid"), further=True),
    "doc": Rule(children=("seg", "hl", "p", "poster", OTHER), required=("docid", "genre"), further=True),
    "hl": Rule(children=("seg",), further=True),
    "p": Rule(children=("seg",), further=True),
    "poster": Rule(children=("seg",), further=True),
    OTHER: Rule(children=("seg",), further=True),
    "seg": Rule(required=("id",), further=True, text=True),
}
_NO_OTHERS = {
    name: replace(rule, children=tuple(child for child in rule.children if child != OTHER), further=False)
    for name, rule in RULES.items()
    if name != OTHER
}
"""The document type exactly, but for its lists of languages and genres, which are the rulebook's and the source's."""
_OPTIONS = {"setid": "--test-set", "srclang": "--source-language", "trglang": "--target-language"}


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:  # noqa: ARG001 - the file says its role
    """The sets of the file in order."""
    return tuple(_sets(source, refuse))


def problems(source: Source) -> tuple[FormatError, ...]:
    """Everything in which a file departs from the rules, up to where it stops being XML."""
    outlined = outline(source, most=None)
    return (*outlined.problems, *([outlined.fatal] if outlined.fatal else []))


def outline(source: Source, *, most: int | None = MAX_PROBLEMS, by_document_type: bool = False) -> Outline:
    """The sets, documents and segments with their lines, and everything in which the file departs from the rules.

    `by_document_type` takes away the freedom to wrap segments in elements of any name.
    """
    result = Outline(most=most)
    rules = _NO_OTHERS if by_document_type else RULES

    def report(problem: FormatError) -> None:
        if most is not None and isinstance(problem, RuleError) and problem.broken == "attribute-unknown":
            # The same attribute often is in every segment, and may come from the source.
            if (problem.element, problem.found) in result.further_attributes:
                return
            result.further_attributes[problem.element, problem.found] = problem
            if len(result.further_attributes) <= most:
                return
        result.report(problem)

    try:
        for event in checked(parse(source), rules, root="mteval", file=source.name, report=report, strict=True):
            _outline_event(event, result)
    except FormatError as fatal:
        result.fatal = fatal
    return result


def _outline_event(event: Event, result: Outline) -> None:
    given = event.attributes
    if event.name == "seg":
        document = result.sets[-1].documents[-1]
        if event.kind == "start":
            document.ids.append(given.get("id", ""))
            document.lines.append(event.line)
        else:
            document.texts.append(event.text)
    elif event.kind == "end":
        return
    elif event.name == "doc":
        rest = {key: value for key, value in given.items() if key != "docid"}
        result.sets[-1].documents.append(OutlinedDocument(given.get("docid", ""), rest, event.line))
    elif event.name in SETS:
        name = given.get(NAMES[event.name] or "")
        languages = (given.get("srclang"), given.get("trglang"))
        result.sets.append(OutlinedSet(SETS[event.name], name, given.get("setid"), *languages, event.line))


def _sets(source: Source, report: Report) -> Iterator[TextSet]:
    builder = Builder()
    for event in checked(parse(source), RULES, root="mteval", file=source.name, report=report):
        if event.kind == "start":
            builder.start(event.name, event.attributes)
            continue
        builder.end(event.name, event.text)
        if event.name in NAMES and builder.current is not None:
            current = builder.current
            name = current.attributes.pop(NAMES[event.name] or "", "")
            yield current.closed(name, current.documents, source.name)


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """A valid file with NIST's document type."""
    check_one_kind(sets, "NIST XML")
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCTYPE}\n<mteval>\n'
    for text in sets:
        yield from _written_set(text)
    yield "</mteval>\n"


def _written_set(text: TextSet) -> Iterator[str]:
    element = element_of(text, "NIST XML")
    place = place_in(text)
    _check_complete(text, element)
    own = {key: needed(value, f"the {key} of the {element}", "", place) for key, value in set_attributes(text).items()}
    if name := NAMES[element]:
        own[name] = needed(label_of(text), f"the {name} of the {element}", "Give it by --name.", place)
    check_attributes(text.attributes, place, taken=own)
    if not text.documents:
        raise FormatError(place=place, expected="at least one document for NIST XML", found="none")
    yield f"  <{element}{attributes([*own.items(), *text.attributes.items()])}>\n"
    for document in text.documents:
        yield from _written_document(document, text)
    yield f"  </{element}>\n"


def _check_complete(text: TextSet, element: str) -> None:
    """What plain formats do not say, asked for at once."""
    missing = {key: _OPTIONS[key] for key, value in set_attributes(text).items() if not value}
    if not all(document.genre for document in text.documents):
        missing["genre of each document"] = "--genre"
    if missing:
        raise FormatError(
            place=place_in(text),
            expected=f"the {', '.join(missing)} for the {element}",
            found="none",
            remedy=f"Give {' '.join(missing.values())}, or documents and ids of a source by --like.",
        )


def _written_document(document: Document, text: TextSet) -> Iterator[str]:
    place = place_in(text, document)
    needed(document.id, "an id for each document", "", place)
    check_attributes(document.attributes, place, taken=("docid",))
    yield f"    <doc{attributes([('docid', document.id), *document.attributes.items()])}>\n"
    for part in document.content:
        if isinstance(part, Segment):
            yield f"      {segment_element(part, document, text)}"
        else:
            yield from _written_block(part, document, text)
    yield "    </doc>\n"


def _written_block(block: Block, document: Document, text: TextSet) -> Iterator[str]:
    place = place_in(text, document)
    check_wrapper(block.kind, place, taken=("mteval", "doc", "seg", *NAMES))
    check_attributes(block.attributes, place)
    yield f"      <{block.kind}{attributes(block.attributes.items())}>\n"
    for segment in block.segments:
        yield f"        {segment_element(segment, document, text)}"
    yield f"      </{block.kind}>\n"
