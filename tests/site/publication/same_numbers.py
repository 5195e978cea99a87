"""The results of a campaign as a value, held against what the pages of its boards show."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from bakeoff.evaluation import variation_json
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.publication.selectors import campaign_results
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.selectors import board_for
from bakeoff_site.results.selectors.human_boards import human_boards_for
from bakeoff_site.submissions.models import Board


def same_as_the_pages(campaign: Campaign) -> CampaignResults:
    """The results that everybody sees; every number of them is that of the page, and no number of the pages lacks."""
    visitor, now = CampaignRole(campaign=campaign), timezone.now()
    results = campaign_results(campaign, audience="public", now=now)
    shown: dict[tuple[str, str, str, str], Board] = {}
    for board in campaign.boards.all():
        view = board_for(visitor, board, now)
        if view.systems:
            place = view.place
            shown[place.track_id, place.language_pair_id, place.condition_id, place.test_set_id] = board
    assert {board.place for board in results.boards} == set(shown)
    for found in results.boards:
        scoring = results.rulebook.scoring_of(found.track, found.language_pair)
        for specification in scoring.scored_specifications:
            for group in ("", *found.groups):
                view = board_for(visitor, shown[found.place], now, specification=specification, group=group)
                assert view.group == group
                _same_board(found, view)
    for human, seen in zip(results.human, human_boards_for(visitor, now), strict=True):
        assert (human.evaluation, human.title, human.test_set) == (
            seen.place.evaluation_id,
            seen.place.evaluation,
            seen.place.test_set_id,
        )
        assert human.ranking.systems == seen.ranking.systems
        assert set(human.systems) == set(seen.systems)
    return results


def _same_board(found: BoardResults, view: BoardView) -> None:
    # Systems that are known by published scores are in the rulebook.
    rows = {row.name: row for row in (*view.rows, *view.unofficial, *view.named) if not row.source}
    left_out = set(view.left_out)
    assert {run.name for run in found.runs} - left_out == set(rows)
    for run in found.runs:
        if run.name not in left_out:
            _same_run(run, rows[run.name], view)
    _same_tests(found, view)


def _same_run(run: RunResults, row: SystemRow, view: BoardView) -> None:
    assert (run.part, run.status, run.kind, run.kind_title) == (row.part, row.status, row.kind, row.kind_label)
    assert (run.input, run.started_from) == (row.input, row.started_from)
    if run.part == "named":
        assert not run.scores
        assert not row.cells
        return
    for metric, cell in zip(view.metrics, row.cells, strict=True):
        if metric.judged:
            continue
        score = run.score(metric.expression, metric.specification)
        on = None if score is None else score.on(view.group)
        if on is None:
            assert cell.value is None
            continue
        assert score is not None
        assert (score.direction, score.digits) == (metric.direction, metric.digits)
        assert metric.signature.startswith(score.signature) or metric.reported == "mean"
        variation = variation_json(on.variation)
        shown = None if on.value is None else variation["mean"] if metric.reported == "mean" and variation else on.value
        assert shown == cell.value
        if variation is not None and on.value is not None:
            assert (variation["low"], variation["high"]) == (cell.low, cell.high)
        if metric.unit and cell.counts is not None:
            assert on.counts is not None
            assert on.counts.errors == cell.counts.errors


def _same_tests(found: BoardResults, view: BoardView) -> None:
    ranked_by = next((metric for metric in view.metrics if metric.key == view.ranked_by), None)
    if ranked_by is None or ranked_by.judged:
        return
    own = found.comparison(ranked_by.expression, ranked_by.specification, view.group)
    if view.significance is None:
        assert own is None
        return
    assert own is not None
    assert own.method == view.significance.method
    names = {run.id: run.name for run in found.runs}
    tested = {
        frozenset((names[pair.a], names[pair.b])): (pair.p, pair.p_corrected, pair.significant) for pair in own.pairs
    }
    assert tested == dict(_tests(view))
    clusters = [[names[run] for run in cluster] for cluster in own.clusters]
    assert [name for cluster in clusters for name in cluster] == [each.name for each in view.significance.systems]
    for row in view.rows:
        if row.rank and row.name in names.values():
            low, high = own.rank_ranges[next(id for id, name in names.items() if name == row.name)]
            assert row.rank == (str(low) if low == high else f"{low}–{high}")


def _tests(view: BoardView) -> Iterator[tuple[frozenset[str], tuple[float, float, bool]]]:
    assert view.significance is not None
    for pair in view.significance.pairs():
        yield frozenset((pair.first.name, pair.second.name)), (pair.p, pair.p_corrected, pair.is_significant)
