"""Who is notified of a submission."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from bakeoff_site.accounts.models import User
from bakeoff_site.submissions.models import Submission


def recipients_of(submission: Submission) -> Sequence[User]:
    """The contact persons of the team, and who submitted it."""
    contacts = Q(team_memberships__team=submission.team, team_memberships__is_contact=True)
    people = User.objects.filter(contacts | Q(pk=submission.submitted_by_id), is_active=True)
    return list(people.distinct().order_by("pk"))
