"""What the header of every page needs to know, and the page of one's own teams."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from bakeoff_site.accounts.access import UserRequest
from bakeoff_site.campaigns.selectors.own_teams import judges, own_teams, takes_part


def navigation(request: HttpRequest) -> dict[str, object]:
    """For all templates: whether the reader is in a team of any campaign, and judges. Asked where a header is shown."""
    return {
        "has_teams": SimpleLazyObject(lambda: takes_part(request.user)),
        "has_judging": SimpleLazyObject(lambda: judges(request.user)),
    }


@login_required
def my_teams(request: UserRequest) -> HttpResponse:
    return render(request, "campaigns/my_teams.html", {"teams": own_teams(request.user, timezone.now())})
