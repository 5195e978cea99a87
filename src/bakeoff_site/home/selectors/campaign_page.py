"""The first page of a campaign: what it is, how far it has come, and its schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import metric_title
from bakeoff.reports import schedule_rows
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Condition, Package, Resource
from bakeoff.rulebook.stages import Stage, stage_of
from bakeoff.rulebook.submission.required_runs import describe_late_runs
from bakeoff.rulebook.titles import KIND_TITLES, kinds_of
from bakeoff_site.campaigns.models import Extension, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.campaigns import participants_for
from bakeoff_site.core.todos import Todo
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.selectors.statistics import statistics_for
from bakeoff_site.home.conversions.timeline import Timeline, timeline
from bakeoff_site.home.selectors.todos import todos_in
from bakeoff_site.pages.models import CampaignPage, Logo
from bakeoff_site.pages.selectors import OVERVIEW, logo_of, pages_for

_ROWS = 12
"""Rows of a table on this page; the rules have all of them."""

_COLUMNS = 3
"""Conditions that have columns of their own, or are named next to the title."""


@dataclass(frozen=True, slots=True)
class TrackRow:
    """A language pair of a track."""

    language_pair: str
    track: str
    """Empty where there is one track alone."""
    test_sets: str
    segments: int | None
    """Of the sources that someone may see; None where they may see none."""
    teams: int | None
    """How many registered for it; None where teams do not register for language pairs."""


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """A resource, and whether each condition permits it."""

    title: str
    permitted: tuple[bool, ...]
    permitted_in: str
    """The conditions that permit it, in words."""


@dataclass(frozen=True, slots=True)
class FirstPage:
    """Everything that the first page of a campaign says."""

    stage: Stage
    kinds: tuple[str, ...]
    late_rule: str
    """What becomes of late runs, while runs can be submitted."""
    has_extension: bool
    """Whether the deadline is later for the team of who looks."""
    metrics: str
    conditions: str
    teams: int
    todos: tuple[Todo, ...]
    timeline: Timeline | None
    tracks: tuple[TrackRow, ...]
    more_tracks: int
    resources: tuple[ResourceRow, ...]
    more_resources: int
    participants: Sequence[Team] | None
    """None while it is not public who takes part."""
    logo: Logo | None
    overview: CampaignPage | None
    """The organisers' own page that is shown here."""
    pages: tuple[CampaignPage, ...]
    """The others, which are linked."""

    @property
    def has_matrix(self) -> bool:
        """Whether each condition has a column of its own; more than a few are said in words."""
        return all(len(row.permitted) <= _COLUMNS for row in self.resources)

    @property
    def has_segments(self) -> bool:
        return any(row.segments is not None for row in self.tracks)


def first_page(role: CampaignRole, now: datetime) -> FirstPage:
    campaign, rules = role.campaign, role.campaign.rules
    extensions = extensions_for(role)
    stage = stage_of(rules, now, archived=campaign.archived_at is not None, extensions=extensions)
    registered = list(campaign.teams.filter(withdrawn_at=None).values_list("language_pairs", flat=True))
    tracks = _tracks(role, registered, now)
    pages = list(pages_for(role))
    resources = [
        _resource(each, list(rules.conditions.values()))
        for each in (rules.resources.values() if rules.conditions else ())
    ]
    return FirstPage(
        stage=stage,
        kinds=tuple(KIND_TITLES[kind] for kind in kinds_of(rules)),
        late_rule=_late_rule(rules, stage),
        has_extension=stage.next is not None and stage.next.period.phase.id in extensions,
        metrics=_metrics(rules),
        conditions=_conditions([condition.label for condition in rules.conditions.values()]),
        teams=len(registered),
        todos=todos_in(role, now),
        timeline=timeline(schedule_rows(rules, extensions=extensions), now, rules.campaign.zone),
        tracks=tracks[:_ROWS],
        more_tracks=max(len(tracks) - _ROWS, 0),
        resources=tuple(resources[:_ROWS]),
        more_resources=max(len(resources) - _ROWS, 0),
        participants=participants_for(role, now),
        logo=logo_of(campaign),
        overview=next((page for page in pages if page.slug == OVERVIEW), None),
        pages=tuple(page for page in pages if page.slug != OVERVIEW),
    )


def _resource(resource: Resource, conditions: Sequence[Condition]) -> ResourceRow:
    permitted = tuple(resource.id in condition.permits for condition in conditions)
    named = [condition.label for condition, is_permitted in zip(conditions, permitted, strict=True) if is_permitted]
    everywhere = "all conditions" if len(named) == len(conditions) else ""
    return ResourceRow(resource.label, permitted, everywhere or ", ".join(named) or "no condition")


def _conditions(labels: Sequence[str]) -> str:
    return ", ".join(labels) if len(labels) <= _COLUMNS else f"{len(labels)}, see the allowed resources"


def extensions_for(role: CampaignRole) -> Mapping[str, datetime]:
    """Later ends of phases for who looks; with several teams, who has which is on the teams' pages."""
    if role.team is None:
        return {}
    return dict(Extension.objects.filter(team=role.team).values_list("phase", "until"))


def _late_rule(rules: Rulebook, stage: Stage) -> str:
    if stage.name != "submission" or stage.next is None:
        return ""
    packages = [
        rules.submission.packages[package]
        for activity, _, package in (each.partition(":") for each in stage.next.period.phase.opens)
        if activity == "submit"
    ]
    return _one_rule(rules, packages)


def _one_rule(rules: Rulebook, packages: Sequence[Package]) -> str:
    """The rule of all of them, or of each."""
    found = {package.label: describe_late_runs(rules, package) for package in packages}
    if len(set(found.values())) <= 1:
        return next(iter(found.values()), "")
    return "; ".join(f"{label}: {rule}" for label, rule in found.items())


def _metrics(rules: Rulebook) -> str:
    """What systems are ordered by, over all tracks and languages."""
    metrics = dict.fromkeys(
        scoring.official_metric
        for track in rules.tracks.values()
        for pair in track.all_pairs
        if (scoring := rules.scoring_of(track.id, pair)).official_metric is not None and track.is_scored
    )
    titles = ", ".join(metric_title(metric) for metric in metrics if metric)
    if not rules.human:
        return titles
    return f"{titles}, then human evaluation" if titles else "Human evaluation"


def _tracks(role: CampaignRole, registered: Sequence[Sequence[str]], now: datetime) -> tuple[TrackRow, ...]:
    rules = role.campaign.rules
    teams = Counter(pair for pairs in registered for pair in pairs)
    segments = _segments(role, now)
    rows = []
    for track in rules.tracks.values():
        for pair in track.all_pairs:
            current = [each for each in rules.test_sets_of(track.id, pair) if each.role in ("current", "combination")]
            known = [segments[each.id, pair] for each in current if (each.id, pair) in segments]
            rows.append(
                TrackRow(
                    rules.language_pairs[pair].label,
                    track.label if len(rules.tracks) > 1 else "",
                    ", ".join(each.label for each in current),
                    sum(known) if known else None,
                    teams[pair] if rules.registration.by_language_pair else None,
                )
            )
    return tuple(rows)


def _segments(role: CampaignRole, now: datetime) -> dict[tuple[str, str], int]:
    """Segments of each source that someone may fetch, by test set and language pair."""
    return {
        (each.data_file.test_set, each.data_file.language_pair): each.statistics.segments
        for each in statistics_for(role, now)
        if each.data_file.kind == DataKind.SOURCE and not each.data_file.input
        if each.statistics is not None and each.statistics.segments is not None
    }
