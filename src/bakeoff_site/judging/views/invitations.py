"""Judges invited by mail and by links, and the page behind such a link."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.forms import InviteJudgesForm, LinkForm
from bakeoff_site.judging.selectors.choices import choices_of
from bakeoff_site.judging.selectors.links import link_of, link_row, links_in_use
from bakeoff_site.judging.selectors.offline_files import open_offline_files
from bakeoff_site.judging.services.links import (
    INVITED_FOR,
    invite_judges,
    join_by_link,
    make_link,
    problem_with,
    revoke_link,
)
from bakeoff_site.judging.views.shares import task_of


@organiser_page
def judges(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """How judges come to a task: invitations, links, and what they chose."""
    task, now = task_of(role, task_slug), timezone.now()
    is_link = "most_uses" in request.POST
    is_list = request.method == "POST" and not is_link
    invite = InviteJudgesForm(task, request.POST if is_list else None, request.FILES if is_list else None)
    link = LinkForm(task, request.POST if is_link else None)
    if request.method == "POST":
        form = link if is_link else invite
        if form.is_valid():
            try:
                if is_link:
                    make_link(task, by=person(role), **link.options())
                    done = "The link is ready. Send it to the people who are to judge."
                else:
                    number = invite_judges(task, invite.cleaned_data["people"], by=person(role), now=now)
                    done = f"{number} invitation{'' if number == 1 else 's'} on the way."
            except RefusedError as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, done)
                return redirect("judging:judges", role.campaign.slug, task.slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "invite": invite,
        "link": link,
        "links": [link_row(each) for each in links_in_use(task, now=now)],
        "choices": choices_of(task),
        "files": open_offline_files(task, now=now),
        "invited_for": INVITED_FOR,
    }
    return render(request, "judging/organise/judges.html", context)


@post_only
@organiser_page
def revoke(request: HttpRequest, role: CampaignRole, task_slug: str, link_id: int) -> HttpResponse:
    task, now = task_of(role, task_slug), timezone.now()
    link = get_object_or_404(links_in_use(task, now=now), pk=link_id)
    return carry_out(
        request,
        lambda: revoke_link(link, by=person(role), now=now),
        done=f"The invitation of {link.email} is withdrawn." if link.email else "The link is revoked.",
        then=reverse("judging:judges", args=[role.campaign.slug, task.slug]),
    )


def join(request: HttpRequest, token: str) -> HttpResponse:
    """What one would judge, and a button to accept; looking at it uses nothing up."""
    link, now = link_of(token), timezone.now()
    if link is None:
        return render(request, "judging/join_unknown.html", status=404)
    if request.method == "POST" and not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    task = link.task
    context = {"link": link, "task": task, "campaign": task.campaign, "problem": problem_with(link, now=now)}
    if request.method == "POST" and isinstance(request.user, User):
        try:
            join_by_link(link, by=request.user, now=now)
        except RefusedError as refusal:
            return render(request, "judging/join.html", {**context, "problem": str(refusal)}, status=409)
        return redirect("judging:task", task.campaign.slug, task.slug)
    return render(request, "judging/join.html", context)
