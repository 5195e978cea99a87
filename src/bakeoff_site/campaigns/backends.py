"""How people who are signed in are looked up."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.db.models import BigAutoField, Exists, OuterRef, QuerySet, Value

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership, TeamMember
from bakeoff_site.core.prepared_queries import PreparedQuery


def _person(pk: Value) -> QuerySet[User]:
    in_teams = Exists(TeamMember.objects.filter(user=OuterRef("pk")))
    invited = Membership.objects.filter(
        user=OuterRef("pk"), role=MembershipRole.JUDGE, campaign__judging_tasks__isnull=False
    )
    started = User.objects.filter(pk=OuterRef("pk"), judging__isnull=False)
    return User.objects.filter(pk=pk).annotate(is_in_teams=in_teams, is_judging=Exists(invited) | Exists(started))


_PERSON = PreparedQuery(_person, pk=BigAutoField())


class PeopleWithTeams(ModelBackend):
    """Finds out in the same query whether someone is in a team or judges: the header of every page shows it."""

    def get_user(self, user_id: int) -> User | None:
        user = _PERSON.first(pk=user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
