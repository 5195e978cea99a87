"""What people judged as values: human boards and tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bakeoff.evaluation import TournamentResult
from bakeoff.reports.campaign_results.human import HumanResults, JudgedSystem, TournamentResults
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.selectors.tournaments import TournamentView
from bakeoff_site.results.conversions.human_boards import HumanBoardView, JudgedBy
from bakeoff_site.results.permissions import ResultsViewer
from bakeoff_site.results.selectors.human_boards import human_boards_seen_by, tournaments_seen_by


def human_results(
    campaign: Campaign, viewer: ResultsViewer, now: datetime, ids: Mapping[int, str]
) -> tuple[tuple[HumanResults, ...], tuple[TournamentResults, ...]]:
    """Human boards and their tournaments as an audience sees them; what is still judged is left out.

    `ids` is what the results call runs.
    """
    views = human_boards_seen_by(campaign, viewer, now)
    human = tuple(_human(view, ids) for view in views)
    tournaments = tuple(
        _tournament(view, each) for view in views for each in tournaments_seen_by(campaign, viewer, now, view)
    )
    return human, tournaments


def _human(view: HumanBoardView, ids: Mapping[int, str]) -> HumanResults:
    place = view.place
    return HumanResults(
        evaluation=place.evaluation_id,
        title=place.evaluation,
        protocol=view.rules.protocol,
        language_pair="+".join(place.language_pairs) or place.language_pair_id,
        test_set=place.test_set_id,
        result=view.result,
        systems={name: _judged(each, ids) for name, each in view.systems.items()},
        rules=view.rules.model_dump(mode="json"),
        answers=view.shares,
        post_edits=view.post_edits,
        left_out_judges=view.left_out.judges,
        left_out_judgments=view.left_out.judgments,
        others=view.others,
    )


def _judged(system: JudgedBy, ids: Mapping[int, str]) -> JudgedSystem:
    return JudgedSystem(
        run="" if system.run_id is None else ids.get(system.run_id, ""),
        is_reference=system.is_reference,
        kind_title=system.kind_label,
        remark=system.remark,
    )


def _tournament(board: HumanBoardView, view: TournamentView) -> TournamentResults:
    """A tournament with the names that the audience may know; remarks name systems, so they need all names to be known."""
    result = view.live.result
    second = view.plans[1] if len(view.plans) > 1 else None
    remarks = result.remarks if view.plans == view.live.plans else ()
    return TournamentResults(
        evaluation=board.place.evaluation_id,
        language_pair=view.language_pair,
        test_set=view.test_set,
        title=board.place.title,
        result=TournamentResult(rules=result.rules, plan=view.plans[0], second=second, remarks=remarks),
    )
