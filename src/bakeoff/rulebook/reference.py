"""Every table and key that a rulebook can have, with what it means: for editors and for the page of keys."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bakeoff.metrics import metric_names
from bakeoff.rulebook.files.toml_writer import toml_text
from bakeoff.rulebook.schema import ACTIVITIES, RELEASED, RefersTo, Rulebook
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS, check_metric, check_specification
from bakeoff.rulebook.schema.metric_comparisons import check_measure, measure_names
from bakeoff.rulebook.schema.phases import check_opening, check_release
from bakeoff.text.specifications import specification_names

NAME = "NAME"
"""What paths have in place of a name that the organiser chooses."""
_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "number"),
    (float, "number"),
    (date, "day or time"),
    (str, "text"),
)

_CHECKED_WORDS: Mapping[Any, Callable[[], Sequence[str]]] = {
    check_metric: lambda: (*metric_names(), *SPEECH_METRICS),
    check_specification: specification_names,
    check_measure: measure_names,
    check_opening: lambda: ACTIVITIES,
    check_release: lambda: RELEASED,
}
"""Words that functions of the schema look for in a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyReference:
    """A key: what it means, what its value is, and what it is where it is not given."""

    name: str
    meaning: str
    kind: str
    default: str
    """As TOML writes it; empty where there is none."""
    required: bool
    choices: tuple[str, ...] = ()
    refers_to: str = ""
    """The tables whose names it holds: `phases`."""


@dataclass(frozen=True, slots=True)
class TableReference:
    """A table by its path: `phases.NAME`; empty for the top of a rulebook."""

    path: str
    meaning: str
    keys: tuple[KeyReference, ...]
    same_as: str = ""
    """The table before it that has the same keys, which are not repeated."""


@cache
def rulebook_reference() -> tuple[TableReference, ...]:
    """All tables in the order of the schema, each with all its keys."""
    first: dict[tuple[KeyReference, ...], str] = {}
    tables = []
    for table in _tables(Rulebook, ()):
        earlier = first.setdefault(table.keys, table.path)
        is_repeated = earlier != table.path
        tables.append(TableReference(table.path, table.meaning, (), earlier) if is_repeated else table)
    return tuple(tables)


def _tables(model: type[BaseModel], path: tuple[str, ...]) -> Iterator[TableReference]:
    meanings = _meanings(model)
    is_named = bool(path) and path[-1] == NAME
    fields = {name: field for name, field in model.model_fields.items() if name != "id" or not is_named}
    keys = tuple(_key(name, field, meanings.get(name, "")) for name, field in fields.items())
    yield TableReference(".".join(path), inspect.getdoc(model) or "", keys)
    for name, field in fields.items():
        if (inner := _model_within(field.annotation)) is not None:
            way = (*path, name, NAME) if _is_mapping(field.annotation) else (*path, name)
            yield from _tables(inner, way)


def _key(name: str, field: FieldInfo, meaning: str) -> KeyReference:
    hint: Any = field.annotation
    for mark in field.metadata:
        hint = Annotated[hint, mark]
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    inner = _model_within(hint)
    return KeyReference(
        name=name,
        meaning=meaning or (inspect.getdoc(inner) or "" if inner else ""),
        kind=_kind(field.annotation),
        default="" if default is None or isinstance(default, BaseModel | Mapping) else toml_text(default),
        required=field.is_required(),
        choices=tuple(dict.fromkeys(_choices(hint))) if inner is None else (),
        refers_to=next(_references(hint), "") if inner is None else "",
    )


def _kind(hint: Any) -> str:
    """What a value is, in words."""
    if _model_within(hint) is not None:
        return "tables" if _is_mapping(hint) else "list of tables" if _is_list(hint) else "table"
    if _is_list(hint):
        return "list"
    if _is_mapping(hint):
        return "table"
    simple = list(_simple_types(hint))
    return next((word for kind, word in _KINDS if any(issubclass(each, kind) for each in simple)), "text")


def _simple_types(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and get_origin(hint) is None:
        yield hint
    for inner in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from _simple_types(inner)


def _without_marks(hint: Any) -> Any:
    """A type without its annotations and without None."""
    if get_origin(hint) is Annotated:
        return _without_marks(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        inner = [each for each in get_args(hint) if each is not type(None)]
        return _without_marks(inner[0]) if len(inner) == 1 else hint
    return hint


def _is_mapping(hint: Any) -> bool:
    origin = get_origin(_without_marks(hint))
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_list(hint: Any) -> bool:
    return get_origin(_without_marks(hint)) is tuple


def _model_within(hint: Any) -> type[BaseModel] | None:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    return next((model for inner in get_args(hint) if (model := _model_within(inner)) is not None), None)


def _choices(hint: Any) -> Iterator[str]:
    """Words that a value can be, or start with."""
    if get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
        return
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            yield from _CHECKED_WORDS.get(getattr(mark, "func", None), tuple)()
    for inner in get_args(hint):
        yield from _choices(inner)


def _references(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Annotated:
        yield from (mark.tables for mark in get_args(hint)[1:] if isinstance(mark, RefersTo))
    if get_origin(hint) is not Literal:
        for inner in get_args(hint):
            yield from _references(inner)


@cache
def _meanings(model: type[BaseModel]) -> Mapping[str, str]:
    """The docstrings of the fields of a table and of those that it builds on."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base.__module__.startswith("bakeoff.rulebook.schema"):
            found |= _own_meanings(base)
    return found


def _own_meanings(model: type[BaseModel]) -> dict[str, str]:
    definition = _classes(model.__module__).get(model.__name__)
    found = {}
    for field, said in pairwise(definition.body if definition else []):
        match field, said:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found


@cache
def _classes(module: str) -> Mapping[str, ast.ClassDef]:
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {each.name: each for each in body if isinstance(each, ast.ClassDef)}
