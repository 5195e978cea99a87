"""METEOR: words that match exactly, by stem, meaning or paraphrase, and how well their order agrees."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from bakeoff.errors import ExpressionError, LanguageError
from bakeoff.metrics.contract import Direction, Metric, Statistics
from bakeoff.metrics.meteor.lexicon import Lexicon, Resources
from bakeoff.metrics.meteor.parameters import NORMALIZED, Parameters, Task, parameters_of
from bakeoff.metrics.meteor.stems import find_meteor_stemmer
from bakeoff.metrics.meteor.words import FUNCTION_WORDS
from bakeoff.metrics.ratios import ratio
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, meteor_statistics
from bakeoff.text import Text, language_code
from bakeoff.text.resources import find_paraphrases, find_wordnet, stemmer_languages

MODULES = ("exact", "stem", "synonym", "paraphrase")

_SIDES = ("hypothesis_content", "hypothesis_function", "reference_content", "reference_function")


@dataclass(frozen=True)
class Prepared:
    """References as tokens, with what is known of their words."""

    references: tuple[Tokens, ...]
    lexicon: Lexicon


@dataclass(frozen=True, kw_only=True)
class MeteorMetric(Metric):
    """What all versions have in common: matches, the alignment, statistics and the formula."""

    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    keeps_perfect_chunks: ClassVar[bool] = False
    takes_last_reference: ClassVar[bool] = False

    language: str | None = None
    """Code or English name; without it the target language of the texts, or English where that is not known."""
    modules: str | None = None
    """What makes words match, joined by `+`: exact, stem, synonym, paraphrase."""

    @property
    @abstractmethod
    def parameters(self) -> Parameters:
        """Parameters, weights and modules that the options ask for."""

    @abstractmethod
    def tokens(self, text: Text) -> Tokens:
        """The words as this version separates them."""

    @cached_property
    def known_resources(self) -> Resources:
        """The language resources of the modules; an error says how to get one that is absent."""
        used, language = self.parameters.modules, self.code
        if "synonym" in used and language != "en":
            raise ExpressionError(f"{self.name}: WordNet has synonyms for English only, not for {language!r}.")
        return Resources(
            stemmer=find_meteor_stemmer(language) if "stem" in used else None,
            wordnet=find_wordnet() if "synonym" in used else None,
            paraphrases=find_paraphrases(language=language) if "paraphrase" in used else None,
        )

    def check_stemmer(self, modules: Sequence[str]) -> None:
        """Refuses stems in a language that has no stemmer."""
        if "stem" in modules and self.code not in stemmer_languages():
            raise LanguageError(
                f"{self.name}: METEOR has no stemmer for the language {self.code!r}, only for "
                f"{', '.join(stemmer_languages())}. Say modules=exact to match words as they are.",
                option="modules=exact",
            )

    @property
    def function_list(self) -> frozenset[str]:
        """The words that count as function words."""
        return frozenset()

    @property
    def code(self) -> str:
        """The code of the language."""
        return language_code(self.language) if self.language else "en"

    @property
    def columns(self) -> tuple[str, ...]:
        matched = [f"{module}_{side}" for module in self.parameters.modules for side in _SIDES]
        return (*matched, *(f"{side}_words" for side in _SIDES), "chunks")

    def for_language(self, language: str) -> Metric:
        return self if self.language else replace(self, language=language)

    def resources(self) -> Mapping[str, str]:
        return self.known_resources.versions()

    def prepare(self, references: Sequence[Text]) -> Prepared:
        used = self.used(references)
        tokens = tuple(self.tokens(text) for text in used)
        lexicon = Lexicon(used[0].workspace.vocabulary, self.known_resources, function_words=self.function_list)
        for each in tokens:
            lexicon.cover(each)
        return Prepared(tokens, lexicon)

    def statistics(self, hypothesis: Text, prepared: Prepared) -> Statistics:
        tokens = self.tokens(hypothesis)
        prepared.lexicon.cover(tokens)
        parameters = self.parameters
        return meteor_statistics(
            tokens,
            prepared.references,
            prepared.lexicon.native,
            prepared.lexicon.paraphrases(tokens, *prepared.references),
            modules=parameters.modules,
            weights=parameters.weights,
            alpha=parameters.alpha,
            beta=parameters.beta,
            gamma=parameters.gamma,
            delta=parameters.delta,
            perfect_chunks=self.keeps_perfect_chunks,
            last_reference=self.takes_last_reference,
            threads=hypothesis.workspace.threads,
        )

    def score(self, sums: Statistics) -> Statistics:
        alpha, beta, gamma, delta, weights, modules = self.parameters
        by_module = sums[..., : 4 * len(modules)].reshape(*sums.shape[:-1], len(modules), 2, 2)
        words = sums[..., 4 * len(modules) : -1].reshape(*sums.shape[:-1], 2, 2)
        kinds = np.array([delta, 1 - delta])
        weighted = np.einsum("...msk,m,k->...s", by_module, np.array(weights, dtype=float), kinds)
        counted = words @ kinds
        rates = ratio(weighted, counted, where=counted > 0)  # precision and recall
        mean = _harmonic_mean(rates[..., 0], rates[..., 1], alpha)
        matched = by_module.sum(axis=(-3, -1))
        chunks = sums[..., -1]
        perfect = (chunks <= 1) & (matched == words.sum(axis=-1)).all(axis=-1)
        mean_matched = matched.mean(axis=-1)
        fragmentation = np.where(perfect, 0.0, ratio(chunks, mean_matched, where=mean_matched > 0))
        scores: Statistics = 100 * mean * (1 - gamma * fragmentation**beta)
        return scores

    def chosen_modules(self) -> tuple[str, ...] | None:
        """The modules that the option names, checked."""
        if self.modules is None:
            return None
        names = tuple(self.modules.split("+"))
        if not set(names) <= set(MODULES) or list(names) != sorted(set(names), key=MODULES.index):
            raise ExpressionError(
                f"{self.name}: expected modules out of {'+'.join(MODULES)} in this order, found {self.modules!r}."
            )
        return names


@register
@dataclass(frozen=True, kw_only=True)
class Meteor15(MeteorMetric):
    """METEOR as version 1.5 computes it (for English, 1.3 and 1.4 too).

    Definition: words of the hypothesis and the reference match that are equal (exact), have one stem (stem), share a
    synset of WordNet (synonym) or belong to phrases of the paraphrase table (paraphrase). An alignment is chosen that
    uses each word once. Precision and recall weight matches by module and content words against function words by
    `delta`; Fmean = PR / (αP + (1 − α)R). With chunks, matched stretches in the same order on both sides, the score is
    Fmean × (1 − γ (chunks / matched words)^β) × 100; parameters by language and `task`.
    Range and direction: 0 to 100, higher is better.
    Edge cases: no penalty for a segment that matches throughout in one chunk, and its chunk is not added to the sum.
    0 without any match. Of several references the one with the best segment score counts, of equals the first.
    Source: Denkowski and Lavie 2014; METEOR 1.5, whose quirks are kept: the search takes inexact matches of single
    words for worthless, the distance of a match burdens its rivals, words are separated by 32-bit hashes, and English
    function words are used for all languages (`function_words=language`: METEOR's lists, as with its option `-s`).

    >>> from bakeoff.text import Workspace
    >>> space, meteor = Workspace(), Meteor15(modules="exact+stem")
    >>> rows = meteor.statistics(space.text(["the cats sat"]), meteor.prepare([space.text(["the cat sat down"])]))
    >>> round(float(meteor.score(rows.sum(axis=0))), 4)
    31.4812
    """

    name: ClassVar[str] = "meteor@1.5"
    title: ClassVar[str] = "METEOR 1.5"
    tool: ClassVar[str] = "METEOR"
    version: ClassVar[str] = "1.5"

    task: Task = "rank"
    """What the parameters were tuned to."""
    norm: Literal["yes", "lower", "no"] = "yes"
    """Tokenise and unify punctuation, in lower case (METEOR `-norm`); lower case only (`-lower`); or leave the text."""
    function_words: Literal["english", "language"] = "english"
    """Whose function words are meant: METEOR takes the English ones by default."""
    weights: str | None = None
    """Weights of the modules, joined by `+`."""
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None

    def __post_init__(self) -> None:
        self.chosen_modules()
        if self.weights is not None:
            self._chosen_weights(self.weights)
        if self.language:
            self._check_language()

    @cached_property
    def parameters(self) -> Parameters:
        defaults = parameters_of(self.code, self.task)
        if defaults is None:
            raise ExpressionError(f"{self.name}: task {self.task} has parameters for English only, not {self.code!r}.")
        modules = self.chosen_modules() or defaults.modules
        given = self._chosen_weights(self.weights) if self.weights else defaults.weights[: len(modules)]
        if len(given) != len(modules):
            raise ExpressionError(
                f"{self.name}: expected a weight for each of the modules {'+'.join(modules)}, found {len(given)}."
            )
        numbers = {key: getattr(self, key) for key in ("alpha", "beta", "gamma", "delta")}
        chosen = {key: value for key, value in numbers.items() if value is not None}
        return defaults._replace(modules=modules, weights=given, **chosen)

    @property
    def function_list(self) -> frozenset[str]:
        return FUNCTION_WORDS.get("en" if self.function_words == "english" else self.code, frozenset())

    def tokens(self, text: Text) -> Tokens:
        if self.norm == "yes":
            return text.tokens(f"meteor-{self.code}")
        return (text.lowercased() if self.norm == "lower" else text).tokens("gtm")

    def options(self) -> Mapping[str, str]:
        parameters = self.parameters
        return {
            "language": self.code,
            "task": self.task,
            "modules": "+".join(parameters.modules),
            "weights": "+".join(f"{weight:g}" for weight in parameters.weights),
            **{key: f"{getattr(parameters, key):g}" for key in ("alpha", "beta", "gamma", "delta")},
            "norm": self.norm,
            "function_words": self.function_words,
        }

    def _check_language(self) -> None:
        known = sorted({*NORMALIZED, *stemmer_languages()})
        if self.code not in known:
            raise LanguageError(
                f"{self.name}: METEOR does not know the language {self.language!r}; it knows {', '.join(known)}. "
                "Say language=en to score the text as if it were English.",
                option="language=en",
            )
        if self.norm == "yes" and self.code not in NORMALIZED:
            raise LanguageError(
                f"{self.name}: METEOR has no normaliser for the language {self.code!r}, only for "
                f"{', '.join(NORMALIZED)}. Tokenise the texts and say norm=lower.",
                option="norm=lower",
            )
        self.check_stemmer(self.chosen_modules() or ())

    def _chosen_weights(self, text: str) -> tuple[float, ...]:
        try:
            return tuple(float(part) for part in text.split("+"))
        except ValueError:
            raise ExpressionError(f"{self.name}: expected weights as numbers joined by +, found {text!r}.") from None


def _harmonic_mean(precision: Statistics, recall: Statistics, alpha: float) -> Statistics:
    """The mean of precision and recall; `alpha` is the weight of recall. 0 where either is 0."""
    both = (precision > 0) & (recall > 0)
    p, r = np.where(both, precision, 1.0), np.where(both, recall, 1.0)
    mean: Statistics = np.where(both, 1 / ((1 - alpha) / p + alpha / r), 0.0)
    return mean
