"""What drafts will count as when they are submitted at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.submission.permission import may_submit
from bakeoff.rulebook.submission.verdicts import Verdict
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.submissions.draft_reports import DraftReport, DraftRun


@dataclass(frozen=True, slots=True)
class RunToCome:
    """A run of a draft, and what the rules say of it."""

    run: DraftRun
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class DraftOutcome:
    """What the rules say of a draft at a time."""

    runs: tuple[RunToCome, ...]

    @property
    def is_late(self) -> bool:
        return any(each.verdict.late for each in self.runs)

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why it may not be submitted, in words."""
        return tuple(dict.fromkeys(refusal.reason for each in self.runs for refusal in each.verdict.refusals))


def outcome_of(report: DraftReport, team: Team, when: datetime) -> DraftOutcome:
    """What the rules say of the runs of a draft; nothing of one that was not checked."""
    state = team_state(team)
    rules = team.campaign.rules
    return DraftOutcome(tuple(RunToCome(run, may_submit(rules, when, state, run.submitted)) for run in report.runs))
