"""Campaigns, their schedules and rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from ninja import Schema

from bakeoff.rulebook import Event, events_after, phases_at
from bakeoff.rulebook.calendar import FOREVER
from bakeoff.rulebook.stages import StageName
from bakeoff.rulebook.titles import CampaignKind, kinds_of
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.campaigns.models import Campaign, DeletedCampaign, Team
from bakeoff_site.campaigns.selectors.campaigns import ScheduledPhase
from bakeoff_site.core.names import PlainName
from bakeoff_site.home.selectors.cards import CampaignCard


class EventOut(Schema):
    """A phase that starts or ends."""

    phase: str
    title: str
    starts: bool
    when: datetime


class CampaignRow(Schema):
    slug: str
    title: str
    open: list[str]
    """Titles of the phases in which something may be done now."""
    next: EventOut | None
    stage: StageName
    """How far it has come."""
    kinds: list[CampaignKind]
    """What it is about."""
    teams: int
    """How many take part."""
    archived_at: datetime | None
    """Null while it is open."""


class CampaignOut(Schema):
    slug: str
    title: str
    description: str
    timezone: str
    listed: bool
    archived_at: datetime | None
    """Since when nothing in it can be changed; null while it is open."""
    participants: list[str] | None
    """Null while the schedule does not show them."""


class PhaseOut(Schema):
    id: str
    title: str
    start: datetime
    end: datetime | None
    """The first moment that no longer belongs to it; null where it has no end."""
    opens: list[str]
    is_open: bool
    is_past: bool


class ScheduleOut(Schema):
    now: datetime
    phases: list[PhaseOut]
    next: list[EventOut]


class NewCampaign(Body):
    rulebook: str
    """The text of the rulebook (TOML)."""
    start: date | None = None
    """Moves all dates by the same number of weeks: the first phase starts on this day, or on the first day after it
    that has the same weekday as before."""
    confirm_past: bool = False
    """Whether it is meant that phases are in the past."""


class ListingIn(Body):
    listed: bool


class ArchiveIn(Body):
    archived: bool


class DeletionIn(Body):
    title: PlainName
    """The title of the campaign, to confirm."""


class DeletedCampaignOut(Schema):
    id: int
    slug: str
    title: str
    created_at: datetime
    deleted_at: datetime
    deleted_by: str


def campaign_row(card: CampaignCard, now: datetime) -> CampaignRow:
    campaign, rules = card.campaign, card.campaign.rules
    coming = events_after(rules, now)
    return CampaignRow(
        slug=campaign.slug,
        title=campaign.title,
        open=[phase.label for phase in phases_at(rules, now) if phase.opens],
        next=event_out(coming[0]) if coming else None,
        stage=card.stage.name,
        kinds=list(kinds_of(rules)),
        teams=card.teams,
        archived_at=campaign.archived_at,
    )


def campaign_out(campaign: Campaign, participants: Sequence[Team] | None) -> CampaignOut:
    about = campaign.rules.campaign
    return CampaignOut(
        slug=campaign.slug,
        title=campaign.title,
        description=about.description,
        timezone=about.timezone,
        listed=campaign.listed,
        archived_at=campaign.archived_at,
        participants=None if participants is None else [str(team) for team in participants],
    )


def deleted_out(deleted: DeletedCampaign) -> DeletedCampaignOut:
    return DeletedCampaignOut(
        id=deleted.pk,
        slug=deleted.slug,
        title=deleted.title,
        created_at=deleted.created_at,
        deleted_at=deleted.deleted_at,
        deleted_by=str(deleted.deleted_by),
    )


def phase_out(scheduled: ScheduledPhase) -> PhaseOut:
    period = scheduled.row.period
    return PhaseOut(
        id=period.phase.id,
        title=period.phase.label,
        start=period.start,
        end=None if period.end == FOREVER else period.end,
        opens=list(period.phase.opens),
        is_open=scheduled.is_open,
        is_past=scheduled.is_past,
    )


def event_out(event: Event) -> EventOut:
    return EventOut(phase=event.phase.id, title=event.phase.label, starts=event.starts, when=event.when)
