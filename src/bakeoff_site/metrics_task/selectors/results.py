"""Metrics tasks of a campaign and their results, as somebody may see them: the same for pages and programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from bakeoff.rulebook import Rulebook, schedule
from bakeoff.rulebook.calendar import Period
from bakeoff.rulebook.release.shared_outputs import SharedOutputs, shared_outputs
from bakeoff.rulebook.schema import Package, Track
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.judging.selectors.campaign_evaluations import campaign_evaluations
from bakeoff_site.metrics_task.conversions import ReadableTexts, ShownResult, shown_result
from bakeoff_site.metrics_task.models import MetricsResult
from bakeoff_site.metrics_task.permissions import MetricsAsked, may_see_metrics
from bakeoff_site.results.permissions import ResultsViewer, viewer_of
from bakeoff_site.submissions.models import Run


def metrics_tracks(rules: Rulebook) -> tuple[Track, ...]:
    """The tracks of metrics that score the outputs of another track."""
    return tuple(track for track in rules.tracks.values() if track.kind == "metrics" and track.released_runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredTask:
    """A track of metrics, what its teams score, and when."""

    track: Track
    outputs: tuple[SharedOutputs, ...]
    """One for each test set."""
    packages: tuple[Package, ...]
    """What its teams submit."""
    phases: tuple[Period, ...]
    """In which they do."""


def scored_by(rules: Rulebook) -> tuple[ScoredTask, ...]:
    """The metrics tasks of a campaign, as the rulebook has them."""
    tasks = []
    for track in metrics_tracks(rules):
        packages = tuple(each for each in rules.submission.packages.values() if track.id in each.tracks)
        openings = {f"submit:{package.id}" for package in packages}
        tasks.append(
            ScoredTask(
                track=track,
                outputs=tuple(each for each in shared_outputs(rules) if track.id in each.receivers),
                packages=packages,
                phases=tuple(period for period in schedule(rules) if openings.intersection(period.phase.opens)),
            )
        )
    return tuple(tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsResultView:
    """A result that somebody may see, under the names that people read."""

    row: MetricsResult
    track: str
    test_set: str
    evaluation: str
    is_judged: bool
    """Whether systems are still judged, so that nobody sees scores of single systems."""
    is_released: bool
    """Whether others than organisers see it."""
    viewer: ResultsViewer = field(repr=False)
    """Who sees it."""

    @property
    def title(self) -> str:
        return f"{self.test_set}, {self.evaluation}"

    def shown(self, metric: str = "") -> ShownResult | None:
        """What it says; None where nothing can be said yet."""
        if self.row.content is None:
            return None
        return shown_result(self.row.content, metric=metric, is_judged=self.is_judged, readable=cache(self._readable))

    def _readable(self, language_pair: str) -> ReadableTexts:
        visibility = self.viewer.visibility(self.row.test_set, language_pair)
        pair = self.row.campaign.rules.language_pairs[language_pair]
        return ReadableTexts(
            visibility.source.allowed,
            visibility.references.allowed,
            visibility.outputs.allowed,
            pair.source_code,
            pair.target_code,
        )


def results_for(role: CampaignRole, now: datetime) -> tuple[MetricsResultView, ...]:
    """All results that someone may see."""
    return tuple(_views(role, now))


def result_for(
    role: CampaignRole, now: datetime, *, track: str, test_set: str, evaluation: str
) -> MetricsResultView | None:
    """One of them; None where there is none that they may see."""
    wanted = (track, test_set, evaluation)
    views = _views(role, now)
    return next((view for view in views if (view.row.track, view.row.test_set, view.row.evaluation) == wanted), None)


def metric_teams_of(role: CampaignRole) -> tuple[Team, ...]:
    """Someone's teams that take part in a metrics task: those that registered for it, where that is asked."""
    rules = role.campaign.rules
    tracks = [track.id for track in metrics_tracks(rules)]
    asked = set(rules.tracks_to_register)
    return tuple(
        team for team in role.active_teams if any(track not in asked or track in team.tracks for track in tracks)
    )


def own_metrics_of(role: CampaignRole) -> tuple[Run, ...]:
    """The files of scores of someone's teams that count."""
    tracks = [track.id for track in metrics_tracks(role.campaign.rules)]
    runs = Run.objects.filter(
        board__campaign=role.campaign,
        board__track__in=tracks,
        team__in=role.teams,
        withdrawn_at=None,
        replaced_by=None,
    )
    return tuple(runs.select_related("team").order_by("team__name", "name", "board__test_set", "board__language_pair"))


def _views(role: CampaignRole, now: datetime) -> Iterator[MetricsResultView]:
    rules = role.campaign.rules
    known = {track.id for track in metrics_tracks(rules)}
    rows = [
        row for row in role.campaign.metrics_results.all() if row.track in known and row.test_set in rules.test_sets
    ]
    if not rows:
        return
    evaluations = {each.code: each for each in campaign_evaluations(role.campaign, now=now)}
    viewer, public = viewer_of(role, now), viewer_of(CampaignRole(campaign=role.campaign), now)
    for row in rows:
        evaluation = evaluations.get(row.evaluation)
        if evaluation is None:
            continue
        asked = MetricsAsked(test_set=row.test_set, evaluation=row.evaluation, is_judged=evaluation.is_judged)
        if may_see_metrics(viewer, asked).allowed:
            yield MetricsResultView(
                row=row,
                track=rules.tracks[row.track].label,
                test_set=rules.test_sets[row.test_set].label,
                evaluation=evaluation.title,
                is_judged=evaluation.is_judged,
                is_released=may_see_metrics(public, asked).allowed,
                viewer=viewer,
            )
