"""The systems of a team over the versions that it submitted, with the scores that someone may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.titles import board_title
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.scores import Metric
from bakeoff_site.results.conversions.sparklines import Sparkline, sparkline_of
from bakeoff_site.results.permissions import viewer_of
from bakeoff_site.results.selectors.official_scores import ShownScore, official_scores
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemVersion:
    """A run of a system: one of its versions."""

    run: Run
    key: str
    """What the address of its page calls it; empty where they may not open that."""
    score: ShownScore | None
    """By the official metric; None where it has none, or they may not see it."""
    opens: datetime | None
    """When its scores will be visible; None where they are, or nobody knows."""
    is_visible: bool


@dataclass(frozen=True, slots=True)
class SystemHistory:
    """A system on a board, its first version first."""

    system: str
    board: Board
    title: str
    """The board by the titles of the rulebook."""
    versions: tuple[SystemVersion, ...]

    @property
    def metric(self) -> Metric | None:
        """What the versions are compared by."""
        return next((version.score.metric for version in reversed(self.versions) if version.score), None)

    @property
    def anchor(self) -> str:
        return f"system-{self.board.pk}-{self.versions[0].run.pk}"

    @property
    def last(self) -> SystemVersion:
        return self.versions[-1]

    @property
    def sparkline(self) -> Sparkline | None:
        """Its scores as a line; None where there are fewer than two."""
        return sparkline_of([version.score.value if version.score else None for version in self.versions])

    @property
    def in_words(self) -> str:
        """The scores for those who cannot see the line."""
        return ", ".join(version.score.cell.text for version in self.versions if version.score)

    def holds(self, run: Run) -> bool:
        return any(version.run.pk == run.pk for version in self.versions)


def systems_of(role: CampaignRole, team: Team, now: datetime) -> tuple[SystemHistory, ...]:
    """All systems of a team, by board, with what someone may see of them."""
    rules = role.campaign.rules
    runs = team.runs.select_related("board", "submission").order_by("pk")
    ruled = [run for run in runs if is_in_rulebook(rules, run.board)]
    versions = {version.run.pk: version for version in _versions(role, ruled, now)}
    groups: dict[tuple[int, str], list[SystemVersion]] = {}
    for run in ruled:
        groups.setdefault((run.board_id, _name_of(rules, run)), []).append(versions[run.pk])
    histories = [
        SystemHistory(system, alike[0].run.board, board_title(rules, alike[0].run.board), tuple(alike))
        for (_, system), alike in groups.items()
    ]
    return tuple(sorted(histories, key=lambda each: (each.title, each.system)))


def _name_of(rules: Rulebook, run: Run) -> str:
    """What a system is called over all its versions: a team has several of one type where names say so."""
    package = rules.submission.packages.get(run.submission.package)
    by_run = package is not None and "run" in parse_pattern(package.file).fields
    return run.name if by_run else run.system


def _versions(role: CampaignRole, runs: Sequence[Run], now: datetime) -> Iterator[SystemVersion]:
    viewer = viewer_of(role, now)
    visibilities = {run.pk: viewer.visibility(run.board.test_set, run.board.language_pair) for run in runs}
    scores = official_scores(role, [run for run in runs if visibilities[run.pk].scores_of(run)])
    for run in runs:
        visibility, shown = visibilities[run.pk], scores.get(run.pk, ())
        sees = visibility.scores_of(run)
        yield SystemVersion(
            run=run,
            key=str(run.pk) if visibility.knows(run) and (sees or visibility.owns(run)) else "",
            score=next((score for score in shown if score.metric.is_official), next(iter(shown), None)),
            opens=None if sees else visibility.opens,
            is_visible=sees,
        )
