"""The parameters of METEOR by version, language and task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Task = Literal["rank", "adq", "hter", "tune", "li"]


class Parameters(NamedTuple):
    """The formula's parameters; `weights` go to the modules by their place in the list."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]
    modules: tuple[str, ...] = ("exact", "stem")


_ENGLISH = ("exact", "stem", "synonym", "paraphrase")
_WITH_TABLE = ("exact", "stem", "paraphrase")

# Tuned to rankings, METEOR's default.
_RANK = {
    "en": Parameters(0.85, 0.20, 0.60, 0.75, (1, 0.6, 0.8, 0.6), _ENGLISH),
    "cs": Parameters(0.95, 0.20, 0.60, 0.80, (1, 0.4), ("exact", "paraphrase")),
    "fr": Parameters(0.90, 1.40, 0.60, 0.65, (1, 0.2, 0.4), _WITH_TABLE),
    "es": Parameters(0.65, 1.30, 0.50, 0.80, (1, 0.8, 0.6), _WITH_TABLE),
    "de": Parameters(0.95, 1.00, 0.55, 0.55, (1, 0.8, 0.2), _WITH_TABLE),
    "ru": Parameters(0.75, 1.40, 0.70, 0.50, (1, 0.5, 0.5), _WITH_TABLE),
}
# Tuned to adequacy and to post-editing, for English only.
_ENGLISH_TASKS = {
    "adq": Parameters(0.75, 1.40, 0.45, 0.70, (1, 1, 0.6, 0.8), _ENGLISH),
    "hter": Parameters(0.40, 1.50, 0.35, 0.55, (1, 0.2, 0.6, 0.8), _ENGLISH),
}
# For any language: to tune systems on, and independent of the language.
_TUNE = Parameters(0.50, 1.00, 0.50, 0.50, (1, 0.5, 0.5, 0.5))
_INDEPENDENT = Parameters(0.75, 1.40, 0.70, 0.50, (1, 0.5, 0.5, 0.5))

NORMALIZED = ("cs", "de", "en", "es", "fr", "ru")
"""The languages that METEOR 1.5 has a normaliser for."""


def parameters_of(language: str, task: Task) -> Parameters | None:
    """METEOR 1.5's parameters; None where it has none for the task in the language.

    >>> parameters_of("de", "rank").weights
    (1, 0.8, 0.2)
    """
    if task in ("adq", "hter"):
        return _ENGLISH_TASKS[task] if language == "en" else None
    modules = _RANK[language].modules if language in _RANK else ("exact", "stem")
    if task == "tune":
        return _TUNE._replace(modules=modules)
    if task == "rank" and language in _RANK:
        return _RANK[language]
    return _INDEPENDENT._replace(modules=modules)


class ThreeParameters(NamedTuple):
    """The parameters of METEOR before version 1: no weights, no function words."""

    alpha: float
    beta: float
    gamma: float


_OF_2005 = ThreeParameters(0.9, 3, 0.5)
_OF_2007 = {
    "cs": ThreeParameters(0.8, 0.83, 0.28),
    "de": ThreeParameters(0.95, 1, 0.98),
    "en": ThreeParameters(0.8, 0.83, 0.28),
    "es": ThreeParameters(0.95, 0.5, 0.75),
    "fr": ThreeParameters(0.76, 0.5, 1),
}
_RANKING_OF_2008 = {
    "de": ThreeParameters(0.9, 3, 0.15),
    "en": ThreeParameters(0.95, 0.5, 0.45),
    "es": ThreeParameters(0.9, 0.5, 0.55),
    "fr": ThreeParameters(0.9, 0.5, 0.55),
}

OLDER: Mapping[str, Mapping[str, ThreeParameters]] = {
    "2005": dict.fromkeys(_OF_2007, _OF_2005),
    "2007": _OF_2007,
    "2008-baseline": _OF_2007,
    "2008-ranking": _RANKING_OF_2008,
}
"""By version, then by language."""
