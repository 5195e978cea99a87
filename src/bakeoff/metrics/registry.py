"""All metrics under their names, and the expressions that name one with its options."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from bakeoff.errors import ExpressionError, nearest
from bakeoff.metrics.contract import Metric

# The module of each metric, which is loaded when the metric is named: METEOR is several times as large as BLEU. Other
# distributions add theirs through the entry-point group `bakeoff.metrics`.
_MODULES = {
    "bleu@flexible": "meteor.flexible_matches",
    "bleu@mteval": "bleu",
    "bleu@pos": "pos_bleu",
    "bleu@sacrebleu": "bleu",
    "chrf": "chrf",
    "chrf++": "chrf",
    "gtm@1.4": "gtm",
    "meteor@1.5": "meteor.scorer",
    "meteor@2005": "meteor.older_versions",
    "meteor@2007": "meteor.older_versions",
    "meteor@2008-baseline": "meteor.older_versions",
    "meteor@2008-ranking": "meteor.older_versions",
    "nist@mteval": "nist",
    "per": "per",
    "posf": "posf",
    "ter@flexible": "meteor.flexible_matches",
    "ter@sacrebleu": "ter",
    "ter@tercom": "ter",
    "wer": "wer",
}

_METRICS: dict[str, type[Metric]] = {}

# A name without a scorer stands for one with.
_SHORT_NAMES = {
    "bleu": "bleu@mteval",
    "gtm": "gtm@1.4",
    "meteor": "meteor@1.5:modules=exact+stem",
    "nist": "nist@mteval",
    "ter": "ter@tercom:case=yes,normalize=yes",
}

# What else people call some of them.
_OTHER_NAMES = {
    "chrf2": "chrf",
    "chrf2++": "chrf++",
    "chrfpp": "chrf++",
    "mbleu": "bleu@flexible",
    "mter": "ter@flexible",
    "posbleu": "bleu@pos",
    "sacrebleu": "bleu@sacrebleu",
    "tercom": "ter@tercom",
}

# Words that stand for several metrics: the columns of the result tables of IWSLT 2012 in their order, and everything
# that needs no resource beyond what comes with Bakeoff.
_IWSLT2012 = ("bleu", "meteor", "wer", "per", "ter", "gtm", "nist")
_ROWS = {
    "iwslt2012": _IWSLT2012,
    "all": (
        *_IWSLT2012,
        "chrf",
        "chrf++",
        "bleu@sacrebleu",
        "ter@sacrebleu",
        "meteor@2005",
        "meteor@2007",
        "meteor@2008-baseline",
        "meteor@2008-ranking",
    ),
}

_COMET = "pip install unbabel-comet"
_LEARNED = {
    "bartscore": "https://github.com/neulab/BARTScore",
    "bertscore": "pip install bert-score",
    "bleurt": "https://github.com/google-research/bleurt",
    "comet": _COMET,
    "comet-22": _COMET,
    "cometkiwi": _COMET,
    "gemba": "https://github.com/MicrosoftTranslator/GEMBA",
    "metricx": "https://github.com/google-research/metricx",
    "prism": "https://github.com/thompsonb/prism",
    "unite": _COMET,
    "xcomet": _COMET,
    "yisi": "https://github.com/chikiulo/yisi",
}
"""Metrics that people ask for by name and that run in an environment of their own, and where they come from."""

M = TypeVar("M", bound=type[Metric])


def register(metric: M) -> M:
    """Class decorator: makes a metric known under its name."""
    if metric.name in _METRICS:
        raise ValueError(f"two metrics are called {metric.name}")
    _METRICS[metric.name] = metric
    return metric


@cache
def _load_plugins() -> None:
    # Slow to import, and needed only for a name that is not one of our own.
    from importlib.metadata import entry_points  # noqa: PLC0415

    for entry in entry_points(group="bakeoff.metrics"):
        entry.load()


def metric_types() -> Mapping[str, type[Metric]]:
    """Every registered metric by name."""
    for name in _MODULES:
        find_metric_type(name)
    _load_plugins()
    return types.MappingProxyType(_METRICS)


def find_metric_type(name: str) -> type[Metric] | None:
    """The metric with that name, ours or another distribution's."""
    if name in _MODULES:
        import_module(f"bakeoff.metrics.{_MODULES[name]}")
    elif name not in _METRICS:
        _load_plugins()
    return _METRICS.get(name)


def split_expressions(expressions: str | Iterable[str]) -> tuple[str, ...]:
    """The expressions in one string or several, each once, in order; words for rows replaced by what they stand for.

    >>> split_expressions(["ter chrf", "iwslt2012"])
    ('ter', 'chrf', 'bleu', 'meteor', 'wer', 'per', 'gtm', 'nist')
    """
    names = [name for word in _words(expressions) for name in _ROWS.get(word, (word,))]
    if not names:
        raise ExpressionError(f"no metric was named; the metrics are: {_known()}.")
    return tuple(dict.fromkeys(names))


def named_by_rows(expressions: str | Iterable[str]) -> dict[str, str]:
    """The expressions that were not named themselves, each with the word for a row that stands for it.

    >>> named_by_rows("iwslt2012 meteor ter")
    {'bleu': 'iwslt2012', 'wer': 'iwslt2012', 'per': 'iwslt2012', 'gtm': 'iwslt2012', 'nist': 'iwslt2012'}
    """
    words = _words(expressions)
    rows = [word for word in words if word in _ROWS]
    return {name: row for row in reversed(rows) for name in _ROWS[row] if name not in words}


def is_own_metric(expression: str) -> bool:
    """Whether an expression starts with the name of a metric or row that comes with Bakeoff; nothing is loaded."""
    head = expression.partition(":")[0]
    return head in _SHORT_NAMES or head in _MODULES or head in _ROWS


def row_names() -> tuple[str, ...]:
    """The words that stand for several metrics."""
    return tuple(_ROWS)


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
        raise ExpressionError(_unknown(head))
    given = {**_split_options(preset, expression), **_split_options(tail, expression)}
    return kind(**_parsed_options(kind, given, expression))


def preset_of(head: str) -> str:
    """The full expression that a name without a scorer abbreviates; any other name as it is.

    >>> preset_of("ter"), preset_of("chrf")
    ('ter@tercom:case=yes,normalize=yes', 'chrf')
    """
    return _SHORT_NAMES.get(head, head)


def own_metric_names() -> tuple[str, ...]:
    """Those names that come with Bakeoff, sorted; nothing is loaded."""
    return tuple(sorted({*_SHORT_NAMES, *_MODULES}))


def metric_names() -> tuple[str, ...]:
    """Every name that an expression may start with, sorted; those without a scorer stand for one with."""
    _load_plugins()
    return tuple(sorted({*_SHORT_NAMES, *_MODULES, *_METRICS}))


def _unknown(head: str) -> str:
    if head.lower() in _LEARNED:
        name = head.lower()
        adapter = " Its adapter is examples/plugins/comet_adapter.py." if _LEARNED[name] == _COMET else ""
        return (
            f"{head} is a learned metric, which runs as a program in an environment of its own. Get it there "
            f"({_LEARNED[name]}), then give bakeoff score or compare the option --plugin {name}=COMMAND to run it, or "
            f"--scores {name}=FILE to take its scores from a file.{adapter} docs/reference/plug-ins.md says how."
        )
    if "," in head:
        advice = "Separate metrics by blanks."
    elif head in _ROWS:
        advice = f"{head} stands for several metrics and takes no options."
    else:
        other = _OTHER_NAMES.get(head.lower())
        advice = f"Did you mean {other}?" if other else nearest(head, (*own_metric_names(), *_ROWS))
    return " ".join(filter(None, [f"there is no metric {head!r}.", advice, f"The metrics are: {_known()}."]))


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
    hints = _option_types(metric)
    values = {}
    for key, text in given.items():
        if key not in hints:
            advice = " ".join(filter(None, [nearest(key, hints), f"It has: {', '.join(hints)}."]))
            raise ExpressionError(f"{expression}: {metric.name} has no option {key!r}. {advice}")
        values[key] = _parsed_value(hints[key], text, f"{expression}: {key}")
    return values


@cache
def _option_types(metric: type[Metric]) -> Mapping[str, Any]:
    """The options of a metric with their types. To find them is slow, and rulebooks name many metrics."""
    hints = get_type_hints(metric)
    return types.MappingProxyType({field.name: hints[field.name] for field in fields(metric)})


def _parsed_value(hint: Any, text: str, where: str) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if get_origin(hint) is Literal:
        if text not in get_args(hint):
            advice = " ".join(filter(None, [f"found {text!r}.", nearest(text, get_args(hint))]))
            raise ExpressionError(f"{where}: expected one of {', '.join(get_args(hint))}, {advice}")
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
