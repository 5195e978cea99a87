"""The page behind the link of an invitation."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from bakeoff.data.sentences import capitalized
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Invitation
from bakeoff_site.campaigns.permissions import may_accept_invitations
from bakeoff_site.campaigns.selectors.invitations import invitation_of
from bakeoff_site.campaigns.services.invitations import accept_invitation, problem_with
from bakeoff_site.core.refusals import RefusedError


def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What one is invited into, and a button to accept it; looking at it uses nothing up."""
    invitation = invitation_of(token)
    if invitation is None:
        return render(request, "campaigns/invitation_unknown.html", status=404)
    if request.method == "POST" and not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    context = {"invitation": invitation, "campaign": invitation.campaign, "problem": problem_with(invitation)}
    if request.method == "POST" and isinstance(request.user, User):
        answer = may_accept_invitations(request.user)
        if not answer.allowed:
            problem = f"{capitalized(answer.reason)}, then come back here."
            return render(request, "campaigns/invitation.html", {**context, "problem": problem}, status=403)
        try:
            accept_invitation(invitation, by=request.user)
        except RefusedError as refusal:
            return render(request, "campaigns/invitation.html", {**context, "problem": str(refusal)}, status=409)
        messages.success(request, f"Welcome to {invitation.team or invitation.campaign}.")
        return redirect(_after(invitation))
    return render(request, "campaigns/invitation.html", context)


def _after(invitation: Invitation) -> str:
    if invitation.team is not None:
        return reverse("campaigns:team", args=[invitation.campaign.slug, invitation.team.pk])
    return reverse("campaigns:campaign", args=[invitation.campaign.slug])
