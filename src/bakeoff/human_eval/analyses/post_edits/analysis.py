"""Systems and translators by post-edits: HTER, mTER, TER, effort, as I16 had them (tables 6 to 9).

Edits are counted once for every output and every kind of reference; all figures, intervals and tests are sums of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import AlignedTexts
from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.post_edits.edited_outputs import EditedOutput, EditedTexts, Group, Key, read_edits
from bakeoff.human_eval.analyses.post_edits.effort import Draws, count_edits, measure_effort, weighted_deviation
from bakeoff.human_eval.analyses.post_edits.options import PostEditAnalysis
from bakeoff.human_eval.analyses.post_edits.results import (
    EditedSystem,
    Effort,
    PostEditGroup,
    PostEditor,
    PostEditResult,
    RankCorrelation,
    Rate,
)
from bakeoff.human_eval.analyses.post_edits.tagged_edits import edits_by_tag
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.edit_rates import edit_metric, edit_statistics
from bakeoff.metrics import Metric
from bakeoff.statistics import (
    Measure,
    adjust_p_values,
    bootstrap_scores,
    randomize_pairs,
    sampler,
)
from bakeoff.statistics.correlation.coefficients import average_ranks, pearson_of_rows
from bakeoff.statistics.intervals import percentile_interval

Floats = NDArray[np.float64]


def analyse_post_edits(
    judgments: Sequence[Judgment],
    *,
    texts: Mapping[Group, AlignedTexts] | None = None,
    earlier: Sequence[Judgment] = (),
    settings: Settings | None = None,
    analysis: PostEditAnalysis | None = None,
) -> PostEditResult:
    """Ranks systems by mTER, the edits to the closest of all post-edits of a segment, and measures translators.

    `texts` are references and outputs of complete test sets, by language pair and test set: with them there is TER, on
    the segments that were edited and on all. `earlier` are post-edits of earlier campaigns: references for everyone,
    and the own post-edits of their systems (I16's SU-15); their translators are nobody here.
    """
    asked = analysis or PostEditAnalysis()
    metric = edit_metric(asked.metric)
    groups = [
        _Task(edited, asked, metric).result()
        for edited in read_edits(judgments, earlier=earlier, texts=dict(texts or {}), settings=settings)
    ]
    fewest, most = min(each.post_edits[0] for each in groups), max(each.post_edits[1] for each in groups)
    return PostEditResult(
        groups=tuple(groups),
        metric=asked.metric,
        signature=metric.signature(references=most, fewest_references=fewest, specification="raw"),
        level=asked.level,
        trials=asked.trials,
        correction=asked.correction,
        confidence=asked.confidence,
        samples=asked.samples,
        unit=asked.unit,
        seed=asked.seed,
    )


@dataclass(slots=True)
class _Drawn:
    """Scores of systems by one kind of reference: of all segments, and of samples of them."""

    values: Floats
    samples: Floats | None
    """Systems × samples; None where there is too little to draw from."""


class _Task:
    """The analysis of one test set in one language pair."""

    def __init__(self, edited: EditedTexts, asked: PostEditAnalysis, metric: Metric) -> None:
        self._asked, self._metric = asked, metric
        self._outputs = edited.outputs()
        edited = edited.without(asked.excluded)
        self._edited = edited
        self._places = edited.places()
        self._systems = edited.systems
        every = edited.keys
        self._keys = tuple(key for key in every if all((key, system) in self._outputs for system in self._systems))
        self._left_out = len(every) - len(self._keys)
        if not self._keys:
            raise InputError(
                expected="segments with the outputs of all systems",
                found="none",
                remedy="Give complete outputs of all systems.",
            )
        self._post_edits: dict[Key, list[str]] = {}
        for each in edited.edits:
            self._post_edits.setdefault(each.key, []).append(each.edit.text)
        self._own = self._count(
            [each.edit.original for each in edited.edits], [[each.edit.text] for each in edited.edits]
        )
        """A row for every post-edit."""

    def _rng(self) -> np.random.Generator:
        """The same draws for every figure: none depends on which others are asked for."""
        return np.random.default_rng(self._asked.seed)

    def _count(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> Floats:
        return edit_statistics(outputs, references, self._metric, threads=self._asked.threads)

    def result(self) -> PostEditGroup:
        counts = [len(self._post_edits[key]) for key in self._keys]
        references, test_set = self._reference_rows(), self._test_set_rows()
        measures = {"mter": self._closest_rows(), "hter": self._own_rows()}
        measures |= {} if references is None else {"ter": references}
        drawn = self._draw(measures, self._blocks(self._keys))
        if test_set is not None:
            complete, rows = test_set
            drawn |= self._draw({"test_set_ter": rows}, None if self._asked.unit == "segment" else self._test_blocks())
        else:
            complete = ()
        p = self._tests(measures["mter"])
        return PostEditGroup(
            group={"language_pair": self._edited.group[0], "test_set": self._edited.group[1]},
            segments=len(self._keys),
            left_out=self._left_out,
            test_set_segments=None if self._edited.texts is None else len(self._edited.texts),
            references=0 if self._edited.texts is None else len(self._edited.texts.references),
            post_edits=(min(counts), max(counts)),
            systems=self._ranked(drawn, complete, p),
            editors=tuple(self._editor(judge) for judge in self._edited.judges),
            correlations={
                name: self._correlation(drawn["mter"], drawn[name])
                for name in ("hter", "ter", "test_set_ter")
                if name in drawn and (name != "test_set_ter" or complete == self._systems)
            },
            parts_of_speech=()
            if self._asked.tags is None
            else edits_by_tag(
                [each.edit for each in self._edited.edits], self._asked.tags, self._draws(self._edited.edits)
            ),
        )

    def _closest_rows(self) -> Floats:
        """Edits to the closest of all post-edits: systems × segments × columns."""
        pairs = [(system, key) for system in self._systems for key in self._keys]
        found = self._count(
            [self._outputs[key, system] for system, key in pairs], [self._post_edits[k] for _, k in pairs]
        )
        return found.reshape(len(self._systems), len(self._keys), -1)

    def _own_rows(self) -> Floats:
        """Edits to the own post-edits; nothing where an output has none."""
        places = {key: number for number, key in enumerate(self._keys)}
        numbers = {system: number for number, system in enumerate(self._systems)}
        rows = np.zeros((len(self._systems), len(self._keys), self._own.shape[1]))
        for each, row in zip(self._edited.edits, self._own, strict=True):
            if each.key in places:
                rows[numbers[each.system], places[each.key]] += row
        return rows

    def _official(self, key: Key) -> list[str]:
        """The references of a segment."""
        texts = self._edited.texts
        if texts is None:
            return []
        place, lacking = self._places[key], texts.missing or (frozenset[int](),) * len(texts.references)
        return [
            column[place] for column, without in zip(texts.references, lacking, strict=True) if place not in without
        ]

    def _reference_rows(self) -> Floats | None:
        """Edits to the references of the test set, on the segments that were edited."""
        if self._edited.texts is None or not self._edited.texts.references:
            return None
        pairs = [(system, key) for system in self._systems for key in self._keys]
        found = self._count(
            [self._outputs[key, system] for system, key in pairs], [self._official(k) for _, k in pairs]
        )
        return found.reshape(len(self._systems), len(self._keys), -1)

    def _test_set_rows(self) -> tuple[tuple[str, ...], Floats] | None:
        """The systems with complete outputs, and their edits to the references on the complete test set."""
        texts = self._edited.texts
        if texts is None or not texts.references:
            return None
        complete = tuple(system for system in self._systems if system in texts.systems)
        if not complete:
            return None
        lacking = texts.missing or (frozenset[int](),) * len(texts.references)
        references = [
            [column[place] for column, without in zip(texts.references, lacking, strict=True) if place not in without]
            for place in range(len(texts))
        ]
        rows = [self._count(texts.run_of(system), references) for system in complete]
        return complete, np.stack(rows)

    def _blocks(self, keys: Sequence[Key]) -> list[str] | None:
        return [document for document, _ in keys] if self._asked.unit == "document" else None

    def _test_blocks(self) -> list[str]:
        assert self._edited.texts is not None  # it has rows
        return [document.id for document in self._edited.texts.documents]

    def _draw(self, measures: Mapping[str, Floats], blocks: Sequence[str] | None) -> dict[str, _Drawn]:
        """Scores, and those of samples: the same draws for all measures."""
        every = [Measure(rows, self._metric.score) for rows in measures.values()]
        draws = sampler("bootstrap", every, rng=self._rng(), blocks=blocks, threads=self._asked.threads)
        samples = bootstrap_scores(draws, samples=self._asked.samples) if draws.units > 1 else (None,) * len(every)
        return {name: _Drawn(one.scores(), scores) for name, one, scores in zip(measures, every, samples, strict=True)}

    def _tests(self, rows: Floats) -> Floats:
        """Corrected p-values of all pairs of systems by approximate randomisation."""
        pairs = list(combinations(range(len(self._systems)), 2))
        table = np.full((len(self._systems),) * 2, np.nan)
        if not pairs:
            return table
        draws = sampler(
            "coins",
            [Measure(rows, self._metric.score)],
            rng=self._rng(),
            blocks=self._blocks(self._keys),
            threads=self._asked.threads,
        )
        p = adjust_p_values(
            randomize_pairs(draws, pairs, trials=self._asked.trials)[0], correction=self._asked.correction
        )
        for (one, other), value in zip(pairs, p, strict=True):
            table[one, other] = table[other, one] = value
        return table

    def _ranked(self, drawn: Mapping[str, _Drawn], complete: Sequence[str], p: Floats) -> tuple[EditedSystem, ...]:
        order = sorted(range(len(self._systems)), key=lambda n: (drawn["mter"].values[n], self._systems[n]))
        found = []
        for rank, number in enumerate(order):
            system = self._systems[number]
            below = [other for other in order[rank + 1 :] if p[number, other] < self._asked.level]
            own = [
                (each, row) for each, row in zip(self._edited.edits, self._own, strict=True) if each.system == system
            ]
            counted = [each for each, _ in own]
            found.append(
                EditedSystem(
                    system=system,
                    earlier=all(each.earlier for each in counted),
                    segments=len({each.key for each in counted} & set(self._keys)),
                    mter=self._rate(drawn["mter"], number),
                    hter=self._rate(drawn["hter"], number),
                    ter=self._rate(drawn["ter"], number) if "ter" in drawn else None,
                    test_set_ter=self._rate(drawn["test_set_ter"], complete.index(system))
                    if system in complete
                    else None,
                    differs_from=self._systems[below[0]] if below else None,
                    p={self._systems[other]: float(p[number, other]) for other in order if other != number},
                    counts=count_edits(np.array([row for _, row in own]), self._draws(counted)),
                    effort=self._effort(counted),
                )
            )
        return tuple(found)

    def _rate(self, drawn: _Drawn, number: int) -> Rate:
        samples = None if drawn.samples is None else drawn.samples[number]
        interval = None if samples is None else percentile_interval(samples, level=self._asked.confidence)
        return Rate(float(drawn.values[number]), interval)

    def _correlation(self, official: _Drawn, other: _Drawn) -> RankCorrelation:
        """Spearman's coefficient of two rankings, with an interval by the same samples of segments."""
        value = _spearman(official.values[None], other.values[None])[0]
        if official.samples is None or other.samples is None or np.isnan(value):
            return RankCorrelation(value=None if np.isnan(value) else float(value), interval=None)
        samples = _spearman(official.samples.T, other.samples.T)
        known = samples[~np.isnan(samples)]
        interval = percentile_interval(known, level=self._asked.confidence) if len(known) else None
        return RankCorrelation(value=float(value), interval=interval)

    def _editor(self, judge: str) -> PostEditor:
        own = [
            (each, row)
            for each, row in zip(self._edited.edits, self._own, strict=True)
            if each.judge == judge and not each.earlier
        ]
        edits, rows = [each for each, _ in own], np.array([row for _, row in own])
        texts = self._edited.texts
        official = (
            self._count([each.edit.original for each in edits], [self._official(each.key) for each in edits])
            if texts is not None and texts.references
            else None
        )
        blocks = np.array(self._blocks([each.key for each in edits]) or [])

        def rate(statistics: Floats, kept: NDArray[np.bool_]) -> Rate:
            return self._single(statistics[kept], blocks[kept].tolist() if len(blocks) else None)

        every = np.ones(len(edits), dtype=np.bool_)
        by_system = {system: np.array([each.system == system for each in edits]) for system in self._systems}
        return PostEditor(
            judge=judge,
            segments=len(edits),
            hter=rate(rows, every),
            ter=None if official is None else rate(official, every),
            by_system={
                system: (rate(rows, kept), None if official is None else rate(official, kept))
                for system, kept in by_system.items()
                if kept.any()
            },
            counts=count_edits(rows, self._draws(edits)),
            effort=self._effort(edits),
        )

    def _single(self, rows: Floats, blocks: Sequence[str] | None) -> Rate:
        """An edit rate of some segments, with its interval and the deviation weighted by length."""
        values, weights = self._metric.segment_scores(rows), rows[:, 1]
        drawn = self._draw({"it": rows[None]}, blocks)["it"]
        rate = self._rate(drawn, 0)
        return Rate(rate.value, rate.interval, weighted_deviation(values, weights))

    def _effort(self, edits: Sequence[EditedOutput]) -> Effort:
        return measure_effort([each.edit for each in edits], self._draws(edits))

    def _draws(self, edits: Sequence[EditedOutput]) -> Draws:
        """How intervals of these post-edits are drawn."""
        return Draws(
            samples=self._asked.samples,
            level=self._asked.confidence,
            seed=self._asked.seed,
            blocks=self._blocks([each.key for each in edits]),
        )


def _spearman(first: Floats, second: Floats) -> Floats:
    """Spearman's coefficient of each two rows; NaN where it has none."""
    if first.shape[1] < 2:
        return np.full(len(first), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        return pearson_of_rows(average_ranks(first), average_ranks(second))
