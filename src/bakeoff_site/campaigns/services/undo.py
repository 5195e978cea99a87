"""Undoing an act of the log, where nothing was built upon it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Team
from bakeoff_site.campaigns.services.campaigns import set_listed
from bakeoff_site.campaigns.services.judging_duties import set_judged
from bakeoff_site.campaigns.services.teams import reinstate_team, revoke_extension, withdraw_team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError

_REASON = "Undone by the organisers."
Undo = Callable[[AuditEvent, User], None]


def undoable(campaign: Campaign, events: Iterable[AuditEvent]) -> set[int]:
    """The keys of those events that can be undone: each is the last of its kind on its subject."""
    shown = [event for event in events if event.act in _UNDO]
    if not shown or campaign.archived_at is not None:
        return set()
    same = campaign.events.filter(act__in=_FAMILIES, subject__in={event.subject for event in shown}).order_by("pk")
    last = {(_FAMILIES[event.act], event.subject): event.pk for event in same}
    return {event.pk for event in shown if last.get((_FAMILIES[event.act], event.subject)) == event.pk}


def undo_event(campaign: Campaign, event: AuditEvent, *, by: User) -> None:
    """Does the opposite; the log keeps both."""
    if event.pk not in undoable(campaign, [event]):
        raise RefusedError("This cannot be undone any more: something else happened since then.")
    _UNDO[event.act](event, by)


def _team(event: AuditEvent) -> Team:
    team = Team.objects.filter(campaign=event.campaign, name=event.subject).first()
    if team is None:
        raise RefusedError(f"There is no team called {event.subject} any more. Do it on the page of the team.")
    return team


def _campaign(event: AuditEvent) -> Campaign:
    if event.campaign is None:
        raise RefusedError("The campaign was deleted.")
    return event.campaign


def _revoke(event: AuditEvent, by: User) -> None:
    extension = Extension.objects.filter(team=_team(event), phase=event.details.get("phase", "")).first()
    if extension is None:
        raise RefusedError("The extension was revoked already.")
    revoke_extension(extension, reason=_REASON, by=by)


_UNDO: Mapping[str, Undo] = {
    "campaign.list": lambda event, by: set_listed(_campaign(event), actor=by, listed=False),
    "campaign.unlist": lambda event, by: set_listed(_campaign(event), actor=by, listed=True),
    "team.extend": _revoke,
    "team.judged": lambda event, by: set_judged(_team(event), judged=False, by=by),
    "team.not-judged": lambda event, by: set_judged(_team(event), judged=True, by=by),
    "team.reinstate": lambda event, by: withdraw_team(_team(event), by=by, reason=_REASON),
    "team.withdraw": lambda event, by: reinstate_team(_team(event), by=by, reason=_REASON),
}
_FAMILIES: Mapping[str, str] = {
    "campaign.list": "listing",
    "campaign.unlist": "listing",
    "team.extend": "extension",
    "team.revoke-extension": "extension",
    "team.judged": "judged",
    "team.not-judged": "judged",
    "team.reinstate": "participation",
    "team.withdraw": "participation",
}
"""Acts that change the same thing: only the last of them on a subject can be undone."""
