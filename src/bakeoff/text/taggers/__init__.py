"""Part-of-speech taggers by name: adapters of ours for programs that the user installs, and those of others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.text.taggers.contract import Tagger

__all__ = ["Tagger", "check_tagger", "find_tagger", "load_tagger", "tagger_names"]

_GROUP = "bakeoff.taggers"
# Where our own live; the programs behind them are loaded when one is made.
_HOMES = {"hanta": "hanta:HanoverTagger", "rjieba": "rjieba:RJieba", "spacy": "spacy:Spacy"}


def tagger_names() -> tuple[str, ...]:
    """The names of all taggers, sorted; those of ours are present even where their programs are not installed."""
    from importlib.metadata import entry_points  # noqa: PLC0415

    return tuple(sorted({*_HOMES, *(entry.name for entry in entry_points(group=_GROUP))}))


def check_tagger(name: str, *, language: str | None, model: str | None) -> None:
    """Raises an error if there is no such tagger, or if it does not know the language or takes no model."""
    kind = find_tagger(name)
    if language is not None and kind.languages and language not in kind.languages:
        raise ExpressionError(f"tags={name}: expected {_written(kind.languages)}, found language={language}.")
    if model is not None and not kind.takes_model:
        raise ExpressionError(f"tags={name} takes no model, found model={model}.")


def load_tagger(name: str, *, language: str | None, model: str | None) -> Tagger:
    """The tagger, ready to tag, made once; one that knows a single language needs none named."""
    check_tagger(name, language=language, model=model)
    languages = find_tagger(name).languages
    if language is None and len(languages) > 1:
        raise ExpressionError(f"tags={name} needs the language of the text: {_written(languages)}.")
    return _make(name, language or next(iter(languages), None), model)


@cache
def _make(name: str, language: str | None, model: str | None) -> Tagger:
    return find_tagger(name)(language=language, model=model)


def _written(languages: Sequence[str]) -> str:
    return " or ".join(f"language={code}" for code in languages)


@cache
def find_tagger(name: str) -> type[Tagger]:
    """The class of the tagger of that name; what it needs is not loaded."""
    if name in _HOMES:
        module, _, title = _HOMES[name].partition(":")
        kind: type[Tagger] = getattr(import_module(f"{__name__}.{module}"), title)
        return kind
    # Slow to import, and needed only for a name that is not one of our own.
    from importlib.metadata import entry_points  # noqa: PLC0415

    for entry in entry_points(group=_GROUP):
        if entry.name == name:
            loaded = entry.load()
            if not (isinstance(loaded, type) and issubclass(loaded, Tagger)):
                raise BakeoffError(f"the tagger {name!r} is {loaded!r}; it must be a subclass of bakeoff.text.Tagger.")
            return loaded
    raise ExpressionError(
        f"tags={name}: expected inline (word|TAG), only (a text of tags) or a tagger: {', '.join(tagger_names())}."
    )
