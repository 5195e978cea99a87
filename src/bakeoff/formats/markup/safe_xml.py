"""XML from strangers, read piece by piece in bounded time and memory.

The parser never sees a document type: it is read over here, and refused where it declares anything. So there are no
entities but the five of XML, nothing outside the file is opened, and nothing can grow. Encodings are undone here too,
so that a wrong byte has its line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, NamedTuple, cast

from lxml import etree

from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.prolog import read_prolog
from bakeoff.formats.markup.xml_attributes import attributes_bounded
from bakeoff.formats.sources import GIBIBYTE, Source, bad_byte, too_large


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a file may ask of us. libxml2 adds its own: 10 MB for the text of one element."""

    size: int = GIBIBYTE
    depth: int = 64
    elements: int = 2_000_000
    attributes: int = 256
    """Of one element. Reading them takes the square of their number: 80,000 in one tag take a minute."""
    between_elements: int = 12 << 20
    prolog: int = 1 << 16


class Event(NamedTuple):
    """`start` and `end` of an element, and `text` that follows an element inside its parent, unless blank.

    With `keep_blanks` there is a `text` for every element inside another, in their order, blank or empty ones as well.

    `text` is, at the end of an element, what is before its first child.
    """

    kind: Literal["start", "end", "text"]
    name: str
    attributes: Mapping[str, str]
    text: str
    line: int


_PIECE = 1 << 16
_NO_ATTRIBUTES: Mapping[str, str] = {}
_XML_NAMESPACE = "{http://www.w3.org/XML/1998/namespace}"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
# Python knows codecs that are no encodings of text (zip, rot13, unicode_escape): only these are used.
_ENCODINGS = re.compile(
    r"utf-8|ascii|iso8859-\d+|cp125\d|koi8-[ru]|gb2312|gbk|gb18030|big5(hkscs)?|shift_jis|euc_(jp|kr)|tis-620|cp874"
)
_ESCAPE = "Write & as &amp; and < as &lt; in text."
# What libxml2 says, and what to say instead.
_PLAIN_WORDS = (
    (r"xmlParseEntityRef: no name|EntityRef: expecting ';'", "an & that starts no entity", _ESCAPE),
    (r"Entity '(.+)' not defined", r"the unknown entity &\1;", "Write the character itself."),
    (
        r"xmlParseCharRef: invalid.*|PCDATA invalid Char value (\d+)",
        "a character that XML does not allow",
        "Remove it.",
    ),
    (r"Opening and ending tag mismatch: (\S+) line (\d+) and (\S+)", r"the end of \3 where \1 of line \2 is open", ""),
    (r"Premature end of data in tag (\S+) line (\d+)", r"the end of the file while \1 of line \2 is open", ""),
    (r"StartTag: invalid element name", "a < that starts no element", _ESCAPE),
    (r"Excessive depth.*", "elements nested too deeply", ""),
    (r"Resource limit exceeded: .*|.*XML_PARSE_HUGE.*", "a text of more than 10 million bytes", ""),
    (r"Unregistered error message|CData section not finished", "a part that is not closed", ""),
    (r"expected '>'|Couldn't find end of Start Tag (\S+)", "a tag that is not closed", ""),
)


def parse(source: Source, *, limits: Limits | None = None, keep_blanks: bool = False) -> Iterator[Event]:
    """The events of an XML file in order; a `FormatError` with its line as soon as something is wrong."""
    limits = limits or Limits()
    parser = etree.XMLPullParser(
        events=("start", "end"),
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    progress = _Progress(source.name, limits)
    text = attributes_bounded(
        _without_prolog(source, limits), source.name, most=limits.attributes, longest=limits.between_elements
    )
    for piece in chain(_in_small_pieces(text), [None]):
        problem = _feed(parser, piece, source.name)
        progress.fed(len(piece or b""))
        yield from _events(parser, progress, keep_blanks=keep_blanks)  # what is before the problem comes first
        if problem is not None:
            raise problem


def _feed(parser: etree.XMLPullParser, piece: bytes | None, name: str) -> FormatError | None:
    try:
        if piece is None:
            parser.close()
        else:
            parser.feed(piece)
    except etree.XMLSyntaxError as error:
        return _syntax_error(parser, str(error), name)
    # After some mistakes, such as an unknown entity, feed returns as if nothing was wrong and would start a new
    # document with the next piece.
    fatal = parser.feed_error_log.filter_from_fatals()
    return _syntax_error(parser, fatal[0].message, name) if len(fatal) else None


@dataclass(slots=True)
class _Progress:
    """Counts what the limits bound."""

    name: str
    limits: Limits
    size: int = 0
    silent: int = 0
    depth: int = 0
    elements: int = 0

    def fed(self, size: int) -> None:
        self.size += size
        self.silent += size
        if self.size > self.limits.size:
            raise too_large(self.name, self.limits.size)

    def drained(self, line: int | None) -> None:
        if self.silent > self.limits.between_elements:
            raise self.exceeded("a tag, text or comment", f"{self.limits.between_elements:,} bytes", line)

    def opened(self, line: int) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > self.limits.depth:
            raise self.exceeded("elements nested", f"{self.limits.depth} deep", line)
        if self.elements > self.limits.elements:
            raise self.exceeded("a file", f"{self.limits.elements:,} elements", line)

    def exceeded(self, what: str, limit: str, line: int | None) -> FormatError:
        return FormatError(place=Place(self.name, line), expected=f"{what} of at most {limit}", found="more")


def _events(parser: etree.XMLPullParser, progress: _Progress, *, keep_blanks: bool) -> Iterator[Event]:
    """Events so far. An element is removed from the tree when its successor ends, so that the tree stays small."""
    line = None
    # lxml-stubs describe events of other kinds too, and elements less exactly than we need.
    events = cast("Iterator[tuple[str, Any]]", parser.read_events())
    for kind, element in events:
        progress.silent = 0
        line = element.sourceline
        name = element.tag
        if kind == "start":
            progress.opened(line)
            yield Event("start", name, _attributes(element), "", line)
            continue
        progress.depth -= 1
        tail = element[-1].tail if len(element) else None
        if len(element) and (keep_blanks or (tail and not tail.isspace())):
            yield Event("text", name, _NO_ATTRIBUTES, tail or "", line)
        yield Event("end", name, _NO_ATTRIBUTES, element.text or "", line)
        before = element.getprevious()
        if before is not None:
            parent = element.getparent()
            tail = before.tail
            if keep_blanks or (tail and not tail.isspace()):
                yield Event("text", parent.tag, _NO_ATTRIBUTES, tail or "", line)
            del parent[0]
    progress.drained(line)


def _attributes(element: Any) -> Mapping[str, str]:
    given = element.items()
    if any(name[0] == "{" for name, _ in given):
        return {name.replace(_XML_NAMESPACE, "xml:"): value for name, value in given}
    return dict(given)


def _without_prolog(source: Source, limits: Limits) -> Iterator[str]:
    """The document from its root element on, after as many line ends as preceded it."""
    pieces = _decoded(source)
    head = ""
    for piece in pieces:
        head += piece
        if len(head) > limits.prolog:
            break
    prolog = read_prolog(head)
    if prolog.internal_subset:
        raise FormatError(
            place=Place(source.name, head.count("\n", 0, prolog.end) + 1),
            expected="a document type without declarations",
            found="declarations in brackets",
            remedy="Remove everything between [ and ], and write the characters themselves instead of entities.",
        )
    if prolog.root is None:
        found = "none" if len(head) <= limits.prolog else f"none within {limits.prolog:,} characters"
        line = head.count("\n", 0, prolog.end) + 1
        raise FormatError(place=Place(source.name, line), expected="an XML element", found=found)
    yield "\n" * head.count("\n", 0, prolog.end)
    yield head[prolog.end :]
    yield from pieces


def _in_small_pieces(texts: Iterator[str]) -> Iterator[bytes]:
    """The parser builds all of a piece before anything can be removed from its tree, and refuses pieces of 10 MB."""
    for text in texts:
        for at in range(0, len(text), _PIECE):
            yield text[at : at + _PIECE].encode()


def _decoded(source: Source) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(_encoding(source))()
    line = 1
    first = True
    for chunk in source.chunks():
        try:
            text = decoder.decode(chunk)
        except UnicodeDecodeError as error:
            raise bad_byte(bytes(error.object), error.start, source.name, line=line) from None
        if "\0" in text:
            place = Place(source.name, line + text.count("\n", 0, text.index("\0")))
            raise FormatError(place=place, expected="text", found="a NUL character", remedy="Is it a binary file?")
        line += text.count("\n")
        yield text.removeprefix("\ufeff") if first else text
        first = False
    if decoder.getstate()[0]:
        raise FormatError(place=Place(source.name, line), expected="text", found="half a character at the end")


def _encoding(source: Source) -> str:
    if source.head.startswith(_UTF16):
        return "utf-16"
    declared = read_prolog(source.head.decode("latin-1").removeprefix("\xef\xbb\xbf")).encoding
    if declared is None:
        return "utf-8"
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        name = ""
    if not _ENCODINGS.fullmatch(name):
        raise FormatError(
            place=Place(source.name, 1),
            expected="an encoding that is known, best UTF-8",
            found=f"the declaration of {declared}",
            remedy="Convert the file to UTF-8 and say so in its first line.",
        )
    return name


def _syntax_error(parser: etree.XMLPullParser, message: str, name: str) -> FormatError:
    # The parser's own log: that of the exception may hold errors of earlier files.
    entries = parser.feed_error_log.filter_from_errors()
    message, line = (entries[0].message, entries[0].line) if len(entries) else (message, None)
    message = message.partition("\n")[0].rstrip(".")
    for pattern, words, remedy in _PLAIN_WORDS:
        if match := re.fullmatch(pattern, message):
            return FormatError(
                place=Place(name, line), expected="well-formed XML", found=match.expand(words), remedy=remedy
            )
    return FormatError(place=Place(name, line), expected="well-formed XML", found=message)
