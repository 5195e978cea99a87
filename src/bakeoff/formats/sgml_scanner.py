"""Tags of the loose SGML of older campaigns, found without a parser: no root, no escapes one could rely on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bakeoff.errors import FormatError, Place
from bakeoff.formats.prolog import read_prolog

_TAG = re.compile(r"(/?)([A-Za-z][\w.-]*)\s*(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*""")
_SEGMENT_END = re.compile(r"</seg\s*>", re.IGNORECASE)
_STRUCTURE = re.compile(r"</?(?:seg|doc|srcset|refset|tstset)(?![\w.-])[^<>]*>", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_ENTITY = re.compile(r"&(quot|amp|lt|gt);")
_CHARACTERS = {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag, an end tag, or a whole segment with its text. Names are in small letters."""

    name: str
    closes: bool
    attributes: Mapping[str, str]
    line: int
    text: str | None = None


def decoded(text: str) -> str:
    """The four entities that mteval knows, once; `&apos;` and numbers stay as they are, because it counts them so."""
    return _ENTITY.sub(lambda found: _CHARACTERS[found[1]], text) if "&" in text else text


def tags(text: str, file: str, remarks: list[str]) -> Iterator[Tag]:
    """The tags in order; segments come as one. Text outside segments becomes a remark. Linear in the text."""
    prolog = read_prolog(text)
    if prolog.internal_subset:
        line = text.count("\n", 0, prolog.end) + 1
        raise FormatError(
            place=Place(file, line), expected="a document type without declarations", found="declarations in brackets"
        )
    position, line = prolog.end, text.count("\n", 0, prolog.end) + 1
    while (start := text.find("<", position)) >= 0:
        _pass_over(text[position:start], Place(file, line), remarks)
        line += text.count("\n", position, start)
        place = Place(file, line)
        end = _end_of_tag(text, start, place)
        if text.startswith("<!--", start):
            position = end
            line += text.count("\n", start, end)
            continue
        tag = _tag(text[start + 1 : end - 1], place)
        if tag.name == "seg" and not tag.closes:
            closing = _closing(text, end, tag, place)
            content = decoded(_BLANKS.sub(" ", text[end : closing.start()]).strip(" "))
            tag = Tag("seg", closes=False, attributes=tag.attributes, line=line, text=content)
            end = closing.end()
        yield tag
        line += text.count("\n", start, end)
        position = end
    _pass_over(text[position:], Place(file, line), remarks)


def _end_of_tag(text: str, start: int, place: Place) -> int:
    closing = "-->" if text.startswith("<!--", start) else ">"
    end = text.find(closing, start)
    if end < 0:
        raise FormatError(place=place, expected=f"{closing} at the end of a tag", found="the end of the file")
    return end + len(closing)


def _tag(inside: str, place: Place) -> Tag:
    found = _TAG.fullmatch(inside.rstrip())
    if found is None:
        raise FormatError(place=place, expected="a tag", found=f"<{inside[:40]}>")
    return Tag(found[2].lower(), bool(found[1]), _attributes(found[3], place), place.line or 0)


def _attributes(text: str, place: Place) -> Mapping[str, str]:
    """Attributes with or without quotes. Of several with one name the first counts, as for mteval."""
    values: dict[str, str] = {}
    position = 0
    while position < len(text):
        found = _ATTRIBUTE.match(text, position)
        if found is None:
            raise FormatError(place=place, expected='attributes like name="value"', found=repr(text[position:][:40]))
        value = next(part for part in found.groups()[1:] if part is not None)
        values.setdefault(found[1].lower(), decoded(value))
        position = found.end()
    return values


def _closing(text: str, start: int, tag: Tag, place: Place) -> re.Match[str]:
    found = _SEGMENT_END.search(text, start)
    inner = _STRUCTURE.search(text, start, found.start() if found else len(text))
    if found is None or inner is not None:
        seen = inner[0] if inner else "the end of the file"
        where = Place(place.file, place.line, segment=tag.attributes.get("id"))
        raise FormatError(place=where, expected="</seg> at the end of the segment", found=seen)
    return found


def _pass_over(text: str, place: Place, remarks: list[str]) -> None:
    """mteval does not see text outside segments; the reference of WMT12 has some."""
    if text and not text.isspace():
        line = (place.line or 1) + text[: len(text) - len(text.lstrip())].count("\n")
        shown = " ".join(text[:200].split())[:40]
        remarks.append(f"{Place(place.file, line)}: passed over text outside segments: {shown!r}")
