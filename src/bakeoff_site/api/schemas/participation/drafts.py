"""Drafts: files that are checked and fixed before a team submits them; systems over their versions."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from bakeoff.rulebook import Rulebook
from bakeoff_site.api.schemas.evaluation.results import RunScoreOut, run_score_out
from bakeoff_site.api.schemas.shared import Body, FindingOut
from bakeoff_site.results.selectors.system_history import SystemHistory, SystemVersion
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.conversions import status_of
from bakeoff_site.submissions.draft_reports import ChangeRow, DraftRun, change_row
from bakeoff_site.submissions.selectors.drafts import DraftState, DraftView


class DraftFileOut(Schema):
    id: int
    name: str
    size: int
    sha256: str


class FixOut(Schema):
    """A change that the server makes in a copy: the words of segments are never changed."""

    key: str
    """What it is asked for by."""
    offer: str
    """What the server can do, in words."""
    before: str
    after: str


class DraftRunOut(Schema):
    file: str
    track: str | None
    language_pair: str | None
    condition: str | None
    test_set: str | None
    system: str
    input: str | None


class DraftOut(Schema):
    id: int
    revision: int
    """Counts changes: say which one you saw when you submit it."""
    state: DraftState
    """`checking`; then `ready`, or `problems`; `failed` where the check itself broke down."""
    name: str
    """Of the package that would be submitted."""
    package: str
    """The kind of package; empty where names do not show it."""
    version: int | None
    files: list[DraftFileOut]
    """As they were sent."""
    findings: list[FindingOut]
    runs: list[DraftRunOut]
    """Those with right names."""
    fixes: list[FixOut]
    """What the server can fix."""
    fixed: list[FixOut]
    """What it has fixed."""
    refusal: str
    """Why no package can be made of the files; mostly empty."""
    expires_at: datetime


class FixesIn(Body):
    fixes: list[str] = Field(default_factory=list, max_length=1000)
    """Keys of fixes; none for all that the server offers."""


class UndoIn(Body):
    fix: str


class ConfirmationIn(Body):
    revision: int = Field(ge=1, le=2**31 - 1)
    """The one that you saw: what changed since then is not submitted."""
    late: bool = False
    """Whether you know that it is late."""


class SystemVersionOut(Schema):
    run_id: int
    run: str
    name: str
    number: int
    """Of the receipt."""
    version: int | None
    submitted_at: datetime
    in_force: bool
    status: str
    scores_visible: bool
    scores_visible_from: datetime | None
    score: RunScoreOut | None
    """By the official metric, as far as you may see it."""


class SystemHistoryOut(Schema):
    system: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    versions: list[SystemVersionOut]
    """The first one first."""


def draft_out(view: DraftView) -> DraftOut:
    draft, report = view.draft, view.report
    return DraftOut(
        id=draft.pk,
        revision=draft.revision,
        state=view.state,
        name=view.package.name,
        package=report.package,
        version=report.version,
        files=[
            DraftFileOut(id=file.pk, name=file.name, size=file.size, sha256=file.sha256)
            for file in draft.files.all()
            if file.role == DraftRole.SENT
        ],
        findings=[
            FindingOut(**{key: value for key, value in finding.items() if key != "excerpt"})
            for finding in report.findings
        ],
        runs=[_run(run) for run in report.runs],
        fixes=[_fix(change_row(change)) for change in report.possible],
        fixed=[_fix(change_row(change)) for change in report.changes],
        refusal=report.refusal,
        expires_at=draft.expires_at,
    )


def _run(run: DraftRun) -> DraftRunOut:
    return DraftRunOut(
        file=run.file,
        track=run.track,
        language_pair=run.language_pair,
        condition=run.condition,
        test_set=run.test_set,
        system=run.system,
        input=run.input,
    )


def _fix(row: ChangeRow) -> FixOut:
    return FixOut(key=row.key, offer=row.offer, before=row.before, after=row.after)


def system_history_out(history: SystemHistory, rules: Rulebook) -> SystemHistoryOut:
    board = history.board
    return SystemHistoryOut(
        system=history.system,
        track=board.track,
        language_pair=board.language_pair,
        condition=board.condition,
        test_set=board.test_set,
        versions=[_version(version, rules) for version in history.versions],
    )


def _version(version: SystemVersion, rules: Rulebook) -> SystemVersionOut:
    run, score = version.run, version.score
    return SystemVersionOut(
        run_id=run.pk,
        run=version.key,
        name=run.name,
        number=run.submission.number,
        version=run.submission.version,
        submitted_at=run.submission.received_at,
        in_force=run.in_force,
        status=status_of(rules, run).label,
        scores_visible=version.is_visible,
        scores_visible_from=version.opens,
        score=run_score_out(score.metric, score.cell, is_official=score.metric.is_official) if score else None,
    )
