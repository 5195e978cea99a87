"""Human boards as someone may see them: the same for pages, downloads and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import HumanRanking, PostEditResult
from bakeoff.human_eval.analyses.joined_directions import DIRECTION_MARK
from bakeoff.human_eval.designs.shown_columns import REFERENCE
from bakeoff.rulebook.release.grants import releases
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.judging.conversions.answer_tables import answer_rows
from bakeoff_site.judging.conversions.tournament_tables import TournamentTable
from bakeoff_site.judging.selectors.campaign_evaluations import (
    CampaignEvaluation,
    JudgedRun,
    campaign_evaluations,
    judged_runs,
    judgments_that_count,
    left_out_of,
    result_of,
)
from bakeoff_site.judging.selectors.imports import counting_imports
from bakeoff_site.judging.selectors.post_edits import post_edits_of
from bakeoff_site.judging.selectors.rankings import RankingSoFar, hidden_names
from bakeoff_site.judging.selectors.tournaments import TournamentView, systems_of, tables_of, tournament_views
from bakeoff_site.results.conversions.human_boards import HumanBoardView, JudgedBy, boards_in_order
from bakeoff_site.results.conversions.human_columns import HumanColumn, human_columns
from bakeoff_site.results.conversions.human_places import human_place
from bakeoff_site.results.conversions.titles import kind_label, kind_of, place_of
from bakeoff_site.results.permissions import Names, ResultsViewer, Visibility, name_of, names_for, viewer_of
from bakeoff_site.results.selectors.board_state import rows_of_runs, runs_from
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


def human_boards_for(role: CampaignRole, now: datetime) -> tuple[HumanBoardView, ...]:
    """All human boards that someone may see."""
    return boards_in_order(list(_Looking(role, now).boards()), role.campaign.rules)


def human_board_for(
    role: CampaignRole, now: datetime, *, evaluation: str, language_pair: str, test_set: str
) -> HumanBoardView | None:
    """One of them; None where there is none that they may see."""
    looking = _Looking(role, now)
    asked = {"language_pair": language_pair, "test_set": test_set}
    return next(looking.boards(evaluation=evaluation, group=asked), None)


def human_boards_seen_by(campaign: Campaign, viewer: ResultsViewer, now: datetime) -> tuple[HumanBoardView, ...]:
    """The human boards that an audience sees, without those that are still judged."""
    looking = _Looking(CampaignRole(campaign=campaign), now, viewer=viewer)
    return boards_in_order([board for board in looking.boards() if not board.is_judged], campaign.rules)


def tournaments_seen_by(
    campaign: Campaign, viewer: ResultsViewer, now: datetime, view: HumanBoardView
) -> tuple[TournamentView, ...]:
    """The tournaments of a human board that an audience sees."""
    place = view.place
    asked = {"language_pair": place.language_pair_id, "test_set": place.test_set_id}
    looking = _Looking(CampaignRole(campaign=campaign), now, viewer=viewer)
    return tuple(looking.tournaments(place.evaluation_id, asked))


def human_tournaments_for(
    role: CampaignRole, now: datetime, *, evaluation: str, language_pair: str, test_set: str
) -> tuple[TournamentTable, ...]:
    """The tournaments of a board that someone may see, drawn with the names that they may know."""
    asked = {"language_pair": language_pair, "test_set": test_set}
    found = _Looking(role, now).tournaments(evaluation, asked)
    return tuple(table for view in found for table in tables_of(view))


def human_columns_of(role: CampaignRole, board: Board, now: datetime) -> tuple[HumanColumn, ...]:
    """What people judged on the test set of a board of metrics in its language pair, as columns of it."""
    group = {"language_pair": board.language_pair, "test_set": board.test_set}
    views = list(_Looking(role, now).boards(group=group))
    return human_columns([view for view in views if not view.is_judged])


def released_judgments(role: CampaignRole, now: datetime, view: HumanBoardView) -> Iterator[Judgment] | None:
    """The judgments behind a board, of its evaluation in all language pairs; None where they are not released."""
    if not view.may_read_judgments:
        return None
    evaluations = campaign_evaluations(role.campaign, now=now)
    return judgments_that_count(next(each for each in evaluations if each.code == view.place.evaluation_id))


@dataclass(frozen=True, slots=True)
class _Known:
    """The runs of a campaign, and what someone gets to know them by."""

    runs: Mapping[int, Run]
    names: Names


class _Looking:
    """Someone who looks at human boards at a time."""

    def __init__(self, role: CampaignRole, now: datetime, *, viewer: ResultsViewer | None = None) -> None:
        """With a `viewer`, an audience in place of a person."""
        self._campaign: Campaign = role.campaign
        self._role = role
        self._now = now
        self._given = viewer
        self._known: _Known | None = None

    @cached_property
    def _viewer(self) -> ResultsViewer:
        """Looked up only where something was judged."""
        return self._given or viewer_of(self._role, self._now)

    def boards(self, *, evaluation: str = "", group: Mapping[str, str] | None = None) -> Iterator[HumanBoardView]:
        every = campaign_evaluations(self._campaign, now=self._now)
        asked = [each for each in every if not evaluation or each.code == evaluation]
        judged = judged_runs(asked) if asked else ()
        for each in asked:
            own = {one.pk for one in each.counted}
            yield from self._boards_of(each, [run for run in judged if run.evaluation_id in own], group)

    def tournaments(self, code: str, group: Mapping[str, str]) -> Iterator[TournamentView]:
        """The tournaments of an evaluation on a test set, of each task that plays one."""
        every = campaign_evaluations(self._campaign, now=self._now)
        for evaluation in (each for each in every if each.code == code and self._may(each, group["test_set"])):
            own = [each for each in evaluation.own if each.task.tournaments]
            judged = [run for run in judged_runs([evaluation]) if run.test_set == group["test_set"]] if own else []
            for each in own:
                systems = self._named(evaluation, systems_of(each), judged, group)
                for view in tournament_views(each, names={name: who.name for name, who in systems.items()}):
                    if (view.language_pair, view.test_set) == (group["language_pair"], group["test_set"]):
                        yield view

    def _boards_of(
        self, evaluation: CampaignEvaluation, judged: list[JudgedRun], group: Mapping[str, str] | None
    ) -> Iterator[HumanBoardView]:
        sets = {
            run.test_set
            for run in judged
            if (group is None or run.test_set == group["test_set"]) and self._may(evaluation, run.test_set)
        }
        if not sets or (found := result_of(evaluation)).result is None:
            return
        rankings = [each for each in found.result.rankings if group is None or each.group == group]
        for ranking in rankings:
            if ranking.group["test_set"] in sets:
                board = self._board(evaluation, found, ranking, judged)
                yield replace(board, as_of=found.made_at, later=found.later)

    def _may(self, evaluation: CampaignEvaluation, test_set: str) -> bool:
        return self._viewer.may_see_judged(
            "human-scores", evaluation=evaluation.code, test_set=test_set, is_judged=evaluation.is_judged
        ).allowed

    def _board(
        self,
        evaluation: CampaignEvaluation,
        found: RankingSoFar,
        ranking: HumanRanking,
        judged: list[JudgedRun],
    ) -> HumanBoardView:
        rules = self._campaign.rules
        pair, test_set = ranking.group["language_pair"], ranking.group["test_set"]
        place = human_place(rules, (evaluation.code, evaluation.title), pair, test_set)
        ranked = [each.system for each in ranking.systems]
        answers = [each for each in found.answers if each.group == ranking.group]
        # Whom no judge was sure about has answers and no place.
        unranked = {each.system for each in answers if each.system} - set(ranked)
        systems = self._named(evaluation, (*ranked, *sorted(unranked)), judged, ranking.group)
        names = {name: each.name for name, each in systems.items()}
        own = None if found.result is None else found.result.of_group(ranking.group, names)
        assert own is not None  # the group is one of its rankings
        may_read = self._may_read(evaluation, test_set)
        since = [
            grant.when
            for grant in releases(rules, "human-scores", test_set=test_set, role="stranger", evaluation=evaluation.code)
        ]
        public = min(since, default=None)
        is_public = public is not None and public <= self._now and not evaluation.is_judged
        return HumanBoardView(
            place=place,
            result=own if may_read else replace(own, judges=()),
            systems={names[name]: systems[name] for name in ranked},
            rules=evaluation.rules,
            left_out=left_out_of(evaluation),
            imports=counting_imports(evaluation.own),
            others=tuple(each.title for each in evaluation.others),
            is_public=is_public,
            is_released=is_public or not self._viewer.is_organiser or self._is_released(evaluation, test_set),
            opens=None if is_public else public,
            is_judged=evaluation.is_judged,
            may_read_judgments=may_read,
            shares=tuple(replace(each, system=names.get(each.system, each.system)) for each in answers),
            answers=answer_rows(answers, names=names),
            called=names,
            post_edits=self._post_edits(evaluation, ranking, systems, with_editors=may_read),
        )

    def _post_edits(
        self,
        evaluation: CampaignEvaluation,
        ranking: HumanRanking,
        systems: Mapping[str, JudgedBy],
        *,
        with_editors: bool,
    ) -> PostEditResult | None:
        """Systems by post-edits; TER is a score of metrics, and shown to whom these are shown."""
        test_set, pair = ranking.group["test_set"], ranking.group["language_pair"]
        may_see = self._viewer.may("scores", test_set=test_set, language_pair=pair).allowed
        found = post_edits_of(evaluation.own, with_references=may_see)
        result = None if found is None or found.result is None else found.result.of_group(ranking.group)
        if result is None:
            return None
        result = result.renamed({name: each.name for name, each in systems.items()})
        if with_editors:
            return result
        return replace(result, groups=tuple(replace(each, editors=()) for each in result.groups))

    def _is_released(self, evaluation: CampaignEvaluation, test_set: str) -> bool:
        """Whether someone besides organisers sees it."""
        found = releases(self._campaign.rules, "human-scores", test_set=test_set, evaluation=evaluation.code)
        return not evaluation.is_judged and any(grant.when <= self._now for grant in found)

    def _may_read(self, evaluation: CampaignEvaluation, test_set: str) -> bool:
        """Whether they may read single judgments, which name systems: of all evaluations that count here."""
        return self._viewer.may("system-names", test_set=test_set).allowed and all(
            self._viewer.may_see_judged(
                "judgments", evaluation=each.code, test_set=test_set, is_judged=evaluation.is_judged
            ).allowed
            for each in evaluation.counted
        )

    def _named(
        self,
        evaluation: CampaignEvaluation,
        names: tuple[str, ...],
        judged: list[JudgedRun],
        group: Mapping[str, str],
    ) -> dict[str, JudgedBy]:
        """Who is behind the systems of an evaluation on a test set."""
        if evaluation.is_judged:
            labels = hidden_names(evaluation.own[0], names)
            return {name: JudgedBy(name=label) for name, label in labels.items()}
        pair, test_set = group["language_pair"], group["test_set"]
        by_name: dict[str, JudgedRun] = {}
        for run in judged:
            if run.test_set == test_set:
                by_name.setdefault(f"{run.language_pair}{DIRECTION_MARK}{run.name}", run)
                if run.language_pair == pair:
                    by_name[run.name] = run
        found: dict[str, JudgedBy] = {}
        for name in names:
            who = self._system(name, by_name.get(name))
            taken = {each.name for each in found.values()}
            number = 2
            while who.name in taken:
                who = replace(who, name=f"{who.name.removesuffix(f' ({number - 1})')} ({number})")
                number += 1
            found[name] = who
        return found

    def _system(self, name: str, judged: JudgedRun | None) -> JudgedBy:
        if judged is None:
            is_reference = name == REFERENCE or name.endswith(f"{DIRECTION_MARK}{REFERENCE}")
            return JudgedBy(name="Reference" if is_reference else name, is_reference=is_reference)
        known = self._runs()
        run, rules = known.runs[judged.run_id], self._campaign.rules
        visibility: Visibility = self._viewer.visibility(run.board.test_set, run.board.language_pair)
        if run.withdrawn_at is not None and not visibility.is_organiser and not visibility.owns(run):
            return JudgedBy(name="withdrawn system")
        knows = visibility.knows(run)
        own = judged.name if name_of(rules, run) == run.name else name_of(rules, run)
        shown = own if knows else known.names.name(run, visibility)
        direction, mark, _ = name.partition(DIRECTION_MARK)
        return JudgedBy(
            name=f"{shown} ({direction})" if mark and direction == judged.language_pair else shown,
            key=known.names.key(run, visibility) if visibility.scores_of(run) else "",
            run_id=run.pk,
            team=run.team.name if run.team is not None and knows else "",
            kind=kind_of(rules, run),
            kind_label=kind_label(rules, run),
            is_own=visibility.owns(run),
            remark="withdrawn" if run.withdrawn_at is not None else "",
        )

    def _runs(self) -> _Known:
        """Read once, and only where names are shown."""
        if self._known is None:
            rows = rows_of_runs(board__campaign=self._campaign)
            runs = runs_from(rows, list(self._campaign.boards.select_related("campaign")))
            self._known = _Known({run.pk: run for run in runs}, names_for(self._campaign.rules, runs))
        return self._known


def automatic_boards_beside(role: CampaignRole, view: HumanBoardView, now: datetime) -> tuple[tuple[int, str], ...]:
    """Boards of metrics of the same language pairs and test set that someone may see: number and title."""
    rules, place = role.campaign.rules, view.place
    viewer = viewer_of(role, now)
    boards = role.campaign.boards.filter(language_pair__in=place.language_pairs, test_set=place.test_set_id)
    return tuple(
        (board.pk, place_of(rules, board).title)
        for board in boards
        if is_in_rulebook(rules, board)
        and viewer.may("scores", test_set=board.test_set, language_pair=board.language_pair).allowed
    )
