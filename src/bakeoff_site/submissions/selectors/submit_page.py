"""What a team sees when it submits: what is open until when, its drafts, and the step that comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bakeoff.rulebook.submission.offers import Offer, offers
from bakeoff.submissions.packages.identification import ENDINGS
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.submissions.selectors.draft_outcomes import DraftOutcome, outcome_of
from bakeoff_site.submissions.selectors.drafts import DraftFinding, DraftView, draft_views

Step = Literal["add", "fix", "confirm"]


@dataclass(frozen=True, slots=True)
class NamedProblem:
    """A problem above the files."""

    title: str
    anchor: str
    files: int


@dataclass(frozen=True, slots=True)
class SubmitPage:
    """The page by which a team submits."""

    team: Team
    offers: tuple[Offer, ...]
    drafts: tuple[DraftView, ...]
    """None for those who only look on."""

    @property
    def open_offers(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.offers if offer.state in ("open", "late"))

    @property
    def other_offers(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.offers if offer.state not in ("open", "late"))

    @property
    def deadline(self) -> datetime | None:
        """The next one that people can still meet."""
        ends = [offer.deadline for offer in self.offers if offer.state == "open" and offer.deadline is not None]
        return min(ends, default=None)

    @property
    def late_offer(self) -> Offer | None:
        """What can only be submitted late, where nothing is open in time."""
        late = [offer for offer in self.offers if offer.state == "late"]
        return late[0] if late and not any(offer.state == "open" for offer in self.offers) else None

    @property
    def problems(self) -> tuple[DraftFinding, ...]:
        return tuple(each for view in self.drafts for each in view.problems)

    @property
    def problem_count(self) -> int:
        return len(self.problems) + len(self.refusals)

    @property
    def findings(self) -> Iterator[Mapping[str, Any]]:
        """Everything that was found in all drafts."""
        for view in self.drafts:
            yield from view.report.findings

    @property
    def named_problems(self) -> tuple[NamedProblem, ...]:
        """What is wrong, each once, with a link to the first place."""
        first: dict[str, list[DraftFinding]] = {}
        for each in self.problems:
            first.setdefault(each.row.title, []).append(each)
        return tuple(NamedProblem(title, alike[0].anchor, len(alike)) for title, alike in first.items())

    @property
    def checked_at(self) -> datetime | None:
        """When the first of the drafts was last checked."""
        return min((view.draft.checked_at for view in self.drafts if view.draft.checked_at), default=None)

    @property
    def endings(self) -> str:
        """The endings of archives that are taken now."""
        packages = [offer.package for offer in self.open_offers or self.offers]
        kinds = dict.fromkeys(kind for package in packages for kind in package.compression if kind in ENDINGS)
        return ", ".join(ENDINGS[kind][0] for kind in kinds)

    @property
    def example(self) -> str:
        """A file that could be submitted now, for commands."""
        for offer in self.open_offers or self.offers:
            kind = next((kind for kind in offer.package.compression if kind in ENDINGS), None)
            for pair in offer.pairs:
                if pair.archive and kind:
                    return pair.archive + ENDINGS[kind][0]
                return pair.file.rpartition("/")[2]
        return "PACKAGE"

    @property
    def has_scores(self) -> bool:
        """Whether that file has scores of a metric, and nothing to pack."""
        formats = [offer.package.format for offer in self.open_offers or self.offers if offer.pairs]
        return formats[:1] == ["scores"]

    @property
    def fixable(self) -> int:
        """How many rows the server can fix."""
        return sum(view.fixable for view in self.drafts)

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why packages could not be made."""
        return tuple(view.report.refusal for view in self.drafts if view.state == "problems" and view.report.refusal)

    @property
    def is_checking(self) -> bool:
        return any(view.state == "checking" for view in self.drafts)

    @property
    def ready(self) -> tuple[DraftView, ...]:
        return tuple(view for view in self.drafts if view.state == "ready")

    @property
    def step(self) -> Step:
        if not self.drafts:
            return "add"
        return "confirm" if len(self.ready) == len(self.drafts) else "fix"


def submit_page(team: Team, now: datetime, *, with_drafts: bool) -> SubmitPage:
    """What a team can submit, and its drafts for those who are of the team."""
    open_now = offers(team.campaign.rules, now, team_state(team))
    return SubmitPage(team, open_now, draft_views(team) if with_drafts else ())


@dataclass(frozen=True, slots=True)
class DraftToConfirm:
    """A draft on the last page before it is submitted."""

    view: DraftView
    outcome: DraftOutcome

    @property
    def can_submit(self) -> bool:
        return (self.view.state == "ready" and not self.outcome.refusals) or self.view.can_skip_check

    @property
    def is_unchecked(self) -> bool:
        return self.view.state in ("checking", "failed")

    @property
    def seen_as(self) -> str:
        """What people see when they confirm it."""
        return "unchecked" if self.is_unchecked else "late" if self.outcome.is_late else "in-time"


def drafts_to_confirm(team: Team, now: datetime) -> tuple[DraftToConfirm, ...]:
    """The drafts of a team, with what they would count as at a time."""
    return tuple(DraftToConfirm(view, outcome_of(view.report, team, now)) for view in draft_views(team))
