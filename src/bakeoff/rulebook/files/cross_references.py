"""Names in a rulebook that refer to tables: each must be the name of one."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.schema import TEST_SET_ROLES, RefersTo, Rulebook
from bakeoff.rulebook.schema.phases import OF_HUMAN_EVALUATIONS


@dataclass(frozen=True, slots=True)
class BrokenReference:
    """A name that no table has."""

    path: Path
    name: str
    tables: str
    known: tuple[str, ...]


def broken_references(raw: Mapping[str, Any]) -> Iterator[BrokenReference]:
    """All names of a rulebook as read that refer to no table, whatever else is wrong with it."""
    for path, reference, name in _references(raw, Rulebook, ()):
        yield from _broken(raw, path, reference, name)
    for path, tables, name, beside in _scopes(raw):
        yield from _broken(raw, path, RefersTo(tables, beside), name)


def _broken(raw: Mapping[str, Any], path: Path, reference: RefersTo, name: str) -> Iterator[BrokenReference]:
    known = (*_names(raw, reference.tables), *reference.beside)
    if name not in known:
        yield BrokenReference(path, name, reference.tables, known)


def _names(raw: Mapping[str, Any], tables: str) -> tuple[str, ...]:
    table: Any = raw
    for part in tables.split("."):
        table = table.get(part) if isinstance(table, Mapping) else None
    if isinstance(table, Mapping):
        return tuple(table)
    # What a rulebook does not set has the schema's own tables.
    return tuple(_default(tables))


def _default(tables: str) -> Mapping[str, Any]:
    model: Any = Rulebook
    for part in tables.split("."):
        value = model.model_fields[part].get_default(call_default_factory=True)
        if isinstance(value, Mapping):
            return value
        model = type(value)
    return {}


def _references(raw: Any, hint: Any, path: Path) -> Iterator[tuple[Path, RefersTo, str]]:
    """Every string that the schema marks as a reference, walking the schema and what was read side by side."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *marks = get_args(hint)
        for mark in marks:
            if isinstance(mark, RefersTo) and isinstance(raw, str):
                yield path, mark, raw
        yield from _references(raw, inner, path)
    elif origin in (Union, types.UnionType):
        for choice in get_args(hint):
            yield from _references(raw, choice, path)
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        if isinstance(raw, Mapping):
            yield from _references_of_model(raw, hint, path)
    elif origin is tuple and isinstance(raw, Sequence) and not isinstance(raw, str):
        for number, value in enumerate(raw):
            yield from _references(value, get_args(hint)[0], (*path, number))
    elif isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(raw, Mapping):
        key_hint, value_hint = get_args(hint)
        for key, value in raw.items():
            yield from _references(key, key_hint, (*path, key))
            yield from _references(value, value_hint, (*path, key))


def _references_of_model(
    raw: Mapping[str, Any], model: type[BaseModel], path: Path
) -> Iterator[tuple[Path, RefersTo, str]]:
    for name, field in model.model_fields.items():
        if name in raw:
            hint: Any = field.annotation
            for mark in field.metadata:
                hint = Annotated[hint, mark]
            yield from _references(raw[name], hint, (*path, name))


def _scopes(raw: Mapping[str, Any]) -> Iterator[tuple[Path, str, str, tuple[str, ...]]]:
    """The text after the colon in `opens` and `releases` of phases."""
    of_test_sets = ("test_sets", TEST_SET_ROLES)
    kinds = {
        "submit": ("submission.packages", ()),
        "score": of_test_sets,
        "adjudicate": of_test_sets,
        "judge": ("human", ()),
    }
    phases = raw.get("phases")
    for phase, rules in phases.items() if isinstance(phases, Mapping) else ():
        if not isinstance(rules, Mapping):
            continue
        for path, text in _texts(rules.get("opens"), ("phases", phase, "opens")):
            activity, _, scope = text.partition(":")
            if scope and activity in kinds:
                yield path, kinds[activity][0], scope, kinds[activity][1]
        releases = rules.get("releases")
        for audience, listed in releases.items() if isinstance(releases, Mapping) else ():
            for path, text in _texts(listed, ("phases", phase, "releases", audience)):
                resource, _, named = text.partition(":")
                if resource in OF_HUMAN_EVALUATIONS and named:
                    yield path, "human", named, ()
                elif scope := named.partition("/")[0]:
                    yield path, "test_sets", scope, TEST_SET_ROLES


def _texts(listed: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(listed, Sequence) and not isinstance(listed, str):
        yield from (((*path, number), text) for number, text in enumerate(listed) if isinstance(text, str))
