"""The SGML of NIST and WMT campaigns before XML: `srcset`, `refset` and `tstset` without a root.

It is read as mteval reads it, so that its scores come out the same: capitals in names do not matter, values need no
quotes, of duplicate attributes the first counts, white space within a segment becomes single blanks, and what is
between `<seg>` and `</seg>` is text even if it has an `&` or `<` of its own. The entities &quot; &amp; &lt; &gt; are
decoded here; mteval does that while tokenising, where it then finds nothing left to do. Only text that was escaped
twice (`&amp;quot;`, `&amp;amp;`) differs: there mteval decodes once in SGML and twice in XML, we twice in both.
`&apos;` and `&#39;` stay as they are, because mteval counts them as they are. Text outside segments is passed
over and remarked on.

Documents name their system or reference by `sysid`; those of a set with different ones are different runs or
references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bakeoff.data import Block, Document, Segment, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.elements import check_attributes, check_wrapper, needed
from bakeoff.formats.markup.sgml_scanner import Scanner, Tag
from bakeoff.formats.sources import Source
from bakeoff.formats.text.nist_sets import NAMES, SETS, Builder, OpenSet, check_one_kind, element_of, set_attributes
from bakeoff.formats.text.text_file import Role, label_of, place_in

_REQUIRED = {"doc": ("docid",), "seg": ("id",)}
_LEVELS = {"mteval": 0, "srcset": 0, "refset": 0, "tstset": 0, "doc": 1}
_FOLDED_NAME = re.compile(r"[a-z0-9_.:-]+")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_VALUE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:  # noqa: ARG001 - the file says its role
    """The sets of the file in order, those of one element by the `sysid` of their documents."""
    texts = tuple(_sets(source))
    if not texts:
        raise FormatError(place=Place(source.name), expected="a srcset, refset or tstset", found="none")
    return texts


def _sets(source: Source) -> Iterator[TextSet]:
    builder = Builder()
    stack: list[Tag] = []
    scanner = Scanner(source.text(), source.name)
    for tag in scanner.tags():
        _check_place(tag, stack, scanner)
        if tag.text is not None:
            builder.start("seg", tag.attributes)
            builder.end("seg", tag.text)
        elif not tag.closes:
            stack.append(tag)
            builder.start(tag.name, tag.attributes)
        else:
            stack.pop()
            builder.end(tag.name)
            if tag.name in SETS and builder.current is not None:
                yield from _by_name(builder.current, source.name)
    source.remarks.extend(scanner.remarks)
    if stack:
        place = scanner.place(stack[-1].position)
        raise FormatError(place=place, expected=f"</{stack[-1].name}>", found="the end of the file")


def _check_place(tag: Tag, stack: Sequence[Tag], scanner: Scanner) -> None:
    depth = len(stack) - (1 if stack and stack[0].name == "mteval" else 0)
    if tag.closes:
        if not stack or stack[-1].name != tag.name:
            expected = f"</{stack[-1].name}>" if stack else "a srcset, refset or tstset"
            raise FormatError(place=scanner.place(tag.position), expected=expected, found=f"</{tag.name}>")
        return
    for name in _REQUIRED.get(tag.name, ()):
        if not tag.attributes.get(name):
            expected = f"the attribute {name} in {tag.name}"
            raise FormatError(place=scanner.place(tag.position), expected=expected, found="none")
    level = _LEVELS.get(tag.name, 2)
    if depth != level and not (tag.name == "seg" and depth == 3):
        expected = ("a srcset, refset or tstset", "a doc in a set", "segments, bare or wrapped once, in a doc")[level]
        raise FormatError(place=scanner.place(tag.position), expected=expected, found=f"<{tag.name}>")


def _by_name(current: OpenSet, file: str) -> Iterator[TextSet]:
    """The documents of a set by the system or reference that they name."""
    if current.element == "srcset":
        yield current.closed("", current.documents, file)
        return
    own = NAMES[current.element] or ""
    named = any("sysid" in document.attributes for document in current.documents)
    fallback = current.attributes.get(own) if named else current.attributes.pop(own, None)
    groups: dict[str, list[Document]] = {}
    for document in current.documents:
        rest = dict(document.attributes)
        name = rest.pop("sysid", fallback) or ("ref" if current.element == "refset" else "")
        if not name:
            place = Place(file, None, document.id)
            raise FormatError(place=place, expected="the attribute sysid in doc", found="none")
        groups.setdefault(name, []).append(Document(document.id, document.content, rest))
    for name, documents in groups.items():
        yield current.closed(name, documents, file)


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """One element for each set; documents carry the name of the system or reference."""
    check_one_kind(sets, "NIST SGML")
    for text in sets:
        element = element_of(text, "NIST SGML")
        if not text.documents:
            raise FormatError(place=place_in(text), expected="at least one document for NIST SGML", found="none")
        own = [(name, value) for name, value in set_attributes(text).items() if value is not None]
        check_attributes(text.attributes, place_in(text), taken=set_attributes(text), names=_FOLDED_NAME)
        yield f"<{element}{_attributes([*own, *text.attributes.items()])}>\n"
        for document in text.documents:
            yield from _written_document(document, text)
        yield f"</{element}>\n"


def _written_document(document: Document, text: TextSet) -> Iterator[str]:
    system = [] if element_of(text, "NIST SGML") == "srcset" else [("sysid", label_of(text))]
    place = place_in(text, document)
    needed(document.id, "an id for each document", "", place)
    taken = ("docid", *(name for name, _ in system))
    check_attributes(document.attributes, place, taken=taken, names=_FOLDED_NAME)
    yield f"<doc{_attributes([*system, ('docid', document.id), *document.attributes.items()])}>\n"
    for part in document.content:
        if isinstance(part, Segment):
            yield _written_segment(part, document, text)
            continue
        yield from _written_block(part, document, text)
    yield "</doc>\n"


def _written_block(block: Block, document: Document, text: TextSet) -> Iterator[str]:
    place = place_in(text, document)
    check_wrapper(block.kind, place, taken=("mteval", "doc", "seg", *SETS))
    check_attributes(block.attributes, place, names=_FOLDED_NAME)
    yield f"<{block.kind}{_attributes(block.attributes.items())}>\n"
    for segment in block.segments:
        yield _written_segment(segment, document, text)
    yield f"</{block.kind}>\n"


def _written_segment(segment: Segment, document: Document, text: TextSet) -> str:
    place = place_in(text, document, segment)
    needed(segment.id, "an id for each segment", "", place)
    if "\0" in segment.text:
        raise FormatError(place=place, expected="text", found="a NUL character", remedy="Remove it.")
    check_attributes(segment.attributes, place, taken=("id",), names=_FOLDED_NAME)
    own = _attributes([("id", segment.id), *segment.attributes.items()])
    return f"<seg{own}>{segment.text.translate(_TEXT)}</seg>\n"


def _attributes(values: Iterable[tuple[str, str]]) -> str:
    return "".join(f' {name}="{value.translate(_VALUE)}"' for name, value in values)
