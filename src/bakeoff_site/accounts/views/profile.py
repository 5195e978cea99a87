"""The page about oneself, and tokens for programs."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from bakeoff_site.accounts import selectors
from bakeoff_site.accounts.access import UserRequest, account_page, verified_required
from bakeoff_site.accounts.choices import Scope
from bakeoff_site.accounts.forms import ProfileForm, TokenForm
from bakeoff_site.accounts.services import people, tokens
from bakeoff_site.accounts.views.history import UTC
from bakeoff_site.accounts.views.responses import answer, posted
from bakeoff_site.core.http.addresses import post_only

_EVENTS = 5
"""Of the history, on the profile itself."""


@account_page
@login_required
def profile(request: UserRequest) -> HttpResponse:
    def act(*, name: str, affiliation: str, time_zone: str) -> HttpResponse:
        people.change_profile(request.user, name=name, affiliation=affiliation, time_zone=time_zone)
        messages.success(request, "Your details are saved.")
        return redirect("accounts:profile")

    present = {name: getattr(request.user, name) for name in ProfileForm.base_fields}
    return answer(
        request,
        "accounts/profile.html",
        ProfileForm(posted(request), initial=present),
        act,
        has_second_factor=selectors.has_second_factor(request.user),
        recovery_codes_left=selectors.recovery_codes_left(request.user),
        tokens=selectors.tokens_of(request.user),
        events=selectors.history_of(request.user)[:_EVENTS],
        zone=request.user.zone or UTC,
    )


@account_page
@verified_required
def new_token(request: UserRequest) -> HttpResponse:
    def act(*, name: str, scopes: list[Scope], lifetime: timedelta) -> HttpResponse:
        made = tokens.make_token(request.user, name=name, scopes=scopes, lifetime=lifetime)
        return render(request, "accounts/token_made.html", {"token": made.row, "text": made.text})

    return answer(request, "accounts/new_token.html", TokenForm(posted(request)), act)


@post_only
@login_required
def revoke_token(request: UserRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(selectors.tokens_of(request.user), pk=token_id)
    tokens.revoke_token(token)
    messages.success(request, f"The token {token.name} is revoked. Programs that use it are refused from now on.")
    return redirect("accounts:profile")
