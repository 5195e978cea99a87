"""Pages of organisers: what teams owe of a task, who is behind, and reminders."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.forms.administration import ReasonForm
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.table_files import table_file
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.forms import OwedForm
from bakeoff_site.judging.mails import reminder_mail
from bakeoff_site.judging.models import ShareWaiver, Task
from bakeoff_site.judging.selectors.behind import judges_behind
from bakeoff_site.judging.selectors.share_table import share_table
from bakeoff_site.judging.selectors.shares import owed_in_words, shares_of
from bakeoff_site.judging.services.reminders import remind
from bakeoff_site.judging.services.shares import set_owed, unwaive_share, waive_share


@organiser_page
def shares(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """What each team owes and has done; the amount can be set here."""
    task = task_of(role, task_slug)
    form = OwedForm(request.POST or None, initial={"owed": task.owed})
    if request.method == "POST" and form.is_valid():
        try:
            set_owed(task, form.cleaned_data["owed"], by=person(role), now=timezone.now())
        except RefusedError as refusal:
            form.add_error("owed", str(refusal))
        else:
            messages.success(request, "What each team owes is saved.")
            return redirect("judging:shares", role.campaign.slug, task.slug)
    now = timezone.now()
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "rows": shares_of(task),
        "owed": owed_in_words(task),
        "behind": judges_behind(task, now=now),
        "form": form,
    }
    return render(request, "judging/organise/shares.html", context)


@costly_page
@organiser_page
def share_file(_request: HttpRequest, role: CampaignRole, task_slug: str, ending: str) -> HttpResponse:
    """The shares as a table for spreadsheets."""
    task = task_of(role, task_slug)
    return table_file(share_table(task), stem=f"{role.campaign.slug}-{task.slug}-shares", ending=ending)


@post_only
@organiser_page
def waive(request: HttpRequest, role: CampaignRole, task_slug: str, team_id: int) -> HttpResponse:
    """Lets a team off its share, or asks for it after all."""
    task, team = task_of(role, task_slug), get_object_or_404(role.campaign.teams, pk=team_id)
    address, now = reverse("judging:shares", args=[role.campaign.slug, task.slug]), timezone.now()
    if request.POST.get("waived") == "no":
        waiver = get_object_or_404(ShareWaiver.objects.select_related("task__campaign", "team"), task=task, team=team)
        return carry_out(
            request,
            lambda: unwaive_share(waiver, by=person(role), now=now),
            done=f"{team.name} owes its share again.",
            then=address,
        )
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say why the share is waived, in at most 500 characters. The team reads it.")
        return redirect(address)
    return carry_out(
        request,
        lambda: waive_share(task, team, reason=form.cleaned_data["reason"], by=person(role), now=now),
        done=f"The share of {team.name} is waived.",
        then=address,
    )


@organiser_page
def reminders(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Who would be reminded, and of what; then the mails are sent."""
    task, now = task_of(role, task_slug), timezone.now()
    if request.method == "POST":
        try:
            number = remind(task, by=person(role), now=now)
        except RefusedError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, f"{number} {'person is' if number == 1 else 'people are'} reminded.")
        return redirect("judging:shares", role.campaign.slug, task.slug)
    people = judges_behind(task, now=now)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "people": people,
        "example": reminder_mail(task, people[0]) if people else None,
    }
    return render(request, "judging/organise/reminders.html", context)


def task_of(role: CampaignRole, task_slug: str) -> Task:
    task = get_object_or_404(role.campaign.judging_tasks, slug=task_slug)
    task.campaign = role.campaign
    return task
