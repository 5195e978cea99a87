"""All metrics under their names, and the expressions that name one with its options."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Metric

# One module for each family; other distributions add theirs through the entry-point group `bakeoff.metrics`.
_MODULES = (
    "bleu",
    "chrf",
    "meteor.flexible_matches",
    "gtm",
    "meteor.scorer",
    "meteor.older_versions",
    "nist",
    "per",
    "pos_bleu",
    "posf",
    "ter",
    "wer",
)

_METRICS: dict[str, type[Metric]] = {}

# A name without a scorer stands for one with.
_SHORT_NAMES = {
    "bleu": "bleu@mteval",
    "gtm": "gtm@1.4",
    "meteor": "meteor@1.5:modules=exact+stem",
    "nist": "nist@mteval",
    "ter": "ter@tercom:case=yes,normalize=yes",
}

# What `all` stands for: the columns of the result tables of IWSLT 2012, in their order.
_ALL = ("bleu", "meteor", "wer", "per", "ter", "gtm", "nist")

M = TypeVar("M", bound=type[Metric])


def register(metric: M) -> M:
    """Class decorator: makes a metric known under its name."""
    if metric.name in _METRICS:
        raise ValueError(f"two metrics are called {metric.name}")
    _METRICS[metric.name] = metric
    return metric


@cache
def _load_own() -> None:
    for module in _MODULES:
        import_module(f"bakeoff.metrics.{module}")


@cache
def _load_plugins() -> None:
    # Slow to import, and needed only for a name that is not one of our own.
    from importlib.metadata import entry_points  # noqa: PLC0415

    for entry in entry_points(group="bakeoff.metrics"):
        entry.load()


def metric_types() -> Mapping[str, type[Metric]]:
    """Every registered metric by name."""
    _load_own()
    _load_plugins()
    return types.MappingProxyType(_METRICS)


def find_metric_type(name: str) -> type[Metric] | None:
    """The metric with that name, ours or another distribution's."""
    _load_own()
    return _METRICS.get(name) or metric_types().get(name)


def split_expressions(expressions: str | Iterable[str]) -> tuple[str, ...]:
    """The expressions in one string or several, each once, in order; `all` stands for the row of the IWSLT 2012 tables.

    >>> split_expressions(["ter chrf", "all"])
    ('ter', 'chrf', 'bleu', 'meteor', 'wer', 'per', 'gtm', 'nist')
    """
    words = _words(expressions)
    names = [name for word in words for name in (_ALL if word == "all" else (word,))]
    if not names:
        raise ExpressionError(f"no metric was named; the metrics are: {_known()}.")
    return tuple(dict.fromkeys(names))


def only_by_all(expressions: str | Iterable[str]) -> frozenset[str]:
    """The expressions that are present because of `all` and were not named themselves.

    >>> sorted(only_by_all("all meteor ter"))
    ['bleu', 'gtm', 'nist', 'per', 'wer']
    """
    words = _words(expressions)
    return frozenset(_ALL).difference(words) if "all" in words else frozenset()


def _words(expressions: str | Iterable[str]) -> list[str]:
    given = [expressions] if isinstance(expressions, str) else list(expressions)
    return [word for text in given for word in text.split()]


def parse_expression(expression: str) -> Metric:
    """The metric that an expression `name[@scorer][:key=value,…]` names.

    >>> parse_expression("bleu@sacrebleu:case=no").options()["case"]
    'no'
    """
    head, colon, tail = expression.partition(":")
    if colon and not tail:
        raise ExpressionError(f"{expression}: expected key=value after the colon, found nothing.")
    name, _, preset = _SHORT_NAMES.get(head, head).partition(":")
    kind = find_metric_type(name)
    if kind is None:
        advice = " Separate metrics by blanks." if "," in head else ""
        raise ExpressionError(f"there is no metric {head!r}; the metrics are: {_known()}.{advice}")
    given = {**_split_options(preset, expression), **_split_options(tail, expression)}
    return kind(**_parsed_options(kind, given, expression))


def preset_of(head: str) -> str:
    """The full expression that a name without a scorer abbreviates; any other name as it is.

    >>> preset_of("ter"), preset_of("chrf")
    ('ter@tercom:case=yes,normalize=yes', 'chrf')
    """
    return _SHORT_NAMES.get(head, head)


def metric_names() -> tuple[str, ...]:
    """Every name that an expression may start with, sorted; those without a scorer stand for one with."""
    return tuple(sorted({*_SHORT_NAMES, *metric_types()}))


def _known() -> str:
    return ", ".join(metric_names())


def _split_options(text: str, expression: str) -> dict[str, str]:
    options = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise ExpressionError(f"{expression}: expected key=value after the colon, found {part!r}.")
        if key in options:
            raise ExpressionError(f"{expression}: expected each option once, found {key} twice.")
        options[key] = value
    return options


def _parsed_options(metric: type[Metric], given: Mapping[str, str], expression: str) -> dict[str, Any]:
    hints = get_type_hints(metric)
    known = [f.name for f in fields(metric)]
    values = {}
    for key, text in given.items():
        if key not in known:
            raise ExpressionError(f"{expression}: {metric.name} has no option {key!r}; it has: {', '.join(known)}.")
        values[key] = _parsed_value(hints[key], text, f"{expression}: {key}")
    return values


def _parsed_value(hint: Any, text: str, where: str) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if get_origin(hint) is Literal:
        if text not in get_args(hint):
            raise ExpressionError(f"{where}: expected one of {', '.join(get_args(hint))}, found {text!r}.")
        return text
    if hint is bool:
        if text not in ("yes", "no"):
            raise ExpressionError(f"{where}: expected yes or no, found {text!r}.")
        return text == "yes"
    convert: Callable[[str], Any] = hint
    try:
        return convert(text)
    except ValueError:
        raise ExpressionError(f"{where}: expected {_KINDS.get(hint, hint.__name__)}, found {text!r}.") from None


_KINDS = {int: "a whole number", float: "a number", str: "text"}
