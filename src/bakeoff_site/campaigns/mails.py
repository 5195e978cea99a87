"""Mails about campaigns: plain text, to one person each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff.reports import schedule_rows
from bakeoff.rulebook import schedule
from bakeoff.rulebook.calendar import clock_time
from bakeoff.rulebook.notices import Notice
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Invitation, Team
from bakeoff_site.campaigns.selectors.teams import TeamState


def invitation_mail(invitation: Invitation, token: str) -> EmailMessage:
    """The mail with the link by which an invitation is accepted."""
    context = {"invitation": invitation, "link": page_address("campaigns:invitation", token=token)}
    subject = f"Invitation: {invitation.team.name if invitation.team else invitation.get_role_display()}"
    return campaign_mail(invitation.campaign, subject, "campaigns/mail/invitation.txt", context, to=invitation.email)


def notice_mail(notice: Notice, state: TeamState, user: User) -> EmailMessage:
    """The mail that tells someone of a team of a phase that opened, or of a deadline."""
    team = state.team
    until = _end_for(team, notice)
    row = next(row for row in schedule_rows(team.campaign.rules) if row.period.phase.id == notice.phase.id)
    context = {
        "notice": notice,
        "row": row,
        "team": team,
        "user": user,
        "missing": state.missing,
        "until": until,
        "zone": team.campaign.rules.campaign.zone,
        "link": page_address("campaigns:team", slug=team.campaign.slug, team_id=team.pk),
    }
    about = (
        "Open now"
        if notice.kind == "opens"
        else f"Deadline {clock_time(until, team.campaign.rules.campaign, last=True)}"
    )
    template = f"campaigns/mail/{notice.kind}.txt"
    return campaign_mail(team.campaign, f"{about}: {notice.phase.label}", template, context, to=user.email)


def _end_for(team: Team, notice: Notice) -> datetime:
    extensions = {extension.phase: extension.until for extension in team.extensions.all()}
    periods = schedule(team.campaign.rules, extensions=extensions)
    return next(period.end for period in periods if period.phase.id == notice.phase.id)


def campaign_mail(
    campaign: Campaign, subject: str, template: str, context: Mapping[str, object], *, to: str
) -> EmailMessage:
    """A mail about a campaign, for everything that one is written about."""
    text = render_to_string(template, {"campaign": campaign, **context})
    # Titles may hold line breaks, headers may not.
    return EmailMessage(" ".join(f"[{campaign.title}] {subject}".split()), text.strip() + "\n", to=[to])


def page_address(name: str, **arguments: object) -> str:
    """The address of a page, for people who are elsewhere."""
    return settings.BASE_URL.rstrip("/") + reverse(name, kwargs=arguments)
