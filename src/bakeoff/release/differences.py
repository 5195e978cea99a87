"""What is different in two values that should be the same, number by number."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.release.values import encode

_LABELS = ("id", "metric", "specification", "group", "system", "judge", "a", "b", "measure", "between", "tag", "name")
"""What distinguishes the parts of a list, in words."""
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Difference:
    """A number, or a text, that is not what is computed."""

    what: str
    """Where in the file, such as `runs UEDIN, scores bleu@mteval case+punc, value`."""
    published: str
    computed: str


def differences(published: Any, computed: Any, *, tolerance: float = 0.0) -> Iterator[Difference]:
    """Everything that differs in two results; `tolerance` is relative, and for numbers that are no integers."""
    yield from _differ(encode(published), encode(computed), (), tolerance)


def count_numbers(value: Any) -> int:
    """How many numbers a result has."""
    return _count(encode(value))


def _count(content: Any) -> int:
    if isinstance(content, Mapping):
        if _is_array(content):
            return len(content["values"].split())
        return sum(map(_count, content.values()))
    if isinstance(content, list):
        return sum(map(_count, content))
    return int(isinstance(content, int | float) and not isinstance(content, bool))


def _is_array(content: Mapping[str, Any]) -> bool:
    return content.keys() == {"dtype", "shape", "values"}


def _differ(one: Any, other: Any, path: tuple[str, ...], tolerance: float) -> Iterator[Difference]:
    if isinstance(one, dict) and isinstance(other, dict):
        if _is_array(one) and _is_array(other):
            yield from _arrays(one, other, path, tolerance)
            return
        for key in dict.fromkeys((*one, *other)):
            yield from _differ(one.get(key), other.get(key), (*path, key), tolerance)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (own, its) in enumerate(zip(one, other, strict=True), start=1):
            yield from _differ(own, its, _below(path, own, number), tolerance)
    elif not _same(one, other, tolerance):
        yield Difference(_in_words(path), _text(one), _text(other))


def _arrays(
    one: Mapping[str, Any], other: Mapping[str, Any], path: tuple[str, ...], tolerance: float
) -> Iterator[Difference]:
    if one["shape"] != other["shape"]:
        yield Difference(_in_words(path), f"{one['shape']}", f"{other['shape']}")
        return
    for number, (own, its) in enumerate(zip(one["values"].split(), other["values"].split(), strict=False), start=1):
        if own != its and not _same(float(own), float(its), tolerance):
            yield Difference(_in_words((*path, f"number {number}")), own, its)


def _same(one: Any, other: Any, tolerance: float) -> bool:
    if tolerance and isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    return type(one) is type(other) and bool(one == other)


def _below(path: tuple[str, ...], content: Any, number: int) -> tuple[str, ...]:
    """The path of a part of a list: by what names it, else by its number."""
    named = [content[key] for key in _LABELS if isinstance(content.get(key), str)] if isinstance(content, dict) else []
    label = " ".join(filter(None, named)) or str(number)
    return (*path[:-1], f"{path[-1]} {label}") if path else (label,)


def _in_words(path: Sequence[str]) -> str:
    return ", ".join(path) or "all of it"


def _text(content: Any) -> str:
    if content is None:
        return "nothing"
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
