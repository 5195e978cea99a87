"""Rows that the addresses of organisers name, and tasks for those who judge them."""

from __future__ import annotations

from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import Page, campaign_page
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.tasks import OwnTask, guest_judge, own_task
from bakeoff_site.judging.views.guests import guest_keys


def task_of(role: CampaignRole, task_slug: str) -> Task:
    """A task of the campaign, read with it."""
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)


def judge_page(view: Page) -> Page:
    """A page of a task for whom it is for: people whom the organisers asked to judge it, guests, and organisers."""

    @campaign_page
    @wraps(view)
    def page(request: HttpRequest, role: CampaignRole, task_slug: str, **rest: object) -> HttpResponseBase:
        keys = guest_keys(request)
        guest = guest_judge(keys, role.campaign.slug, task_slug) if keys else None
        if role.user is None and guest is None:
            return redirect_to_login(request.get_full_path())
        return view(request, role, own_or_refused(role, task_slug, guest=guest), **rest)

    return page


def own_or_refused(role: CampaignRole, task_slug: str, *, guest: Judge | None = None) -> OwnTask:
    """A task for whom it is for: people whom the organisers asked to judge it, and organisers."""
    found = get_object_or_404(role.campaign.judging_tasks, slug=task_slug)
    found.campaign = role.campaign
    own = own_task(role, found, now=timezone.now(), guest=guest)
    if not own.is_asked and not role.is_organiser:
        raise PermissionDenied("This task is for judges whom the organisers invited.")
    return own
