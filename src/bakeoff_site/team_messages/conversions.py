"""Messages as the mails that people get: fields filled in, and what to do about mistakes in them."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.mails import page_address
from bakeoff_site.campaigns.selectors.teams import TeamProgress
from bakeoff_site.mail.models import Mail

FIELDS: Mapping[str, str] = {
    "name": "who reads it",
    "team": "the team",
    "code": "the team code",
    "missing": "the steps that the team has not done",
    "link": "the address of the team’s page",
}
"""What a message can name of whom it goes to."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """A contact person of a team, and how far the team has come."""

    progress: TeamProgress
    user: User


def unknown_fields(text: str) -> list[str]:
    """Fields that a text names and nobody can fill in; a lone brace counts as one."""
    try:
        named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return ["{"]
    return list(dict.fromkeys(name for name in named if name not in FIELDS))


def filled_in(text: str, recipient: Recipient) -> str:
    """The text for one person."""
    team = recipient.progress.team
    return text.format(
        name=recipient.user.name,
        team=team.name,
        code=team.code or "–",
        missing=", ".join(row.label for row in recipient.progress.missing) or "–",
        link=page_address("campaigns:team", slug=team.campaign.slug, team_id=team.pk),
    )


def mail_to(recipient: Recipient, *, subject: str, text: str) -> Mail:
    """The mail that one person gets."""
    campaign = recipient.progress.team.campaign
    footer = f"You get this because you are a contact person of {recipient.progress.team.name} in {campaign.title}."
    return Mail(
        campaign=campaign,
        to=recipient.user.email,
        subject=f"[{campaign.title}] {filled_in(subject, recipient)}",
        text=f"{filled_in(text, recipient).strip()}\n\n-- \n{footer}\n",
    )


def recipients_among(states: Iterable[TeamProgress]) -> list[Recipient]:
    """The contact persons of teams who can sign in."""
    return [Recipient(state, member.user) for state in states for member in state.contacts if member.user.is_active]
