"""XLIFF 1.2 and 2: OASIS, XLIFF Version 1.2 (2008) and 2.1 (2018, whose namespace is that of 2.0).

Text is what a reader sees: codes of formats (`x`, `ph`, `bpt`…) are passed over, what others wrap (`g`, `pc`, `mrk`) is
kept, and a segment that a tool divided is put together again. Suggestions (`alt-trans`, `matches`) and elements of
other namespaces are no translations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bakeoff.errors import FormatError, Place
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit
from bakeoff.formats.exchange.inline_text import plain_text
from bakeoff.formats.markup.element_trees import Element, read_elements
from bakeoff.formats.markup.elements import attributes, check_characters, escaped
from bakeoff.formats.sources import Source
from bakeoff.text.languages import writing_direction

Version = Literal["1.2", "2.1"]
NAMESPACES = {
    "1.2": "urn:oasis:names:tc:xliff:document:1.2",
    "2.1": "urn:oasis:names:tc:xliff:document:2.0",
}
_UNITS = ("trans-unit", "unit")
_SIGNED_OFF = {"signed-off", "final", "reviewed"}


def read(source: Source) -> BilingualFile:
    """The segments of a file of either version, with the languages of its first text."""
    languages: list[str] = ["", ""]
    units: list[BilingualUnit] = []
    spaces = "default"
    version = ""
    for element in read_elements(source, _UNITS):
        spaces = element.attributes.get("xml:space", spaces)
        if element.name == "xliff":
            version = _version(element, source.name)
            languages = [element.attributes.get("srcLang", ""), element.attributes.get("trgLang", "")]
        elif not version:
            raise FormatError(place=Place(source.name, element.line), expected="XLIFF", found=f"<{element.name}>")
        elif element.name == "file" and not any(languages):
            languages = [element.attributes.get(name, "") for name in ("source-language", "target-language")]
        elif element.name == ("trans-unit" if version == "1.2" else "unit"):
            units.append(_unit(element, source.name, spaces, old=version == "1.2"))
    return BilingualFile(
        units=tuple(units), source_language=languages[0], target_language=languages[1], format=f"xliff-{version}"
    )


def _version(element: Element, file: str) -> str:
    given = element.attributes.get("version", "")
    if given == "1.2":
        return "1.2"
    if given.startswith("2."):
        return "2.1"
    raise FormatError(
        place=Place(file, element.line), expected="XLIFF of version 1.2, 2.0 or 2.1", found=given or "no version"
    )


def _unit(element: Element, file: str, spaces: str, *, old: bool) -> BilingualUnit:
    place = Place(file, element.line)
    keeps = element.attributes.get("xml:space", spaces) == "preserve"
    parts = [element] if old else [*element.named("segment", "ignorable")]
    sources = [next(part.named("source"), None) for part in parts]
    if not parts or any(each is None for each in sources):
        raise FormatError(place=place, expected="a source in each unit", found="none")
    targets = [next(part.named("target"), None) for part in parts]
    translated = any(target is not None for target, part in zip(targets, parts, strict=True) if _is_segment(part))
    target = None
    if translated:
        # What lies between two segments has no translation of its own: then it is that of the source.
        used = [target if target is not None else own for target, own in zip(targets, sources, strict=True)]
        target = _spaced("".join(plain_text(each) for each in used if each is not None), keeps=keeps)
    states = {
        part.attributes.get("state", "initial") for part in parts if _is_segment(part)
    } if not old else {each.attributes.get("state", "") for each in targets if each is not None}  # fmt: skip
    return BilingualUnit(
        id=element.attributes.get("id", ""),
        source=_spaced("".join(plain_text(each) for each in sources if each is not None), keeps=keeps),
        target=None if target is not None and not target.strip() else target,
        signed_off=(bool(states) and states <= _SIGNED_OFF) or element.attributes.get("approved") == "yes",
        notes=tuple(_notes(element, old=old)),
        place=place,
    )


def _is_segment(part: Element) -> bool:
    return part.name != "ignorable"


def _notes(element: Element, *, old: bool) -> Iterator[str]:
    holders = [element] if old else [*element.named("notes")]
    for holder in holders:
        for note in holder.named("note"):
            if text := " ".join(plain_text(note).split()):
                yield text


def _spaced(text: str, *, keeps: bool) -> str:
    """Unless a file says that white space counts, tools may have broken lines anywhere."""
    return text if keeps else " ".join(text.split())


def write(file: BilingualFile, version: Version) -> Iterator[str]:
    """The file; the output to be edited is the target, and its state says that nobody has touched it."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield from _write_old(file) if version == "1.2" else _write_new(file)


def _write_old(file: BilingualFile) -> Iterator[str]:
    languages = [("source-language", file.source_language or "und"), ("target-language", file.target_language or "und")]
    yield f'<xliff xmlns="{NAMESPACES["1.2"]}" version="1.2">\n'
    yield f'<file original="texts"{attributes(languages)} datatype="plaintext">\n<body>\n'
    for unit in file.units:
        own = attributes(
            [("id", unit.id), *([("approved", "yes")] if unit.signed_off else []), ("xml:space", "preserve")]
        )
        yield f"<trans-unit{own}>\n<source>{_text(unit.source, unit)}</source>\n"
        if unit.target is not None:
            state = "signed-off" if unit.signed_off else "needs-translation"
            yield f'<target state="{state}">{_text(unit.target, unit)}</target>\n'
        for note in unit.notes:
            yield f"<note>{_text(note, unit)}</note>\n"
        yield "</trans-unit>\n"
    yield "</body>\n</file>\n</xliff>\n"


def _write_new(file: BilingualFile) -> Iterator[str]:
    source, target = file.source_language or "und", file.target_language or "und"
    own = attributes([("version", "2.1"), ("srcLang", source), ("trgLang", target)])
    sides = attributes([("srcDir", writing_direction(source)), ("trgDir", writing_direction(target))])
    yield f'<xliff xmlns="{NAMESPACES["2.1"]}"{own}>\n<file id="texts" canResegment="no"{sides}>\n'
    for unit in file.units:
        yield f"<unit{attributes([('id', unit.id), ('xml:space', 'preserve')])}>\n"
        if unit.notes:
            yield f"<notes>{''.join(f'<note>{_text(note, unit)}</note>' for note in unit.notes)}</notes>\n"
        state = "reviewed" if unit.signed_off else "initial"
        yield f'<segment state="{state}">\n<source>{_text(unit.source, unit)}</source>\n'
        if unit.target is not None:
            yield f"<target>{_text(unit.target, unit)}</target>\n"
        yield "</segment>\n</unit>\n"
    yield "</file>\n</xliff>\n"


def _text(text: str, unit: BilingualUnit) -> str:
    check_characters(text, Place(unit.place.file, segment=unit.id))
    return escaped(text)
