"""Errors that judges mark in outputs: where they are, how severe they are, what they cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

import numpy as np

from bakeoff.errors import ExpressionError
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.grade_scale import number_of

Side = Literal["target", "source", "missing"]
"""The text that contains the span; `missing`: something of the source that the output leaves out."""

Origin = Literal["judge", "given"]
"""Who marked it: the judge, or whoever marked the output before judges saw it."""

_KEYS = {"start", "end", "severity", "category", "side", "id", "note", "origin"}

WMT_WEIGHTS: Final[Mapping[str, float]] = {
    "minor": 1,
    "major": 5,
    "minor Fluency/Punctuation": 0.1,
    "* Non-translation": 25,
    "neutral": 0,
    "no-error": 0,
    "undecided": 0,
}
"""What errors cost in WMT's MQM. Source: Freitag et al. 2021, Experts, Errors, and Context, table 2.

Appraise calls an error undecided to which no severity was given.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSpan:
    """One error: characters `start` to `end` (from 0, end not among them) of the output, or of the source."""

    severity: str
    category: str = ""
    start: int | None = None
    """None where no place is known, or where something is missing."""
    end: int | None = None
    side: Side = "target"
    id: str = ""
    """Names it among the errors of its output, where it was marked on a screen of ours."""
    note: str = ""
    origin: Origin = "judge"


class ErrorWeights:
    """What an error costs. Keys are a severity (`major`), or severity and category (`minor Fluency/Punctuation`).

    `*` stands for every severity. A category also holds for those below it (`Fluency` for `Fluency/Grammar`). The most
    particular key counts: severity and category before `*` and category before severity alone.

    >>> weights = ErrorWeights(WMT_WEIGHTS)
    >>> [weights[ErrorSpan(severity="minor", category=name)] for name in ("Fluency/Punctuation", "Fluency", "Style")]
    [0.1, 1, 1]
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        for key, weight in weights.items():
            if number_of(weight) is None or weight < 0 or not key.strip():
                raise ExpressionError(f"the weight of {key!r} must be a number of 0 or more, not {weight!r}.")
        self._weights = {_folded(key): weight for key, weight in weights.items()}
        self._found: dict[tuple[str, str], float] = {}

    def __getitem__(self, error: ErrorSpan) -> float:
        key = error.severity, error.category
        if key not in self._found:
            self._found[key] = self._weight(error)
        return self._found[key]

    def penalty(self, errors: Iterable[ErrorSpan]) -> float:
        """What the errors of an output cost together."""
        return float(sum(self[error] for error in errors))

    def _weight(self, error: ErrorSpan) -> float:
        # Google's annotations write "Non-translation!".
        parts = error.category.rstrip("!").split("/")
        paths = ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)] if error.category else []
        keys = [*(f"{error.severity} {path}" for path in paths), *(f"* {path}" for path in paths), error.severity]
        for key in keys:
            if (weight := self._weights.get(_folded(key))) is not None:
                return weight
        severities = sorted({key.split()[0] for key in self._weights} - {"*"})
        raise AnswerError(
            expected=f"a severity that has a weight ({', '.join(severities)})",
            found=repr(error.severity),
            remedy="Say what errors of it cost in the weights of the evaluation.",
        )


def parse_errors(answer: Any, *, text: str | None = None) -> tuple[ErrorSpan, ...]:
    """The errors in an answer, a list of objects. Those of the output must be inside its `text` where that is known."""
    if not isinstance(answer, list):
        raise AnswerError(expected="a list of errors, empty where there are none", found=repr(answer)[:60])
    errors = tuple(_error(each) for each in answer)
    for error in errors if text is not None else ():
        if error.side == "target" and error.end is not None and error.end > len(text or ""):
            expected = f"errors inside the output, which has {len(text or '')} characters"
            raise AnswerError(expected=expected, found=f"one from {error.start} to {error.end}")
    return errors


def imagine_errors(perceived: float, rng: np.random.Generator, *, categories: Sequence[str] = ("",)) -> list[ErrorSpan]:
    """Errors of an output that is so good: one on average where it is ordinary, more where it is bad, some grave."""
    count = int(rng.poisson(math.exp(-min(max(perceived, -3.0), 3.0))))
    return [
        ErrorSpan(
            severity="major" if rng.random() < 0.3 else "minor",
            category=categories[int(rng.integers(len(categories)))],
            start=10 * number,
            end=10 * number + int(rng.integers(1, 10)),
        )
        for number in range(count)
    ]


def write_errors(errors: Iterable[ErrorSpan]) -> list[dict[str, Any]]:
    """The errors as JSON has them; those that have no id have no note and no origin either."""
    return [
        {"start": e.start, "end": e.end, "severity": e.severity, "category": e.category, "side": e.side}
        | ({"id": e.id, "note": e.note, "origin": e.origin} if e.id else {})
        for e in errors
    ]


def _error(value: Any) -> ErrorSpan:
    if not isinstance(value, dict) or not value.keys() <= _KEYS:
        expected = f"an object with {', '.join(sorted(_KEYS))} for each error"
        raise AnswerError(expected=expected, found=repr(value)[:60])
    severity, category = value.get("severity"), value.get("category") or ""
    if not isinstance(severity, str) or not severity or not isinstance(category, str):
        raise AnswerError(expected="a severity, and a category as text if any", found=repr(value)[:60])
    side = value.get("side") or "target"
    if side not in get_args(Side):
        raise AnswerError(expected=f"as side one of {', '.join(get_args(Side))}", found=repr(side)[:60])
    start, end = _ends(value.get("start"), value.get("end"))
    name, note, origin = value.get("id") or "", value.get("note") or "", value.get("origin") or "judge"
    if not isinstance(name, str) or not isinstance(note, str) or origin not in get_args(Origin):
        expected = f"id and note as text, and as origin one of {', '.join(get_args(Origin))}"
        raise AnswerError(expected=expected, found=repr(value)[:60])
    return ErrorSpan(
        severity=severity,
        category=category,
        start=start,
        end=end,
        side=cast("Side", side),
        id=name,
        note=note,
        origin=cast("Origin", origin),
    )


def _ends(start: Any, end: Any) -> tuple[int, int] | tuple[None, None]:
    if start is None and end is None:
        return None, None
    if type(start) is int and type(end) is int and 0 <= start <= end:
        return start, end
    raise AnswerError(
        expected="where an error starts and ends, counted in characters from 0, or null for both",
        found=f"{start!r} and {end!r}"[:60],
    )


def _folded(key: str) -> str:
    return " ".join(key.lower().split())
