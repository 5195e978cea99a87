"""Results as JSON that people can read and that gives the same values again, to the last bit.

Dataclasses are objects without the fields that have their default. Mappings are objects where all keys are texts, else
lists of pairs. Numbers that JSON has not are the texts `NaN`, `Infinity` and `-Infinity`. Arrays are objects with
`dtype`, `shape` and `values`, the numbers in one text, row by row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from bakeoff.errors import InputError, Place
from bakeoff.statistics import Interval

Value = TypeVar("Value")
_IMPORTED_FOR_TYPES = {"Interval": Interval}
"""What modules of results import for type checkers alone (`Variation`)."""
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def encode(value: Any) -> Any:
    """A value as `json` writes it."""
    match value:
        case np.ndarray():
            content: Any = _encoded_array(value)
        case np.generic():
            content = encode(value.item())
        case float() if not math.isfinite(value):
            content = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case None | str() | int() | float():
            content = value
        case date():  # times are dates, too
            content = value.isoformat()
        case Mapping() if all(isinstance(key, str) for key in value):
            content = {key: encode(each) for key, each in value.items()}
        case Mapping():
            content = [[encode(key), encode(each)] for key, each in value.items()]
        case frozenset() | set():
            content = [encode(each) for each in sorted(value)]
        case tuple() | list():
            content = [encode(each) for each in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            content = {each.name: encode(own) for each, own in _told(value)}
        case _:
            raise TypeError(f"{type(value).__name__} cannot be part of a release package")
    return content


def decode(kind: type[Value], content: Any, *, file: str = "") -> Value:
    """What `encode` wrote of a value of this type; an InputError where it cannot be one."""
    try:
        return cast(Value, _decoded(kind, content))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration) as error:
        raise InputError(
            place=Place(file or None),
            expected=f"what a release package says of {kind.__name__}",
            found=f"something else ({error})",
            remedy="Fetch the package again.",
        ) from None


def _told(value: Any) -> Iterator[tuple[Field[Any], Any]]:
    """The fields that are not as they are by default, and where something was read is nobody's business."""
    for each in fields(value):
        own = getattr(value, each.name)
        if not isinstance(own, Place) and not _is_default(each, own):
            yield each, own


def _is_default(which: Field[Any], value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return False
    if which.default is not MISSING:
        return type(value) is type(which.default) and bool(value == which.default)
    if which.default_factory is not MISSING:
        usual = which.default_factory()
        # What has a factory is a collection: only an empty one is sure to be equal.
        return isinstance(value, Collection) and len(value) == 0 and isinstance(usual, Collection) and len(usual) == 0
    return False


def _encoded_array(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    plain = np.ascontiguousarray(array)
    values = " ".join(map(_number_text, plain.reshape(-1).tolist()))
    return {"dtype": plain.dtype.newbyteorder("<").str, "shape": list(array.shape), "values": values}


def _number_text(value: float | bool) -> str:  # noqa: FBT001 -- an element
    return str(int(value)) if isinstance(value, bool) else repr(value)


def _decoded(kind: Any, value: Any) -> Any:  # noqa: PLR0911 -- a case each
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(arguments, value)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind, value)
    if kind is np.ndarray or origin is np.ndarray:
        return _array(value)
    if kind is float and isinstance(value, str):
        return _SPECIAL[value]
    if kind in (date, datetime) and isinstance(value, str):
        return kind.fromisoformat(value)
    if _is_a(origin, Collection):
        if _is_a(origin, Mapping):
            pairs = value.items() if isinstance(value, dict) else value
            return {_decoded(arguments[0], key): _decoded(arguments[1], each) for key, each in pairs}
        return _collection(origin, arguments, value)
    if kind in (str, int, float, bool) and not isinstance(value, _ALLOWED[kind]):
        raise TypeError(f"{value!r:.60} in place of {kind.__name__}")
    return value


_ALLOWED: Mapping[Any, Any] = {str: str, int: int, float: (int, float), bool: bool}


def _is_a(origin: Any, kind: type) -> bool:
    return isinstance(origin, type) and issubclass(origin, kind)


def _collection(origin: Any, arguments: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.60} in place of a list")
    if origin is tuple and arguments and arguments[-1] is not Ellipsis:
        return tuple(_decoded(each, part) for each, part in zip(arguments, value, strict=True))
    parts = (_decoded(arguments[0], each) for each in value)
    make: Callable[[Any], Any] = frozenset if _is_a(origin, frozenset) else list if origin is list else tuple
    return make(parts)


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and NoneType in kinds:
        return None
    wrong: Exception = TypeError(f"{value!r:.60}")
    for kind in (each for each in kinds if each is not NoneType):
        if get_origin(kind) is Literal and value not in get_args(kind):
            continue
        try:
            return _decoded(kind, value)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            wrong = error
    raise wrong


def _dataclass(kind: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.60} in place of {kind.__name__}")
    types = _types(kind)
    if unknown := value.keys() - types.keys():
        raise TypeError(f"{kind.__name__} has no {sorted(unknown)[0]}")
    return kind(**{name: _decoded(types[name], each) for name, each in value.items()})


def _array(value: Any) -> np.ndarray[Any, Any]:
    dtype = np.dtype(value["dtype"])
    if dtype.kind not in "fiub":
        raise TypeError(f"an array of {dtype}")
    numbers = [float(each) for each in value["values"].split()] if dtype.kind == "f" else value["values"].split()
    whole = numbers if dtype.kind == "f" else [int(each) for each in numbers]
    return np.array(whole, dtype=dtype.newbyteorder("=")).reshape([int(each) for each in value["shape"]])


@cache
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, localns=_IMPORTED_FOR_TYPES)
    return {each.name: hints[each.name] for each in fields(kind) if each.init}
