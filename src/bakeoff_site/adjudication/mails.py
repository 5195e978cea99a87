"""The mail about decisions. It holds no text of a reference: mails are read by others on their way."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.campaigns.models import Team
from bakeoff_site.mail.models import Mail


def decision_mail(team: Team, corrections: Sequence[Correction], user: User) -> Mail:
    """What became of proposals of a team, as it is now."""
    several = "1 proposal" if len(corrections) == 1 else f"{len(corrections)} proposals"
    context = {
        "team": team,
        "user": user,
        "corrections": corrections,
        "link": page_address("adjudication:list", slug=team.campaign.slug),
    }
    subject = f"Adjudication: {several} of {team.name}"
    return campaign_mail(team.campaign, subject, "adjudication/mail/decided.txt", context, to=user.email)
