"""What people judged as values: human boards and tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import TournamentResult
from bakeoff.reports.campaign_results.human import HumanResults, JudgedSystem, TournamentResults
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.selectors.tournaments import TournamentView
from bakeoff_site.results.conversions.human_boards import HumanBoardView, JudgedBy
from bakeoff_site.results.permissions import ResultsViewer
from bakeoff_site.results.selectors.human_boards import human_boards_seen_by, tournaments_seen_by


@dataclass(frozen=True, slots=True)
class SeenHuman:
    """Human boards and their tournaments as an audience sees them."""

    boards: tuple[HumanBoardView, ...]
    tournaments: tuple[tuple[HumanBoardView, TournamentView], ...]

    def results(self, ids: Mapping[int, str]) -> tuple[HumanResults, ...]:
        """The boards; `ids` is what the results call runs."""
        return tuple(_human(view, ids) for view in self.boards)

    def tournament_results(self) -> tuple[TournamentResults, ...]:
        return tuple(_tournament(board, view) for board, view in self.tournaments)


def seen_human(campaign: Campaign, viewer: ResultsViewer, now: datetime) -> SeenHuman:
    """Human boards and their tournaments as an audience sees them; what is still judged is left out."""
    views = human_boards_seen_by(campaign, viewer, now)
    tournaments = [(view, each) for view in views for each in tournaments_seen_by(campaign, viewer, now, view)]
    return SeenHuman(views, tuple(tournaments))


def place_of_board(view: HumanBoardView) -> tuple[str, str]:
    """Language pair and test set as results call them."""
    return "+".join(view.place.language_pairs) or view.place.language_pair_id, view.place.test_set_id


def _human(view: HumanBoardView, ids: Mapping[int, str]) -> HumanResults:
    place = view.place
    return HumanResults(
        evaluation=place.evaluation_id,
        title=place.evaluation,
        protocol=view.rules.protocol,
        language_pair=place_of_board(view)[0],
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
    """A tournament with the names that the audience may know; remarks, which name systems, only where all are known."""
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
