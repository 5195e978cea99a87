"""How people who are signed in are looked up."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.db.models import Exists, OuterRef

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import TeamMember


class PeopleWithTeams(ModelBackend):
    """Finds out in the same query whether someone is in a team: the header of every page shows it."""

    def get_user(self, user_id: int) -> User | None:
        in_teams = Exists(TeamMember.objects.filter(user=OuterRef("pk")))
        user = User.objects.annotate(is_in_teams=in_teams).filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
