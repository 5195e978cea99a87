"""What people said of systems and segments, from files of scores or from judgments."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.formats import ScoreFile
from bakeoff.human_eval import KindOfJudgment, analyse_judgments
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.registry import find_protocol

Segment = tuple[str, str]
"""Document ("" where there are none) and segment."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One judge's comparison of two outputs: +1 where the first is better, 0 for a tie."""

    segment: Segment
    first: str
    second: str
    outcome: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanScores:
    """What one kind of judgment says of the systems of a language pair; higher is better."""

    kind: str
    language_pair: str
    systems: Mapping[str, float]
    segments: Mapping[tuple[str, Segment], float] = field(repr=False)
    """By system and segment; empty where only systems are scored."""
    preferences: tuple[Preference, ...] = field(default=(), repr=False)
    compared: KindOfJudgment | None = field(default=None, repr=False)
    """The comparisons behind `preferences`, by which systems are ranked again on a subset."""
    remarks: tuple[str, ...] = ()

    def without(self, names: Collection[str]) -> HumanScores:
        """The same without some systems."""
        return replace(
            self,
            systems={name: score for name, score in self.systems.items() if name not in names},
            segments={key: score for key, score in self.segments.items() if key[0] not in names},
            preferences=tuple(each for each in self.preferences if not {each.first, each.second} & set(names)),
        )


def human_scores_of_files(
    kind: str, language_pair: str, systems: ScoreFile | None, segments: ScoreFile | None
) -> HumanScores:
    """From a file of scores of systems, one of segments, or both; without the first, means over the segments."""
    by_segment = segment_values(segments) if segments is not None else {}
    by_system = system_values(systems or segments) if (systems or segments) is not None else {}
    files = [file for file in (systems, segments) if file is not None]
    return HumanScores(
        kind=kind,
        language_pair=language_pair,
        systems=by_system,
        segments=by_segment,
        remarks=tuple(text for file in files for text in file.remarks),
    )


def system_values(file: ScoreFile | None) -> dict[str, float]:
    """The score of each system: the mean of its rows where the file has several."""
    rows: dict[str, list[float]] = {}
    for row in file.rows if file is not None else ():
        rows.setdefault(row.system, []).append(row.score)
    return {system: fsum(values) / len(values) for system, values in rows.items()}


def segment_values(file: ScoreFile) -> dict[tuple[str, Segment], float]:
    """The score of each output."""
    return {(row.system, (row.document or "", row.segment or "")): row.score for row in file.rows}


def human_scores_of_judgments(kind: str, judged: KindOfJudgment, *, standardised: bool = False) -> list[HumanScores]:
    """By language pair. Grades become means by output, comparisons are kept; penalties change their sign."""
    found = []
    pairs = dict.fromkeys(each.language_pair for each in judged.judgments)
    for pair in pairs:
        own = [each for each in judged.judgments if each.language_pair == pair]
        if len(test_sets := dict.fromkeys(each.test_set for each in own)) > 1:
            raise InputError(
                expected=f"judgments of one test set of {pair or 'each language pair'}",
                found=", ".join(name or "(not named)" for name in test_sets),
                remedy="Give the judgments of one test set at a time.",
            )
        protocol = find_protocol(own[0].protocol, judged.settings)
        counted = latest_answers(for_each_system([each for each in own if each.systems]))
        grades = protocol.grades(counted)
        if grades is not None:
            scores = segment_scores(standardise_by_judge(grades) if standardised else grades)
            sign = 1 if protocol.is_better_higher("mean") else -1
            segments = {
                (scores.systems[system], _segment(scores.items[item])): sign * value
                for system, item, value in zip(
                    scores.system.tolist(), scores.item.tolist(), scores.value.tolist(), strict=True
                )
            }
            systems = mean_of_systems(segments)
            found.append(HumanScores(kind=kind, language_pair=pair, systems=systems, segments=segments))
        else:
            found.append(_compared(kind, pair, own, judged))
    return found


def _compared(kind: str, pair: str, judgments: Sequence[Judgment], judged: KindOfJudgment) -> HumanScores:
    analysis = replace(judged.analysis, by=(), interval="none", trials=1)
    result = analyse_judgments(judgments, settings=judged.settings, analysis=analysis)
    sign = 1 if result.higher_is_better else -1
    (ranking,) = result.rankings
    protocol = find_protocol(judgments[0].protocol, judged.settings)
    compared = protocol.preferences(latest_answers([each for each in judgments if each.systems]), of="systems")
    if compared is None:
        raise InputError(
            expected="judgments that grade or compare outputs", found=judgments[0].protocol, remedy="Choose others."
        )
    ordinary = compared.take(compared.ordinary)
    return HumanScores(
        kind=kind,
        language_pair=pair,
        systems={each.system: sign * each.score for each in ranking.systems},
        segments={},
        compared=replace(judged, judgments=judgments),
        preferences=tuple(
            Preference(_segment(compared.items[item]), compared.systems[first], compared.systems[second], outcome)
            for item, first, second, outcome in zip(
                ordinary.item.tolist(),
                ordinary.first.tolist(),
                ordinary.second.tolist(),
                np.sign(ordinary.outcome).tolist(),
                strict=True,
            )
        ),
        remarks=(f"{kind}: systems are ranked by {result.score}, segments by single comparisons.",),
    )


def _segment(item: Sequence[str]) -> Segment:
    return item[2], item[3]


def mean_of_systems(segments: Mapping[tuple[str, Segment], float]) -> dict[str, float]:
    """The mean of each system's segments."""
    values: dict[str, list[float]] = {}
    for (system, _), score in segments.items():
        values.setdefault(system, []).append(score)
    return {system: fsum(scores) / len(scores) for system, scores in values.items()}
