"""How good texts are, for judges who see texts alone: on the screens of a server, systems have no names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from bakeoff.data import ReferenceSet, Run
from bakeoff.errors import InputError
from bakeoff.evaluation import score_runs
from bakeoff.simulation.truth import DAMAGE


class TextQualities:
    """The quality of each output by its text, in standard deviations; texts that occur twice have their mean.

    Texts are found whatever their case, punctuation and blanks: some evaluations show them as they are scored. A text
    that is not known is taken for a damaged one, and counted; an empty output is as bad.

    >>> qualities = TextQualities([("The lamp is lit.", 1.0), ("Lamp lights.", -1.0)])
    >>> qualities.of(["the lamp is lit", "the lamp fell lit"])
    [1.0, -2.0]
    >>> qualities.unknown
    1
    """

    def __init__(self, known: Iterable[tuple[str, float]]) -> None:
        values: dict[str, list[float]] = {}
        for text, quality in known:
            values.setdefault(_key(text), []).append(quality)
        self._qualities = {key: sum(own) / len(own) for key, own in values.items() if key}
        if not self._qualities:
            raise InputError(expected="texts with their quality", found="none")
        self._of_unknown = sum(self._qualities.values()) / len(self._qualities) - DAMAGE
        self.unknown = 0
        """Outputs so far that were not among the texts."""

    def of(self, texts: Sequence[str]) -> list[float]:
        """The qualities of the outputs on a screen."""
        keys = [_key(text) for text in texts]
        self.unknown += sum(bool(key) and key not in self._qualities for key in keys)
        return [self._qualities.get(key, self._of_unknown) for key in keys]


def qualities_by_metric(runs: Sequence[Run], references: Sequence[ReferenceSet], *, metric: str) -> TextQualities:
    """What a metric says of every output by itself, in standard deviations of all; references are as good as the best.

    It is no truth about systems, but one that simulated judges agree on, so that a rehearsal has an order to find.
    """
    evaluation = score_runs(runs, references, metrics=metric)
    [(expression, scorer)] = evaluation.metrics.items()
    sign = 1 if scorer.direction == "higher" else -1
    scores = np.stack([sign * evaluation.segment_scores(system, expression) for system in evaluation.systems])
    standard = (scores - scores.mean()) / (scores.std() or 1.0)
    texts = evaluation.texts
    column_of = dict(zip(texts.systems, texts.runs, strict=True))
    columns = [column_of[system.name] for system in evaluation.systems]
    known = [pair for own, row in zip(columns, standard.tolist(), strict=True) for pair in zip(own, row, strict=True)]
    best = float(standard.max())
    return TextQualities([*known, *((text, best) for text in chain.from_iterable(texts.references))])


def _key(text: str) -> str:
    return "".join(character for character in unicodedata.normalize("NFKC", text).casefold() if character.isalnum())
