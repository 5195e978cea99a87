"""How people who are signed in are looked up."""

from __future__ import annotations

from functools import cache

from django.contrib.auth.backends import ModelBackend
from django.db.models import Exists, OuterRef, QuerySet

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership, TeamMember


@cache
def _people() -> QuerySet[User]:
    """Prepared once: to write this query takes longer than to run it."""
    in_teams = Exists(TeamMember.objects.filter(user=OuterRef("pk")))
    invited = Membership.objects.filter(
        user=OuterRef("pk"), role=MembershipRole.JUDGE, campaign__judging_tasks__isnull=False
    )
    started = User.objects.filter(pk=OuterRef("pk"), judging__isnull=False)
    return User.objects.annotate(is_in_teams=in_teams, is_judging=Exists(invited) | Exists(started))


class PeopleWithTeams(ModelBackend):
    """Finds out in the same query whether someone is in a team or judges: the header of every page shows it."""

    def get_user(self, user_id: int) -> User | None:
        user = _people().filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
