"""TMX 1.4: translation memories (LISA 2005). A unit has a variant for each language; tools may leave out its id."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from bakeoff.errors import FormatError, Place
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit
from bakeoff.formats.exchange.inline_text import plain_text
from bakeoff.formats.markup.element_trees import Element, read_elements
from bakeoff.formats.markup.elements import attributes, check_characters, escaped
from bakeoff.formats.sources import Source

_ALL = "*all*"


def read(source: Source) -> BilingualFile:
    """The units of a memory in two languages; the source is in the language that the header names, else the first."""
    units: list[BilingualUnit] = []
    header = ""
    target_language = ""
    known = False
    for element in read_elements(source, ("tu",)):
        if not known and element.name != "tmx":
            raise FormatError(place=Place(source.name, element.line), expected="TMX", found=f"<{element.name}>")
        known = True
        if element.name == "header":
            header = element.attributes.get("srclang", "")
        elif element.name == "tu":
            unit, language = _unit(element, source.name, header)
            target_language = target_language or language
            units.append(unit)
    return BilingualFile(
        units=tuple(units),
        source_language="" if header == _ALL else header,
        target_language=target_language,
        format="tmx",
    )


def _unit(element: Element, file: str, header: str) -> tuple[BilingualUnit, str]:
    place = Place(file, element.line)
    variants = [(_language(each), next(each.named("seg"), None)) for each in element.named("tuv")]
    texts = [(language, plain_text(segment)) for language, segment in variants if segment is not None]
    wanted = element.attributes.get("srclang", header)
    own = next((each for each in texts if _is_same(each[0], wanted)), texts[0] if texts else None)
    if own is None or len(texts) > 2:
        found = f"{len(texts)} languages"
        raise FormatError(place=place, expected="a source and its translation in each unit", found=found)
    others = [each for each in texts if each is not own]
    language, target = others[0] if others else ("", None)
    notes = tuple(text for note in element.named("note") if (text := " ".join(plain_text(note).split())))
    return (
        BilingualUnit(
            id=element.attributes.get("tuid", ""),
            source=own[1],
            target=None if target is not None and not target.strip() else target,
            notes=notes,
            place=place,
        ),
        language,
    )


def _language(variant: Element) -> str:
    return variant.attributes.get("xml:lang", variant.attributes.get("lang", ""))


def _is_same(one: str, other: str) -> bool:
    return bool(other) and one.casefold().partition("-")[0] == other.casefold().partition("-")[0]


def write(file: BilingualFile) -> Iterator[str]:
    """The file; whether a translation was signed off has no place in it."""
    source, target = file.source_language or "und", file.target_language or "und"
    header = [
        ("creationtool", "bakeoff"),
        ("creationtoolversion", version("bakeoff")),
        ("segtype", "sentence"),
        ("o-tmf", "none"),
        ("adminlang", "en"),
        ("srclang", source),
        ("datatype", "plaintext"),
    ]
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header{attributes(header)}/>\n<body>\n'
    for unit in file.units:
        yield f"<tu{attributes([('tuid', unit.id)])}>\n"
        for note in unit.notes:
            yield f"<note>{_text(note, unit)}</note>\n"
        for language, text in ((source, unit.source), (target, unit.target)):
            if text is not None:
                yield f"<tuv{attributes([('xml:lang', language)])}><seg>{_text(text, unit)}</seg></tuv>\n"
        yield "</tu>\n"
    yield "</body>\n</tmx>\n"


def _text(text: str, unit: BilingualUnit) -> str:
    check_characters(text, Place(unit.place.file, segment=unit.id))
    return escaped(text)
