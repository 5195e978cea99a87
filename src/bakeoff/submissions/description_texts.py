"""System descriptions as texts: fields from a template.

A field starts a line (`Condition: constrained`) and ends at the next field. Lines that start with `#` are hints
of the template and are passed over. `Resources` lists one resource a line: its id in the rulebook, or a name of its own
followed by the class that it belongs to, the time its texts are from and documents, in any order:

    - ldc-constrained
    - Gigaword (public; 1994/2006-12; documents: AFP_ENG_20060101)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.submission.resource_use import DeclaredResource

RESOURCES = "Resources"
SYSTEM = "System"
KNOWN_VALUES = {"Language pairs": "language_pairs", "Condition": "conditions", "Track": "tracks"}
"""Fields whose values the rulebook knows: by the field's name the tables that list them."""
_FIELD = re.compile(r"([A-Za-z][A-Za-z ]{1,60}):(?:\s|$)")
_BULLETS = ("-", "*", "•")
_NO_VALUES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Description:
    """What a team says about a system: fields with their text, the line of each, and the resources it uses."""

    fields: Mapping[str, str]
    lines: Mapping[str, int]
    resources: tuple[DeclaredResource, ...]

    def listed(self, field: str) -> tuple[str, ...]:
        """The values of a field that lists some."""
        return tuple(dict.fromkeys(value for value in re.split(r"[,;\s]+", self.fields.get(field, "")) if value))


def description_template(rulebook: Rulebook, *, team: str = "", values: Mapping[str, str] = _NO_VALUES) -> str:
    """The text that a team fills in; `values` are fields that are filled in already."""
    rules = rulebook.description
    known = {"Site": team, **values}
    lines = [f"# System description for {rulebook.campaign.title}.", "# Lines that start with # are hints."]
    for name in (*rules.fields, *rules.optional):
        optional = ["# May be left empty."] if name in rules.optional else []
        lines += ["", *optional, *_hints(rulebook, name), f"{name}: {known.get(name, '')}".rstrip()]
    return "\n".join(lines) + "\n"


def write_description(fields: Mapping[str, str]) -> str:
    """The text of a description with these fields, which `parse_description` reads back.

    Lines that would start a field or a hint are moved in by a space.
    """
    return "".join(f"{name}: {_moved_in(value)}".rstrip() + "\n\n" for name, value in fields.items())


def _moved_in(value: str) -> str:
    first, *others = value.strip().splitlines() or [""]
    return "\n".join((first, *(f" {line}" if line.startswith("#") or _FIELD.match(line) else line for line in others)))


def _hints(rulebook: Rulebook, name: str) -> list[str]:
    if name == RESOURCES:
        listed = [f"#   {resource.id}: {resource.label}" for resource in rulebook.resources.values()]
        return [
            "# One a line: a resource of the campaign, or a name (class; time of its texts; documents: ids).",
            *listed,
        ]
    if name in KNOWN_VALUES:
        return [f"# Out of: {', '.join(getattr(rulebook, KNOWN_VALUES[name]))}"]
    if name == SYSTEM and rulebook.description.each == "system":
        return [f"# One of: {', '.join(written_systems(rulebook))}"]
    return []


def written_systems(rulebook: Rulebook) -> list[str]:
    """The systems that a team may describe one by one, as names of files call them."""
    return [name for kind in rulebook.submission.system_types.values() for name in kind.written]


def parse_description(lines: Sequence[str], rulebook: Rulebook) -> Description:
    """The fields of a description's lines. Text before the first field is passed over."""
    known = {name.casefold(): name for name in (*rulebook.description.fields, *rulebook.description.optional)}
    fields: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    resources: list[DeclaredResource] = []
    current = None
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        text = line
        if (match := _FIELD.match(line)) and (name := _field_name(match[1], known)):
            current, text = name, line[match.end() :]
            places.setdefault(current, number)
        if current is not None:
            fields.setdefault(current, []).append(text)
        if current == RESOURCES and text.strip():
            resources.append(_resource(text, number))
    return Description({name: "\n".join(parts).strip() for name, parts in fields.items()}, places, tuple(resources))


def parse_resources(text: str) -> tuple[DeclaredResource, ...]:
    """The resources that the text of the field lists, one a line."""
    return tuple(_resource(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip())


def write_resources(resources: Iterable[DeclaredResource]) -> str:
    """The text of the field, which `parse_resources` reads back.

    >>> write_resources([DeclaredResource(name="Gigaword", belongs_to="public", epoch="1994/2006-12")])
    '- Gigaword (public; 1994/2006-12)'
    """
    # A line that could not be read is a name with its bullet.
    written = map(_written_resource, resources)
    return "\n".join(line if line.startswith(_BULLETS) else f"- {line}" for line in written)


def _written_resource(resource: DeclaredResource) -> str:
    documents = f"documents: {', '.join(resource.documents)}" if resource.documents else ""
    details = "; ".join(filter(None, (resource.belongs_to, resource.epoch, documents)))
    return f"{resource.name} ({details})" if details else resource.name


def _field_name(written: str, known: Mapping[str, str]) -> str | None:
    """The field that a line starts: a known one, or one that was probably meant; None for a line of text."""
    if written.casefold() in known:
        return known[written.casefold()]
    return written if get_close_matches(written.casefold(), known, n=1, cutoff=0.8) else None


def _resource(line: str, number: int) -> DeclaredResource:
    text = line.strip()
    if text.startswith(_BULLETS):
        text = text[1:].lstrip() or text
    name, bracket, details = text.removesuffix(")").partition("(")
    if not name.strip() or "(" in details or ")" in name + details or bool(bracket) != text.endswith(")"):
        return DeclaredResource(name=line.strip(), line=number)
    belongs_to = epoch = None
    documents: tuple[str, ...] = ()
    for part in filter(None, (detail.strip() for detail in details.split(";"))):
        if part.lower().startswith("documents:"):
            documents = tuple(name for name in re.split(r"[,\s]+", part.partition(":")[2]) if name)
        elif part[0].isdigit():
            epoch = part
        else:
            belongs_to = part
    return DeclaredResource(name=name.strip(), belongs_to=belongs_to, epoch=epoch, documents=documents, line=number)
