"""How pages of a campaign find out whose they are, and turn away whom they are not for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect

from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole, may_change, may_see_team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.core.refusals import RefusedError

Page = Callable[..., HttpResponseBase]
_READING = ("GET", "HEAD", "OPTIONS")


def works_when_archived(view: Page) -> Page:
    """A page that changes a campaign although it is archived, such as the one that takes it out of the archive."""
    view.works_when_archived = True  # type: ignore[attr-defined]
    return view


def _campaign_for(view: Page, request: HttpRequest, slug: str) -> Campaign:
    """The campaign of a page; one that is archived is only read."""
    campaign = get_object_or_404(Campaign, slug=slug)
    if request.method not in _READING and not getattr(view, "works_when_archived", False):
        require(may_change(campaign))
    return campaign


def campaign_page(view: Page) -> Page:
    """A page for everyone who has its address."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, **rest: object) -> HttpResponseBase:
        return view(request, role_of(request.user, _campaign_for(view, request, slug)), **rest)

    return page


def organiser_page(view: Page) -> Page:
    """A page for organisers."""

    @campaign_page
    @wraps(view)
    def page(request: HttpRequest, role: CampaignRole, **rest: object) -> HttpResponseBase:
        if role.user is None:
            return redirect_to_login(request.get_full_path())
        if not role.is_organiser:
            raise PermissionDenied(f"This page is for organisers of {role.campaign.title}.")
        return view(request, role, **rest)

    return page


def team_page(view: Page) -> Page:
    """A page for people of a team, and for organisers."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, team_id: int, **rest: object) -> HttpResponseBase:
        role = role_of(request.user, _campaign_for(view, request, slug))
        if role.user is None:
            return redirect_to_login(request.get_full_path())
        return view(request, role, team_for(role, team_id), **rest)

    return page


def team_for(role: CampaignRole, team_id: int) -> Team:
    """A team, for its people and for organisers. Others do not learn which teams there are."""
    team = role.campaign.teams.filter(pk=team_id).first()
    if team is None and role.is_organiser:
        raise Http404("There is no such team.")
    if team is None or not may_see_team(role, team):
        raise PermissionDenied("This is for people of the team and for organisers.")
    return team


def require(answer: Answer) -> None:
    """Refuses a request that the answer does not permit."""
    if not answer.allowed:
        raise PermissionDenied(answer.sentence)


def person(role: CampaignRole) -> User:
    """Who acts, on a page that needs someone who signed in."""
    if role.user is None:
        raise PermissionDenied("Sign in first.")
    return role.user


def carry_out(request: HttpRequest, act: Callable[[], object], *, done: str, then: str) -> HttpResponse:
    """Does something, says that it is done or why not, and continues to a page."""
    try:
        act()
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect(then)
