"""A team's system description: what it has said, what it is asked, until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.submission.descriptions import DescribingVerdict, may_describe
from bakeoff.submissions.descriptions import description_template
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.submissions.models import Description


@dataclass(frozen=True, slots=True)
class DescriptionPage:
    """All versions, newest first, and the form to fill in."""

    versions: Sequence[Description]
    verdict: DescribingVerdict
    template: str

    @property
    def last(self) -> Description | None:
        return self.versions[0] if self.versions else None

    @property
    def initial_text(self) -> str:
        """The text to continue from."""
        return self.last.text if self.last else self.template


def description_page(team: Team, now: datetime) -> DescriptionPage:
    rules = team.campaign.rules
    return DescriptionPage(
        list(team.descriptions.select_related("submitted_by")),
        may_describe(rules, now, extensions=team_state(team).extensions),
        description_template(rules, team=team.code),
    )
