"""Text steps: functions from a column of segments to a column of segments, under the names that specifications use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import signature

from bakeoff.errors import ExpressionError

# Where each step lives; loaded on first use, because some need tables that take time to build.
_HOMES = {
    "arabic": "arabic:normalize_arabic",
    "lowercase": "letters:lowercase",
    "no-marks": "marks:remove_marks",
    "no-punctuation": "punctuation:remove_punctuation",
    "separate-marks": "marks:separate_marks",
    "split-characters": "characters:split_characters",
    "split-hyphens": "marks:split_hyphens",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A named text step with the options that differ from its defaults."""

    name: str
    options: tuple[tuple[str, bool], ...] = ()

    def apply(self, segments: Sequence[str]) -> list[str]:
        return _function(self.name)(segments, **dict(self.options))

    def __str__(self) -> str:
        written = ",".join(f"{key}={'yes' if value else 'no'}" for key, value in self.options)
        return f"{self.name}:{written}" if written else self.name


def step_names() -> tuple[str, ...]:
    """The names of all steps, sorted."""
    return tuple(sorted(_HOMES))


def parse_step(expression: str) -> Step:
    """The step that `name[:option=yes|no,…]` names.

    >>> str(parse_step("arabic:ya=no,alef=yes"))
    'arabic:alef=yes'
    """
    name, _, tail = expression.partition(":")
    if name not in _HOMES:
        raise ExpressionError(
            f"{expression}: there is no text step {name!r}; the steps are: {', '.join(step_names())}."
        )
    defaults = _defaults(name)
    given = dict(_parse_option(part, defaults, expression) for part in tail.split(",") if part)
    return Step(name, tuple((key, given[key]) for key in defaults if given.get(key, defaults[key]) != defaults[key]))


def _parse_option(part: str, defaults: Mapping[str, bool], expression: str) -> tuple[str, bool]:
    key, _, value = part.partition("=")
    if key not in defaults:
        known = f"it has: {', '.join(defaults)}" if defaults else "it has none"
        raise ExpressionError(f"{expression}: the step has no option {key!r}; {known}.")
    if value not in ("yes", "no"):
        raise ExpressionError(f"{expression}: {key}: expected yes or no, found {value!r}.")
    return key, value == "yes"


@cache
def _function(name: str) -> Callable[..., list[str]]:
    module, _, function = _HOMES[name].partition(":")
    loaded: Callable[..., list[str]] = getattr(import_module(f"bakeoff.text.normalizers.{module}"), function)
    return loaded


def _defaults(name: str) -> dict[str, bool]:
    """The options of a step are the keyword-only arguments of its function."""
    parameters = signature(_function(name)).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
