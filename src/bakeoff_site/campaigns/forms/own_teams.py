"""For which of their teams someone acts."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.campaigns.permissions import CampaignRole


class TeamChoiceForm(forms.Form):
    """A form that asks people of several teams for which of them they fill it in, and nobody else."""

    def __init__(self, role: CampaignRole, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        teams = role.active_teams
        if len(teams) > 1:
            none = [("", "none: as an organiser")] if role.is_organiser else []
            self.fields["team"] = forms.TypedChoiceField(
                label="For the team",
                choices=[*none, *((team.pk, team.name) for team in teams)],
                coerce=int,
                empty_value=None,
                required=not role.is_organiser,
            )
            self.order_fields(["team"])

    def team_id(self) -> int | None:
        """The team that was chosen; None where there was no choice."""
        chosen: int | None = self.cleaned_data.get("team")
        return chosen
