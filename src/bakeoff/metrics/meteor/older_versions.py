"""METEOR before version 1: three parameters by year and language, all matches and words alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from bakeoff.errors import ExpressionError, LanguageError
from bakeoff.metrics.meteor.lexicon import Resources
from bakeoff.metrics.meteor.parameters import OLDER, Parameters
from bakeoff.metrics.meteor.scorer import MeteorMetric
from bakeoff.metrics.meteor.stems import find_porter_stemmer
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, tokenize, tokenize_lines
from bakeoff.text import Text, language_code

_MODULES = ("exact", "stem", "synonym")
_USUAL_MODULES = ("exact", "stem")
_CAPITALS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
# What stays of a text without punctuation; the tool had texts in Latin-1, and for Czech in Latin-2.
_NO_WORD = {
    "en": re.compile("[^a-z0-9]+"),
    "cs": re.compile("[^a-z0-9'\u00c0-\u017f]+"),
    "other": re.compile("[^a-z0-9'\u00c0-\u00ff]+"),
}
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


@dataclass(frozen=True, kw_only=True)
class OlderMeteor(MeteorMetric):
    """What the older parameter sets have in common."""

    keeps_perfect_chunks: ClassVar[bool] = True
    takes_last_reference: ClassVar[bool] = True

    punctuation: bool = False
    """Keep punctuation, tokenised as by mteval (`--keepPunctuation`)."""

    def __post_init__(self) -> None:
        chosen = self.chosen_modules() or ()
        if not set(chosen) <= set(_MODULES):
            raise ExpressionError(f"{self.name}: expected modules out of {'+'.join(_MODULES)}, found {self.modules!r}.")
        if self.language and self.code not in OLDER[self.version]:
            known = ", ".join(OLDER[self.version])
            raise LanguageError(
                f"{self.name}: there are no parameters for the language {self.language!r}, only for {known}. "
                "Say language=en to score the text as if it were English.",
                option="language=en",
            )
        if self.language:
            self.check_stemmer(chosen or _USUAL_MODULES)

    @cached_property
    def parameters(self) -> Parameters:
        modules = self.chosen_modules() or _USUAL_MODULES
        return Parameters(*OLDER[self.version][self.code], delta=0.5, weights=(1.0,) * len(modules), modules=modules)

    @cached_property
    def known_resources(self) -> Resources:
        resources = super().known_resources
        if resources.stemmer is None or self.code != "en":
            return resources
        return Resources(find_porter_stemmer(), resources.wordnet)

    def tokens(self, text: Text) -> Tokens:
        prepared = _with_punctuation if self.punctuation else _without_punctuation(self.code)
        space = text.workspace
        return tokenize(prepared(text.segments), "blank", space.vocabulary, threads=space.threads)

    def options(self) -> Mapping[str, str]:
        parameters = self.parameters
        return {
            "language": self.code,
            "modules": "+".join(parameters.modules),
            **{key: f"{getattr(parameters, key):g}" for key in ("alpha", "beta", "gamma")},
            "punctuation": "yes" if self.punctuation else "no",
        }


Preparation = Callable[[tuple[str, ...]], list[str]]


def _lowered(segment: str) -> str:
    for entity, character in _ENTITIES:
        segment = segment.replace(entity, character)
    return segment.translate(_CAPITALS)


@cache
def _without_punctuation(language: str) -> Preparation:
    pattern = _NO_WORD.get(language_code(language), _NO_WORD["other"])
    return lambda segments: [pattern.sub(" ", _lowered(segment)) for segment in segments]


def _with_punctuation(segments: tuple[str, ...]) -> list[str]:
    lines = tokenize_lines(segments, "mteval-13a-nocase")
    return [line.replace("_", " ").replace("#", " ") for line in lines]


@register
@dataclass(frozen=True, kw_only=True)
class Meteor2005(OlderMeteor):
    """METEOR with the parameters of 2005: α 0.9, β 3, γ 0.5 for every language.

    Definition: with m words aligned in c chunks, P = m / hypothesis words, R = m / reference words,
    Fmean = PR / (αP + (1 − α)R) and the score is Fmean × (1 − γ (c / m)^β) × 100; Fmean is 10PR / (R + 9P). Words
    match that are equal or have one stem (for English by Porter's stemmer), with `modules=exact+stem+synonym` also
    those that share a synset of WordNet. Text: entities decoded, ASCII letters in lower case, everything but letters
    and digits removed (see `punctuation`).
    Range and direction: 0 to 100, higher is better.
    Edge cases: no penalty where all words match in one chunk; a text of several segments always has chunks enough to
    lose a little. 0 without any match. Of several references the one with the best segment score counts, of equals the
    last.
    Source: Banerjee and Lavie 2005. The alignment is that of METEOR 1.5: how the tools of those years searched is known
    in outline only, so no figure of theirs was compared.

    >>> from bakeoff.text import Workspace
    >>> space, meteor = Workspace(), Meteor2005()
    >>> rows = meteor.statistics(space.text(["the cats sat"]), meteor.prepare([space.text(["the cat sat down"])]))
    >>> round(float(meteor.score(rows.sum(axis=0))), 4)
    75.4986
    """

    name: ClassVar[str] = "meteor@2005"
    title: ClassVar[str] = "METEOR 2005"
    version: ClassVar[str] = "2005"


@register
@dataclass(frozen=True, kw_only=True)
class Meteor2007(OlderMeteor):
    """METEOR with the parameters of 2007 (version 0.6), tuned to adequacy and fluency by language.

    Definition, range, edge cases and what is not known: as `meteor@2005`.
    Source: Lavie and Agarwal 2007; the parameters are those of the program (the paper prints α 0.81 for English).

    >>> from bakeoff.text import Workspace
    >>> space, meteor = Workspace(), Meteor2007()
    >>> rows = meteor.statistics(space.text(["the cats sat"]), meteor.prepare([space.text(["the cat sat down"])]))
    >>> round(float(meteor.score(rows.sum(axis=0))), 4)
    70.0659
    """

    name: ClassVar[str] = "meteor@2007"
    title: ClassVar[str] = "METEOR 2007"
    version: ClassVar[str] = "2007"


@register
@dataclass(frozen=True, kw_only=True)
class Meteor2008Baseline(OlderMeteor):
    """METEOR-BASELINE of WMT 2008, tuned to adequacy: the parameters of 2007.

    Definition, range, edge cases and what is not known: as `meteor@2005`.
    Source: Agarwal and Lavie 2008; Callison-Burch et al. 2008, who say only that it is tuned to adequacy.

    >>> from bakeoff.text import Workspace
    >>> space, meteor = Workspace(), Meteor2008Baseline()
    >>> rows = meteor.statistics(space.text(["the cats sat"]), meteor.prepare([space.text(["the cat sat down"])]))
    >>> round(float(meteor.score(rows.sum(axis=0))), 4)
    70.0659
    """

    name: ClassVar[str] = "meteor@2008-baseline"
    title: ClassVar[str] = "METEOR 2008, baseline"
    version: ClassVar[str] = "2008-baseline"


@register
@dataclass(frozen=True, kw_only=True)
class Meteor2008Ranking(OlderMeteor):
    """METEOR-RANKING of WMT 2008: parameters tuned to rankings, for English, German, French and Spanish.

    Definition, range, edge cases and what is not known: as `meteor@2005`.
    Source: Agarwal and Lavie 2008.

    >>> from bakeoff.text import Workspace
    >>> space, meteor = Workspace(), Meteor2008Ranking()
    >>> rows = meteor.statistics(space.text(["the cats sat"]), meteor.prepare([space.text(["the cat sat down"])]))
    >>> round(float(meteor.score(rows.sum(axis=0))), 4)
    56.2171
    """

    name: ClassVar[str] = "meteor@2008-ranking"
    title: ClassVar[str] = "METEOR 2008, ranking"
    version: ClassVar[str] = "2008-ranking"
