"""Tags of the loose SGML of older campaigns, found without a parser: no root, no escapes one could rely on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.prolog import read_prolog

_TAG = re.compile(r"(/?)([A-Za-z][\w.-]*)\s*(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*""")
_SEGMENT_END = re.compile(r"</seg\s*>", re.IGNORECASE)
_STRUCTURE = re.compile(r"</?(?:seg|doc|srcset|refset|tstset)(?![\w.-])[^<>]*>", re.IGNORECASE)
_BLANKS = re.compile(r" ?[\t\n\r\f\v][ \t\n\r\f\v]*| {2,}[ \t\n\r\f\v]*")  # but not a single blank
_ENTITY = re.compile(r"&(quot|amp|lt|gt);")
_MAX_REMARKS = 20
_CHARACTERS = {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}


class Tag(NamedTuple):
    """A start tag, an end tag, or a complete segment with its text. Names are in small letters."""

    name: str
    closes: bool
    attributes: Mapping[str, str]
    position: int
    text: str | None = None


def decoded(text: str) -> str:
    """The four entities that mteval knows, once; `&apos;` and numbers stay as they are, because it counts them so."""
    return _ENTITY.sub(lambda match: _CHARACTERS[match[1]], text) if "&" in text else text


class Scanner:
    """Goes through a text once, tag by tag; lines are counted only where something is to be said."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.remarks: list[str] = []

    def place(self, position: int) -> Place:
        return Place(self.file, self.text.count("\n", 0, position) + 1)

    def tags(self) -> Iterator[Tag]:
        """The tags in order; segments come as one. Text outside segments becomes a remark. Linear in the text."""
        text = self.text
        position = self._after_prolog()
        while (start := text.find("<", position)) >= 0:
            self._pass_over(position, start)
            comment = text.startswith("<!--", start)
            position = self._end_of_tag(start, "-->" if comment else ">")
            if comment:
                continue
            tag = self._tag(start, position)
            if tag.name == "seg" and not tag.closes:
                closing = self._closing(tag, position)
                content = _BLANKS.sub(" ", text[position : closing.start()]).strip(" ")
                tag = tag._replace(text=decoded(content))
                position = closing.end()
            yield tag
        self._pass_over(position, len(text))

    def _after_prolog(self) -> int:
        prolog = read_prolog(self.text)
        if prolog.internal_subset:
            raise FormatError(
                place=self.place(prolog.end),
                expected="a document type without declarations",
                found="declarations in brackets",
            )
        return prolog.end

    def _end_of_tag(self, start: int, closing: str) -> int:
        end = self.text.find(closing, start)
        if end < 0:
            found = "the end of the file"
            raise FormatError(place=self.place(start), expected=f"{closing} at the end of a tag", found=found)
        return end + len(closing)

    def _tag(self, start: int, end: int) -> Tag:
        inside = self.text[start + 1 : end - 1]
        match = _TAG.fullmatch(inside.rstrip())
        if match is None:
            raise FormatError(place=self.place(start), expected="a tag", found=f"<{inside[:40]}>")
        return Tag(match[2].lower(), bool(match[1]), self._attributes(match[3], start), start)

    def _attributes(self, text: str, start: int) -> Mapping[str, str]:
        """Attributes with or without quotes. Of several with one name the first counts, as for mteval."""
        values: dict[str, str] = {}
        position = 0
        while position < len(text):
            match = _ATTRIBUTE.match(text, position)
            if match is None:
                shown = repr(text[position:][:40])
                raise FormatError(place=self.place(start), expected='attributes like name="value"', found=shown)
            value = match[2] if match[2] is not None else match[3] if match[3] is not None else match[4]
            values.setdefault(match[1].lower(), decoded(value))
            position = match.end()
        return values

    def _closing(self, tag: Tag, start: int) -> re.Match[str]:
        closing = _SEGMENT_END.search(self.text, start)
        inner = _STRUCTURE.search(self.text, start, closing.start() if closing else len(self.text))
        if closing is None or inner is not None:
            seen = inner[0] if inner else "the end of the file"
            where = replace(self.place(tag.position), segment=tag.attributes.get("id"))
            raise FormatError(place=where, expected="</seg> at the end of the segment", found=seen)
        return closing

    def _pass_over(self, start: int, end: int) -> None:
        """Text outside segments, which mteval does not see; the reference of WMT12 has some."""
        text = self.text[start:end]
        if text and not text.isspace() and len(self.remarks) < _MAX_REMARKS:
            place = self.place(start + len(text) - len(text.lstrip()))
            shown = " ".join(text[:200].split())[:40]
            self.remarks.append(f"{place}: passed over text outside segments: {shown!r}")
