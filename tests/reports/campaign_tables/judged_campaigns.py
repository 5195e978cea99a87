"""Campaigns that nobody judged: evaluations of rulebooks, simulated and analysed as `bakeoff human analyse` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_judgments
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores
from bakeoff.evaluation.tournament import TournamentResult, match_results_of, run_tournament, tournament_rules
from bakeoff.formats import ScoreFile
from bakeoff.formats.scores.score_rows import ScoreRow
from bakeoff.human_eval import (
    HumanEvaluationResult,
    KindOfJudgment,
    analyse_judgments,
    analyse_post_edits,
    analysis_by_rules,
    post_edit_analysis_by_rules,
    settings_by_rules,
)
from bakeoff.human_eval.analyses.answer_shares import shares_in
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.human import HumanResults, JudgedSystem, MetricsTaskResults, TournamentResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.simulation.post_editors import simulate_post_editing

Place = tuple[str, str]


def names(count: int, prefix: str = "SYS") -> tuple[str, ...]:
    """Invented names of systems, the best one first."""
    return tuple(f"{prefix}{number:02}" for number in range(1, count + 1))


def simulated_human(
    rulebook: Rulebook,
    evaluation: str,
    place: Place,
    systems: Sequence[str],
    *,
    references: Iterable[str] = (),
    segments: int = 12,
    seed: int = 1,
    intervals: bool = False,
) -> HumanResults:
    """An evaluation of a rulebook in one place; runs are called by place and system."""
    rules = rulebook.human[evaluation]
    judgments, known = simulated_judgments(rules, place, len(systems), segments=segments, seed=seed)
    result = analysed(rules, judgments, intervals=intervals)
    renamed = dict(zip(known, systems, strict=True))
    group = {"language_pair": place[0], "test_set": place[1]}
    of_group = result.of_group(group, renamed)
    assert of_group is not None
    protocol = find_protocol(rules.protocol, settings_by_rules(rules))
    shares = shares_in(judgments, protocol, analysis_by_rules(rules), result)
    return HumanResults(
        evaluation=evaluation,
        title=rules.label,
        protocol=rules.protocol,
        language_pair=place[0],
        test_set=place[1],
        result=of_group,
        systems={
            name: JudgedSystem(run="" if name in references else run_id(place, name), is_reference=name in references)
            for name in systems
        },
        rules=rules.model_dump(mode="json", exclude_defaults=True),
        answers=tuple(replace(each, system=renamed.get(each.system, each.system)) for each in shares),
    )


def simulated_judgments(
    rules: HumanEvaluation, place: Place, systems: int, *, segments: int, seed: int
) -> tuple[tuple[Judgment, ...], tuple[str, ...]]:
    """What judges answer, and what systems are called in it; the best one first."""
    protocol = find_protocol(rules.protocol, settings_by_rules(rules))
    world = World(systems=systems, spread=2.0, judges=max(rules.judgments, rules.judge_count or 2))
    asking = Asking(
        segments=segments,
        judgments=max(rules.judgments, 2 if rules.common_pool else 1),
        repeats=0.5 if rules.repeats else 0.0,
        language_pair=place[0],
        test_set=place[1],
    )
    simulated = simulate_evaluation(protocol, world, asking, rng=np.random.default_rng(seed))
    judgments = simulated.judgments
    if rules.constituents is not None:
        judgments = tuple(_with_identical(judgments, world.names))
    return judgments, world.names


def _with_identical(judgments: Sequence[Judgment], systems: Sequence[str]) -> Iterator[Judgment]:
    """In every third segment the first two systems have the same phrase, which is shown once."""
    both = systems[:2]
    for judgment in judgments:
        if int(judgment.segment) % 3 or not set(both) & set(judgment.systems):
            yield judgment
        elif not set(both) <= set(judgment.systems):
            shared = SHARED.join(both)
            yield replace(judgment, systems=tuple(shared if name in both else name for name in judgment.systems))


def analysed(rules: HumanEvaluation, judgments: Sequence[Judgment], *, intervals: bool) -> HumanEvaluationResult:
    """As the rulebook has it, with fewer trials and samples."""
    analysis = replace(analysis_by_rules(rules), trials=200, samples=50, interval=None if intervals else "none")
    return analyse_judgments(judgments, protocol=rules.protocol, settings=settings_by_rules(rules), analysis=analysis)


def run_id(place: Place, system: str) -> str:
    """What results call a run."""
    return "/".join((*place, system))


def simulated_tournament(
    rulebook: Rulebook,
    evaluation: str,
    place: Place,
    systems: Sequence[str],
    *,
    joined_by: Sequence[str] = (),
    segments: int = 30,
    seed: int = 1,
) -> tuple[HumanResults, TournamentResults]:
    """A tournament with all its judgments; every pair is judged, which a tournament does not need."""
    rules = rulebook.human[evaluation]
    assert rules.tournament is not None
    everyone = (*systems, *joined_by)
    human = simulated_human(rulebook, evaluation, place, everyone, segments=segments, seed=seed)
    judgments, known = simulated_judgments(rules, place, len(everyone), segments=segments, seed=seed)
    renamed = dict(zip(known, everyone, strict=True))
    own = [replace(each, systems=tuple(renamed[name] for name in each.systems)) for each in judgments]
    matches = match_results_of(own, settings=settings_by_rules(rules), trials=200)
    tournament_rule = tournament_rules(rules.tournament)
    first = [match for match in matches if not {match.a, match.b} & set(joined_by)] if not joined_by else matches
    result: TournamentResult = run_tournament(
        tournament_rule,
        first,
        seeds=_seeds(systems) if tournament_rule.kind != "round-robin" else None,
        joined_by=_seeds(joined_by, best=20.0) if joined_by else None,
    )
    tournament = TournamentResults(
        evaluation=evaluation, language_pair=place[0], test_set=place[1], title=human.title, result=result
    )
    return human, tournament


def _seeds(systems: Sequence[str], *, best: float = 30.0) -> ScoreFile:
    rows = tuple(ScoreRow(system, best - number) for number, system in enumerate(systems))
    return ScoreFile("bleu", rows)


def simulated_post_edits(
    rulebook: Rulebook, evaluation: str, place: Place, systems: Sequence[str], *, earlier: str = "", segments: int = 20
) -> HumanResults:
    """Post-editing of a rulebook, with outputs of the complete test set and its references."""
    rules = rulebook.human[evaluation]
    world = World(systems=len(systems), spread=2.0, judges=rules.judge_count or 4)
    asking = Asking(segments=segments, language_pair=place[0], test_set=place[1])
    rng = np.random.default_rng(3)
    simulated = simulate_post_editing(world, asking, earlier=bool(earlier), test_set_share=0.5, rng=rng)
    renamed = {**dict(zip(world.names, systems, strict=True)), "earlier": earlier}
    translators = {judge.name: f"PE {number}" for number, judge in enumerate(simulated.judges, start=1)}
    post_edits = analyse_post_edits(
        simulated.judgments,
        texts={place: simulated.texts},
        earlier=simulated.earlier,
        settings=settings_by_rules(rules),
        analysis=replace(post_edit_analysis_by_rules(rules), trials=200, samples=50),
    ).renamed(renamed, translators)
    result = analyse_judgments(simulated.judgments).of_group({"language_pair": place[0], "test_set": place[1]}, renamed)
    assert result is not None
    return HumanResults(
        evaluation=evaluation,
        title=rules.label,
        protocol=rules.protocol,
        language_pair=place[0],
        test_set=place[1],
        result=result,
        systems={name: JudgedSystem(run=run_id(place, name)) for name in systems},
        rules=rules.model_dump(mode="json", exclude_defaults=True),
        post_edits=post_edits,
    )


def scored_board(
    rulebook: Rulebook,
    track: str,
    place: Place,
    systems: Sequence[str],
    metrics: Mapping[str, str],
    *,
    specification: str,
    condition: str = "",
    noise: float = 2.0,
    seed: int = 1,
) -> BoardResults:
    """A board with invented scores: the first systems are the best, as simulated judges see them."""
    rng = np.random.default_rng(seed)

    def scores(rank: int) -> tuple[RunScore, ...]:
        return tuple(
            RunScore(
                metric=metric,
                specification=specification,
                value=float((len(systems) - rank if direction == "higher" else rank) + rng.normal(0, noise) + 50),
                signature=metric,
                direction=direction,  # type: ignore[arg-type]
                digits=2,
                segments=100,
            )
            for metric, direction in metrics.items()
        )

    runs = tuple(
        RunResults(
            id=run_id(place, system),
            name=system,
            team=system,
            system="primary",
            kind="primary",
            kind_title="primary",
            track=track,
            scores=scores(rank),
        )
        for rank, system in enumerate(systems)
    )
    return BoardResults(track=track, language_pair=place[0], condition=condition, test_set=place[1], runs=runs)


def campaign_of(rulebook: str, tables: Sequence[str] = (), **parts: Any) -> CampaignResults:
    """Results under a shipped rulebook, perhaps with other tables of its report."""
    rules = read_rulebook(rulebook).model_dump(mode="json", exclude_defaults=True, by_alias=True)
    if tables:
        rules["report"] = {**rules.get("report", {}), "tables": list(tables)}
    return CampaignResults(rules=rules, software="bakeoff", **parts)


def simulated_metrics(
    rulebook: Rulebook, place: Place, systems: Sequence[str], metrics: Sequence[str], evaluations: Sequence[str]
) -> tuple[MetricsTaskResults, ...]:
    """What a metrics task finds where metrics score segments at random."""
    found = []
    rng = np.random.default_rng(4)
    segments = 12
    scores = [
        MetricScores(
            name=metric,
            systems={system: float(rng.normal(-rank, 1)) for rank, system in enumerate(systems)},
            segments={
                (system, ("", str(number))): float(rng.normal(-rank, 2))
                for rank, system in enumerate(systems)
                for number in range(1, segments + 1)
            },
        )
        for metric in metrics
    ]
    for evaluation in evaluations:
        rules = rulebook.human[evaluation]
        judgments, known = simulated_judgments(rules, place, len(systems), segments=segments, seed=9)
        renamed = dict(zip(known, systems, strict=True))
        own = [
            replace(each, systems=tuple(SHARED.join(renamed[n] for n in name.split(SHARED)) for name in each.systems))
            for each in judgments
        ]
        kind = KindOfJudgment(judgments=own, settings=settings_by_rules(rules), analysis=analysis_by_rules(rules))
        inputs = [
            MetricsTaskInput(human=human, metrics=scores) for human in human_scores_of_judgments(evaluation, kind)
        ]
        result = analyse_metrics(inputs, analysis=MetricsAnalysis(measures=("spearman", "consistency")))
        found.append(MetricsTaskResults(track="metrics", test_set=place[1], evaluation=evaluation, result=result))
    return tuple(found)
