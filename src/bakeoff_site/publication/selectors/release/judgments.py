"""Judgments and matches that may be released, with what they were analysed by."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import judgments_for
from bakeoff.release.content import EvaluationJudgments, Place, TournamentInputs
from bakeoff_site.judging.selectors.campaign_evaluations import (
    CampaignEvaluation,
    campaign_evaluations,
    judged_runs,
    judgments_that_count,
)
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.imports import earlier_judgments
from bakeoff_site.judging.selectors.post_edits import PROTOCOL, runs_behind
from bakeoff_site.judging.selectors.tournaments import TournamentView
from bakeoff_site.publication.selectors.human import place_of_board
from bakeoff_site.publication.selectors.results import SeenCampaign
from bakeoff_site.results.conversions.human_boards import HumanBoardView


@dataclass(frozen=True, slots=True)
class ReleasedJudgments:
    """Judgments by evaluation, and sentences about what is left out."""

    evaluations: tuple[EvaluationJudgments, ...]
    sentences: tuple[str, ...]


def evaluation_judgments(seen: SeenCampaign) -> ReleasedJudgments:
    """The judgments behind human boards, of evaluations all of whose judgments are released."""
    views: dict[str, list[HumanBoardView]] = {}
    for view in seen.human.boards:
        views.setdefault(view.place.evaluation_id, []).append(view)
    known = {each.code: each for each in campaign_evaluations(seen.campaign, now=seen.now)} if views else {}
    found, sentences = [], []
    for code, own in views.items():
        if _may_release(known[code], own):
            found.append(_of_evaluation(seen, known[code], own))
        else:
            sentences.append(f"Judgments of {known[code].title} are left out: the rulebook does not release them.")
    return ReleasedJudgments(tuple(found), tuple(sentences))


def _may_release(evaluation: CampaignEvaluation, views: Collection[HumanBoardView]) -> bool:
    """Judges work on all test sets, and are analysed over all of them: what is released is released together."""
    judged = {run.test_set for run in judged_runs([evaluation])}
    return all(view.may_read_judgments for view in views) and judged <= {view.place.test_set_id for view in views}


def _of_evaluation(
    seen: SeenCampaign, evaluation: CampaignEvaluation, views: Collection[HumanBoardView]
) -> EvaluationJudgments:
    ids = seen.ids
    runs: dict[Place, dict[str, str]] = {}
    if evaluation.own[0].protocol == PROTOCOL:
        for place, own in runs_behind(evaluation.own).items():
            runs[place] = {name: ids[run.pk] for name, run in own.items() if run.pk in ids}
    for run in judged_runs([evaluation]):
        if run.run_id in ids:
            runs.setdefault((run.language_pair, run.test_set), {})[run.name] = ids[run.run_id]
    return EvaluationJudgments(
        evaluation=evaluation.code,
        rules=evaluation.rules.model_dump(mode="json"),
        judgments=partial(_judgments, evaluation),
        names={
            place_of_board(view): {name: shown for name, shown in view.called.items() if name != shown}
            for view in views
        },
        runs=runs,
        earlier=partial(_earlier, evaluation),
        constituents={
            (texts.language_pair, texts.test_set): texts.constituents
            for own in evaluation.own
            for texts in content_of(own.task).evaluations[own.code].texts
            if texts.constituents
        },
        references_count=all(
            seen.viewer.may(
                "scores", test_set=view.place.test_set_id, language_pair=view.place.language_pair_id
            ).allowed
            for view in views
        ),
    )


def _judgments(evaluation: CampaignEvaluation) -> Iterator[Judgment]:
    """As they count in the evaluation, those of others among them."""
    if not evaluation.others:
        return judgments_that_count(evaluation)
    counted, _ = judgments_for(evaluation.campaign.rules, evaluation.code, tuple(judgments_that_count(evaluation)))
    return iter(counted)


def _earlier(evaluation: CampaignEvaluation) -> Iterator[Judgment]:
    return (judgment for each in evaluation.own for judgment in earlier_judgments(each))


def tournament_inputs(seen: SeenCampaign, *, with_judgments: Collection[str]) -> tuple[TournamentInputs, ...]:
    """What tournaments were played from; `with_judgments` are the evaluations whose judgments are in the package."""
    return tuple(
        _tournament(board, view, has_judgments=board.place.evaluation_id in with_judgments)
        for board, view in seen.human.tournaments
    )


def _tournament(board: HumanBoardView, view: TournamentView, *, has_judgments: bool) -> TournamentInputs:
    planned = view.live.planned
    seeds = {view.called[system]: float(-place) for place, system in enumerate(planned.order)}
    joining = {view.called[system] for system in planned.joining}
    return TournamentInputs(
        evaluation=board.place.evaluation_id,
        language_pair=view.language_pair,
        test_set=view.test_set,
        title=board.place.title,
        seeds={system: score for system, score in seeds.items() if system not in joining},
        seeded=planned.seeded,
        matches=view.results,
        earlier=view.earlier,
        joining={system: seeds[system] for system in joining},
        from_judgments=has_judgments and not view.differing,
    )
