"""Mails about campaigns: plain text, to one person each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff.reports import schedule_rows
from bakeoff.rulebook import schedule
from bakeoff.rulebook.calendar import clock_time
from bakeoff.rulebook.participation.notices import NEWS_DAYS, Notice
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Invitation, Team
from bakeoff_site.campaigns.selectors.campaigns import organisers_of
from bakeoff_site.campaigns.selectors.teams import TeamProgress, contacts_of
from bakeoff_site.mail.links import LINK, SecretLink
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put


def invitation_mail(invitation: Invitation, link: SecretLink) -> Mail:
    """The mail with the link by which an invitation is accepted."""
    context = {"invitation": invitation, "link": LINK}
    subject = f"Invitation: {invitation.team.name if invitation.team else invitation.get_role_display()}"
    mail = campaign_mail(invitation.campaign, subject, "campaigns/mail/invitation.txt", context, to=invitation.email)
    mail.link, mail.not_after = asdict(link), invitation.expires_at
    return mail


def notice_mail(notice: Notice, state: TeamProgress, user: User) -> Mail:
    """The mail that says someone of a team of a phase that opened, or of a deadline, while that is news."""
    team = state.team
    until = notice.when if notice.kind == "due" else _end_for(team, notice)
    row = next(row for row in schedule_rows(team.campaign.rules) if row.period.phase.id == notice.phase.id)
    context = {
        "notice": notice,
        "row": row,
        "team": team,
        "user": user,
        "missing": state.missing,
        "is_judging": any(row.state.step == "judged" for row in state.missing)
        and any(opening.partition(":")[0] == "judge" for opening in notice.phase.opens),
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
    mail = campaign_mail(team.campaign, f"{about}: {notice.phase.label}", template, context, to=user.email)
    mail.not_after = notice.when if notice.kind == "due" else notice.when + timedelta(days=NEWS_DAYS)
    return mail


def tell_organisers_of_team(team: Team) -> None:
    """A team has registered: the people who assign ids and answer questions should know."""
    context = {"team": team, "link": page_address("campaigns:team", slug=team.campaign.slug, team_id=team.pk)}
    subject = f"New team: {team.name}"
    _tell(team.campaign, subject, "new_team", context, organisers_of(team.campaign))


def tell_team_of_code(team: Team, code: str) -> None:
    """The organisers have given a team the code that its files will bear."""
    _tell_team(team, f"Your team code is {code}", "team_code", {"code": code})


def tell_team_of_extension(extension: Extension, *, is_revoked: bool = False) -> None:
    """A team has more time for a phase, or no longer."""
    team = extension.team
    rules = team.campaign.rules
    end = next(period.end for period in schedule(rules) if period.phase.id == extension.phase)
    until = clock_time(end if is_revoked else extension.until, rules.campaign, last=True)
    label = rules.phases[extension.phase].label
    subject = f"Extension revoked: {label}" if is_revoked else f"Extension: {label} until {until}"
    context = {"extension": extension, "label": label, "until": until, "is_revoked": is_revoked}
    _tell_team(team, subject, "extension", context)


def _tell_team(team: Team, subject: str, template: str, context: Mapping[str, object]) -> None:
    link = page_address("campaigns:team", slug=team.campaign.slug, team_id=team.pk)
    _tell(team.campaign, subject, template, {"team": team, "link": link, **context}, contacts_of(team))


def _tell(
    campaign: Campaign, subject: str, template: str, context: Mapping[str, object], people: Iterable[User]
) -> None:
    """Notifies people of what happens; call it in the same transaction."""
    template = f"campaigns/mail/{template}.txt"
    put(campaign_mail(campaign, subject, template, {"user": user, **context}, to=user.email) for user in people)


def _end_for(team: Team, notice: Notice) -> datetime:
    extensions = {extension.phase: extension.until for extension in team.extensions.all()}
    periods = schedule(team.campaign.rules, extensions=extensions)
    return next(period.end for period in periods if period.phase.id == notice.phase.id)


def campaign_mail(campaign: Campaign, subject: str, template: str, context: Mapping[str, object], *, to: str) -> Mail:
    """A mail about a campaign, for everything that one is written about. It ends with whom to ask."""
    text = render_to_string(template, {"campaign": campaign, **context}).strip()
    address = page_address("campaigns:campaign", slug=campaign.slug)
    footer = render_to_string("campaigns/mail/_footer.txt", {"campaign": campaign, "address": address})
    return Mail(campaign=campaign, to=to, subject=f"[{campaign.title}] {subject}", text=f"{text}\n\n{footer}")


def page_address(name: str, **arguments: object) -> str:
    """The address of a page, for people who are elsewhere."""
    return settings.BASE_URL.rstrip("/") + reverse(name, kwargs=arguments)
