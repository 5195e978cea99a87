"""Results of analyses as JSON that gives the same result again, to the last number."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from bakeoff.human_eval.analyses.results import HumanEvaluationResult


def write_result(result: HumanEvaluationResult) -> dict[str, Any]:
    """A result as `json` writes it. Arrays are their bytes, so that nothing is rounded and NaN stays NaN."""
    return cast("dict[str, Any]", _written(result))


def read_result(content: Mapping[str, Any]) -> HumanEvaluationResult:
    """What `write_result` wrote."""
    return cast(HumanEvaluationResult, _read(HumanEvaluationResult, content))


def _written(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        plain = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        return [plain.dtype.str, list(value.shape), base64.b64encode(plain.tobytes()).decode("ascii")]
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value):
        return {each.name: _written(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):  # keys may be numbers
        return [[_written(key), _written(each)] for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [_written(each) for each in value]
    return value


def _read(kind: Any, value: Any) -> Any:
    """A value of a type as its annotation has it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        known = [each for each in arguments if each is not NoneType]
        return None if value is None else _read(known[0], value)
    if isinstance(kind, type) and is_dataclass(kind):
        # What was written before a field was there has its default.
        return kind(**{name: _read(each, value[name]) for name, each in _types(kind).items() if name in value})
    if origin is np.ndarray:
        return _array(*value)
    if origin is tuple:
        own = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else arguments
        return tuple(_read(each, part) for each, part in zip(own, value, strict=True))
    if origin is not Literal and isinstance(origin, type) and issubclass(origin, Mapping):
        return {_read(arguments[0], key): _read(arguments[1], each) for key, each in value}
    return value


def _array(dtype: str, shape: list[int], data: str) -> np.ndarray[Any, Any]:
    array = np.frombuffer(base64.b64decode(data), dtype=dtype).reshape(shape)
    return array.astype(array.dtype.newbyteorder("="))


@cache
def _types(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
