"""Tournaments of an evaluation that is planned: seeds by a metric, and matches that were judged before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.errors import InputError
from bakeoff.evaluation.live_tournaments import play_planned
from bakeoff.evaluation.tournament import with_p_value
from bakeoff.human_eval.designs.judged_systems import metric_measure
from bakeoff.human_eval.designs.planned_tournaments import (
    EarlierMatch,
    PlannedTournament,
    TextsKey,
    plan_tournaments,
)
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.judging.selectors.judged_texts import EvaluationTexts
from bakeoff_site.scoring.models import RunScore


def planned_tournaments(
    gathered: EvaluationTexts, rules: HumanEvaluation, *, earlier: Sequence[EarlierMatch]
) -> tuple[PlannedTournament, ...]:
    """The tournaments of an evaluation on its texts; refused where systems have no seeds, or are too few."""
    if rules.tournament is None:
        return ()
    if earlier and not rules.tournament.earlier_matches:
        raise InputError(
            expected=f"no results of earlier matches, which {rules.id} does not take over",
            found=f"{len(earlier)}",
            remedy="Set earlier_matches = true under tournament, or leave them out.",
        )
    metric = rules.tournament.seeded_by or gathered.official_metric
    needs_scores = not rules.tournament.seeds and (
        rules.tournament.seeded_by is not None or rules.tournament.kind != "round-robin"
    )
    if needs_scores and metric is None:
        raise InputError(
            expected=f"seeds of {rules.id}",
            found="no metric",
            remedy="Name a metric (seeded_by), or the systems in the order of their seeds (seeds).",
        )
    planned = plan_tournaments(
        rules,
        gathered.texts,
        scores=_scores(gathered, metric) if needs_scores and metric is not None else None,
        best="highest" if metric is None else metric_measure(metric).best,
        earlier=[replace(each, result=with_p_value(each.result)) for each in _once(earlier)],
    )
    for each in planned:
        play_planned(rules.tournament, each, ())  # says what is wrong with the number of players
    return planned


def _once(earlier: Sequence[EarlierMatch]) -> list[EarlierMatch]:
    """Of several results of a pair the first."""
    first: dict[frozenset[str], EarlierMatch] = {}
    for each in earlier:
        first.setdefault(each.result.pair, each)
    return list(first.values())


def _scores(gathered: EvaluationTexts, metric: str) -> dict[TextsKey, dict[str, float]]:
    """By language pair and test set the scores of systems by a metric and the official specification."""
    rows = RunScore.objects.filter(
        run__in=gathered.runs.values(), metric=metric, specification=gathered.specification, current=True
    )
    values = {run: value for run, value in rows.values_list("run", "value") if value is not None}
    found: dict[TextsKey, dict[str, float]] = {(each.language_pair, each.test_set): {} for each in gathered.texts}
    for (pair, test_set, name), run in gathered.runs.items():
        if run.pk in values:
            found[pair, test_set][name] = values[run.pk]
    return found
