"""For which of their teams someone acts, where an address does not say."""

from __future__ import annotations

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.refusals import RefusedError


def acting_as(role: CampaignRole, team_id: int | None) -> CampaignRole:
    """What someone is by the team that they act for: the one they name, or the only one they have.

    Who is in several teams names one: a guess could give what one team does to another. Organisers who name none act
    as organisers.
    """
    teams = {team.pk: team for team in role.active_teams}
    if team_id is not None:
        if team_id not in teams:
            raise RefusedError("You are in no such team, or it is withdrawn from the campaign.")
        return role.in_team(teams[team_id])
    if len(teams) > 1 and not role.is_organiser:
        names = ", ".join(f"{team.name} ({team.pk})" for team in teams.values())
        raise RefusedError(f"You are in several teams: {names}. Say for which of them you act.")
    return role if len(teams) != 1 else role.in_team(next(iter(teams.values())))
