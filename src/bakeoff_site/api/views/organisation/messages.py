"""Messages to teams, for organisers."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.errors import form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.messages import MessageIn, MessageOut, message_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.team_messages.forms import MessageForm
from bakeoff_site.team_messages.selectors import messages_of
from bakeoff_site.team_messages.services import send_message, take_back_message

router = Router(tags=["messages"])


@router.get(
    "/campaigns/{slug}/messages",
    response=Page[MessageOut],
    auth=oversee,
    summary="Messages to teams, newest first (organisers)",
)
def list_messages(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, messages_of(organiser_of(request, slug).campaign), limit, offset, message_out)


@router.post(
    "/campaigns/{slug}/messages",
    response={201: MessageOut},
    auth=organise,
    summary="Write to teams, by mail (organisers)",
)
def write_message(request: TokenRequest, slug: str, body: MessageIn) -> MessageOut:
    campaign = organiser_of(request, slug).campaign
    form = MessageForm(campaign, body.dict())
    if not form.is_valid():
        raise form_mistakes(form)
    sent = send_message(
        campaign,
        subject=form.cleaned_data["subject"],
        text=form.cleaned_data["text"],
        selection=form.selection,
        by=request.auth.person,
        now=timezone.now(),
    )
    return message_out(sent)


@router.post(
    "/campaigns/{slug}/messages/{int:message_id}/take-back",
    response=MessageOut,
    auth=organise,
    summary="Take back a message that has not left yet (organisers)",
)
def take_message_back(request: TokenRequest, slug: str, message_id: int) -> MessageOut:
    kept = get_object_or_404(messages_of(organiser_of(request, slug).campaign), pk=message_id)
    take_back_message(kept, by=request.auth.person, now=timezone.now())
    kept.refresh_from_db()
    return message_out(kept)
