"""Pages of organisers: messages to teams, written, looked at before they are sent, and kept."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.team_messages.conversions import mail_to
from bakeoff_site.team_messages.forms import MessageForm
from bakeoff_site.team_messages.selectors import delivery_of, mails_of, messages_of, recipients_of
from bakeoff_site.team_messages.services import send_message, take_back_message

_ON_A_PAGE = 30
_FROM_LINKS = ("audience", "step", "subject", "text")


@organiser_page
def message_list(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    page = Paginator(messages_of(role.campaign), _ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"campaign": role.campaign, "role": role, "page": page, "now": timezone.now()}
    return render(request, "team_messages/list.html", context)


@organiser_page
def write(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The form; a preview of what people would get; the message is sent from there."""
    campaign, now = role.campaign, timezone.now()
    if request.method == "POST":
        form = MessageForm(campaign, request.POST)
    else:
        asked = {name: request.GET[name] for name in _FROM_LINKS if name in request.GET}
        form = MessageForm(campaign, initial={**asked, "teams": request.GET.getlist("teams")})
    context = {"campaign": campaign, "role": role, "form": form}
    if request.method != "POST" or not form.is_valid() or "change" in request.POST:
        return render(request, "team_messages/write.html", context)
    subject, text = form.cleaned_data["subject"], form.cleaned_data["text"]
    if "send" in request.POST:
        try:
            sent = send_message(
                campaign, subject=subject, text=text, selection=form.selection, by=person(role), now=now
            )
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
            return render(request, "team_messages/write.html", context)
        messages.success(request, "The message is on its way. You can still take it back.")
        return redirect("team_messages:message", campaign.slug, sent.pk)
    recipients = recipients_of(campaign, form.selection, now)
    if not recipients:
        form.add_error("audience", "Nobody would get this message. Choose other teams.")
        return render(request, "team_messages/write.html", context)
    context |= {"recipients": recipients, "mail": mail_to(recipients[0], subject=subject, text=text)}
    return render(request, "team_messages/preview.html", context)


@organiser_page
def message(request: HttpRequest, role: CampaignRole, message_id: int) -> HttpResponse:
    kept = get_object_or_404(messages_of(role.campaign), pk=message_id)
    now = timezone.now()
    context = {
        "campaign": role.campaign,
        "role": role,
        "message": kept,
        "mails": list(mails_of(kept)),
        "delivery": delivery_of(kept),
        "teams": list(kept.teams.all()),
        "can_take_back": kept.taken_back_at is None and now < kept.leaves_at,
    }
    return render(request, "team_messages/message.html", context)


@post_only
@organiser_page
def take_back(request: HttpRequest, role: CampaignRole, message_id: int) -> HttpResponse:
    kept = get_object_or_404(messages_of(role.campaign), pk=message_id)
    return carry_out(
        request,
        lambda: take_back_message(kept, by=person(role), now=timezone.now()),
        done="The message was taken back. Nobody got it.",
        then=reverse("team_messages:message", args=[role.campaign.slug, kept.pk]),
    )
