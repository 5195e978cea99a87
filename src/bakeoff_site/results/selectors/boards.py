"""One board as someone may see it: the same for pages, downloads and programs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.conf import settings

from bakeoff.data.groups import groupings_of, parse_grouping
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.inputs import inputs_of_run
from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.titles import input_title
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.board_order import BY_NAME, Order, in_order, order_of
from bakeoff_site.results.conversions.board_rows import RowMaker, benchmark, mark_best, with_clusters
from bakeoff_site.results.conversions.boards import BoardView, MissingMetric
from bakeoff_site.results.conversions.human_columns import HumanColumn, with_human_scores
from bakeoff_site.results.conversions.missing_scores import MissingScores
from bakeoff_site.results.conversions.published import published_on, published_row, with_published
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import ALL_GROUPS, SIDE_BY_SIDE, BoardScores, Metric, columns_of
from bakeoff_site.results.conversions.significance import ComparedSystem, Significance
from bakeoff_site.results.conversions.titles import KINDS, Choice, Kind, group_label, kind_of, place_of
from bakeoff_site.results.permissions import Visibility, names_for, part_of, viewer_of
from bakeoff_site.results.selectors.board_state import BoardState, StoredComparisons, runs_from, scores_of, state_of
from bakeoff_site.results.selectors.groups import carried_by_source, shown_groups
from bakeoff_site.results.selectors.human_boards import human_columns_of
from bakeoff_site.scoring.selectors.evaluations import counts_of_scores
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


def board_of(campaign: Campaign, board_id: int) -> Board | None:
    """A board that the rulebook speaks of."""
    board = campaign.boards.filter(pk=board_id).first()
    return board if board is not None and is_in_rulebook(campaign.rules, board) else None


def conditions_beside(role: CampaignRole, view: BoardView) -> tuple[Choice, ...]:
    """The boards of all conditions of the same track, language pair and test set; none where there is one condition.

    People who see only their own runs do not learn where else somebody submitted.
    """
    rules, place = role.campaign.rules, view.place
    if len(rules.conditions) < 2 or view.seen != "all":
        return ()
    boards = role.campaign.boards.filter(
        track=place.track_id, language_pair=place.language_pair_id, test_set=place.test_set_id
    )
    choices = [
        Choice(str(board.pk), rules.conditions[board.condition].label, board.pk == place.board_id)
        for board in boards
        if board.condition in rules.conditions
    ]
    return tuple(choices) if len(choices) > 1 else ()


def board_for(
    role: CampaignRole,
    board: Board,
    now: datetime,
    *,
    specification: str | None = None,
    group: str | None = None,
    kinds: Collection[str] = (),
    inputs: Collection[str] = (),
    sort: str | None = None,
) -> BoardView:
    """A board of the campaign that someone looks at. What is asked for and does not exist falls back to the official.

    `specification` may be `all`: all of them side by side. `group` is a group of segments (`genre=nw`), `kinds` are the
    kinds of systems that are wanted, `inputs` what they started from, `sort` is the key of a metric or the name of
    another column (`name`, `team`, `type`, `input`), with a minus sign before it the other way round.
    """
    campaign = role.campaign
    scoring = campaign.rules.scoring_of(board.track, board.language_pair)
    visibility = viewer_of(role, now).visibility(board.test_set, board.language_pair)
    chosen = _specifications(scoring, specification)
    may_see = visibility.scores.allowed or visibility.own_scores.allowed
    state = state_of(board, scoring, chosen) if may_see else BoardState()
    carried = carried_by_source(campaign, board, visibility) if state.scores else None
    human = human_columns_of(role, board, now) if state.scores else ()
    asked = _Asked(chosen, group or ALL_GROUPS, tuple(sorted(kinds)), tuple(sorted(inputs)), sort, carried, human)
    key = (campaign.pk, campaign.rules_digest, board.pk, state, visibility, asked)
    return _VIEWS.get(key, lambda: _view(campaign, board, state, visibility, asked))


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which of a board's tables is asked for."""

    specifications: tuple[str, ...]
    group: str
    kinds: tuple[str, ...]
    inputs: tuple[str, ...]
    sort: str | None
    carried_by_source: frozenset[str] | None
    """What groups may be by; None: by anything."""
    human: tuple[HumanColumn, ...]
    """What people judged of the same texts."""


_VIEWS: ComputedCache[BoardView] = ComputedCache(most=256)


def _view(campaign: Campaign, board: Board, state: BoardState, visibility: Visibility, asked: _Asked) -> BoardView:
    rules, chosen, group, kinds = campaign.rules, asked.specifications, asked.group, asked.kinds
    scoring = rules.scoring_of(board.track, board.language_pair)
    every = runs_from(state.runs, [board])
    runs = [run for run in every if run.in_force and visibility.lists(run)]
    scored = [run.pk for run in runs if visibility.scores_of(run)]
    scores = scores_of(state.scores, scored, group)
    test_set = rules.test_sets[board.test_set]
    groups = shown_groups(scores.groups, test_set, asked.carried_by_source)
    if group and group not in groups:
        group, scores = ALL_GROUPS, scores_of(state.scores, scored)
    metrics = columns_of(scores, scoring, chosen)
    # People judge a sample of the complete test set, whatever part of it is shown.
    if metrics and not group:
        scores = with_human_scores(scores, asked.human)
        metrics += tuple(column.metric for column in asked.human)
    order = order_of(asked.sort, metrics, default=_default_order(rules, scoring, metrics))
    counts = counts_of_scores(scores.ids_by([metric for metric in metrics if metric.unit]))
    lister = RowMaker(rules, scoring, visibility, names_for(rules, every), scores, metrics, group, counts)
    # People who see only some of the runs do not see how these compare with the others.
    compared = [run for run in runs if run.pk in scores.by_run] if visibility.scores.allowed else []
    tested = StoredComparisons(board, compared, scores, state.comparisons)
    ranked_by = order.ranked_by
    ranking = tested.of(ranked_by, group) if ranked_by is not None else None
    held_by = metrics[0] if metrics else None
    held_ranking = ranking if ranked_by == held_by or held_by is None else tested.of(held_by, group)
    offered = inputs_of_run(rules, board.track, board.test_set)
    inputs = [each for each in asked.inputs if each in offered]
    left_out = [run for run in runs if _is_left_out(scoring, chosen, run)]
    kept = [
        run
        for run in runs
        if (not kinds or kind_of(rules, run) in kinds) and (not inputs or run.input in inputs) and run not in left_out
    ]
    rows, unofficial, named = (
        lister.rows([run for run in kept if part_of(run) == part], order.metric, ranking, ranked_by=ranked_by)
        for part in ("official", "unofficial", "named")
    )
    if rules.report.best:
        rows = mark_best(rows, metrics)
    # Published scores are of the complete test set, and shown to those who see the scores of all.
    outside = published_on(rules, board, every) if visibility.scores.allowed and not group else ()
    place = place_of(rules, board)
    published = [published_row(each, metrics, scoring.specifications[0], status=place.status) for each in outside]
    # Nobody knows what a published system started from.
    added = [row for row in published if not kinds or row.kind in kinds] if metrics and not inputs else []
    rows = with_published(rows, added, metrics, order.metric)
    return BoardView(
        place=place,
        seen=_seen(visibility, runs),
        opens=visibility.opens,
        specification=chosen[0] if len(chosen) == 1 else SIDE_BY_SIDE,
        group=group,
        sort=order.key,
        specifications=_specification_choices(scoring, chosen),
        groups=_group_choices(test_set, groups, group),
        kinds=_kind_choices({*(kind_of(rules, run) for run in runs), *(row.kind for row in published)}, kinds),
        segments=scores.segments,
        metrics=metrics,
        rows=in_order(with_clusters(rows) if order.metric else rows, order, metrics),
        unofficial=in_order(unofficial, order, metrics),
        named=in_order(named, order, metrics),
        method=ranking.method if ranking is not None else "",
        is_stale=tested.is_stale,
        baseline=benchmark("baseline", runs, lister, held_by, held_ranking, published=published),
        earlier=benchmark("earlier", runs, lister, held_by, held_ranking, published=published),
        missing=_missing(lister, every, [r for r in runs if r.pk in scored and r not in left_out], state, chosen),
        inputs=tuple(Choice(each, input_title(each), each in inputs) for each in offered if len(offered) > 1),
        missing_groups=_missing_groups(test_set, scores, asked.carried_by_source),
        left_out=tuple(sorted(lister.names.name(run, visibility) for run in left_out)),
        each_by_itself=rules.report.order == "each" and not asked.sort,
        metrics_note=rules.report.metrics_note if any(not metric.is_official for metric in metrics) else "",
        is_reversed=order.is_reversed,
        ranked_by=ranked_by.key if ranked_by is not None else "",
        clusters=ranking.cluster_sentences() if ranking is not None else (),
        lines=scoring.comparison.clusters if scoring.comparison is not None else "strict",
        significance=_significance(lister, kept, ranking, ranked_by),
        human=tuple(column.place for column in asked.human),
    )


def _significance(
    lister: RowMaker, runs: Sequence[Run], ranking: Ranking | None, metric: Metric | None
) -> Significance | None:
    if ranking is None or metric is None:
        return None
    names, visibility = lister.names, lister.visibility
    return Significance(
        ranking,
        [
            ComparedSystem(run.pk, names.key(run, visibility), names.name(run, visibility), visibility.owns(run))
            for run in runs
        ],
        metric,
    )


def _is_left_out(scoring: Scoring, specifications: Collection[str], run: Run) -> bool:
    """Whether none of the specifications is for a run: it has no upper case, which they need."""
    return all(scoring.leaves_out(each, has_upper_case=run.has_upper_case) for each in specifications)


def _missing(
    lister: RowMaker, every: Sequence[Run], runs: Sequence[Run], state: BoardState, chosen: tuple[str, ...]
) -> tuple[MissingMetric, ...]:
    if not runs or place_of(lister.rules, runs[0].board).why_not_scored:
        return ()
    missing = MissingScores(
        lister.scoring,
        every=every,
        held=lister.scores.held,
        uploaded=state.uploaded,
        visibility=lister.visibility,
        names=lister.names,
        plugins=settings.PLUGINS,
    )
    by_run = lister.scores.by_run
    in_group = {(run_id, metric) for run_id, own in by_run.items() for _, metric in own} if lister.group else None
    return missing.of(runs, chosen, in_group=in_group)


def _seen(visibility: Visibility, runs: Sequence[Run]) -> Literal["all", "own", "nothing"]:
    if visibility.scores.allowed:
        return "all"
    return "own" if runs else "nothing"


def _specifications(scoring: Scoring, asked: str | None) -> tuple[str, ...]:
    scored = scoring.scored_specifications
    if asked == SIDE_BY_SIDE:
        return scored
    return (asked,) if asked in scored else scored[:1]


def _default_order(rules: Rulebook, scoring: Scoring, metrics: tuple[Metric, ...]) -> Order:
    """By the official metric; by name where the rulebook ranks nobody."""
    by_name = scoring.official_metric is None or rules.report.order == "name"
    return Order(BY_NAME) if by_name or not metrics else Order(metrics[0].key, metrics[0], metrics[0])


def _specification_choices(scoring: Scoring, chosen: tuple[str, ...]) -> tuple[Choice, ...]:
    several = len(chosen) > 1
    choices = [Choice(name, name, not several and name in chosen) for name in scoring.scored_specifications]
    if len(choices) > 1:
        choices.append(Choice(SIDE_BY_SIDE, "side by side", several))
    return tuple(choices)


def _missing_groups(test_set: TestSetRules, scores: BoardScores, carried: frozenset[str] | None) -> tuple[str, ...]:
    """What the rulebook asks scores to be reported by, and the files do not say.

    What references alone say, or fail to say, is only for those who may know it: `carried` is then None.
    """
    if not scores.held:
        return ()
    there = groupings_of(scores.groups, test_set.reported_attributes)
    hidden = set() if carried is None else set(test_set.reference_attributes)
    return tuple(
        grouping
        for grouping in test_set.groupings
        if grouping not in there and hidden.isdisjoint(parse_grouping(grouping))
    )


def _group_choices(test_set: TestSetRules, groups: tuple[str, ...], chosen: str) -> tuple[Choice, ...]:
    if not groups:
        return ()
    every = Choice(ALL_GROUPS, "the complete test set", not chosen)
    return (every, *(Choice(group, group_label(test_set, group), group == chosen) for group in groups))


def _kind_choices(there: Collection[Kind], chosen: Collection[str]) -> tuple[Choice, ...]:
    return tuple(Choice(kind, label, kind in chosen) for kind, label in KINDS.items() if kind in there)
