"""Turning the second factor on and off."""

from __future__ import annotations

from collections.abc import Callable

import segno
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe

from bakeoff_site.accounts.access import UserRequest, account_page, verified_required
from bakeoff_site.accounts.forms import PasswordForm, SecondFactorForm
from bakeoff_site.accounts.selectors import has_second_factor
from bakeoff_site.accounts.services import second_factor
from bakeoff_site.accounts.sessions import forget_offered_secret, offered_secret
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.accounts.totp import new_secret, provisioning_uri, readable
from bakeoff_site.accounts.views.responses import answer, posted


@account_page
@verified_required
def turn_on(request: UserRequest) -> HttpResponse:
    if has_second_factor(request.user):
        messages.info(request, "Your second factor is on already.")
        return redirect("accounts:profile")
    secret = offered_secret(request, new_secret)

    def act(*, code: str, password: str) -> HttpResponse:
        codes = second_factor.turn_on(
            request.user, secret=secret, code=code, password=password, address=address_of(request)
        )
        forget_offered_secret(request)
        update_session_auth_hash(request, request.user)
        return render(request, "accounts/recovery_codes.html", {"codes": codes, "is_new": True})

    return answer(
        request,
        "accounts/second_factor.html",
        SecondFactorForm(posted(request)),
        act,
        secret=readable(secret),
        qr_code=_qr_code(provisioning_uri(secret, account=request.user.email)),
    )


@account_page
@verified_required
def turn_off(request: UserRequest) -> HttpResponse:
    def act(*, password: str) -> HttpResponse:
        second_factor.turn_off(request.user, password=password, address=address_of(request))
        update_session_auth_hash(request, request.user)
        messages.success(request, "Your second factor is off. All other sessions have ended.")
        return redirect("accounts:profile")

    return _with_second_factor(request, "accounts/second_factor_off.html", act)


@account_page
@verified_required
def recovery_codes(request: UserRequest) -> HttpResponse:
    def act(*, password: str) -> HttpResponse:
        codes = second_factor.renew_recovery_codes(request.user, password=password, address=address_of(request))
        return render(request, "accounts/recovery_codes.html", {"codes": codes, "is_new": False})

    return _with_second_factor(request, "accounts/renew_recovery_codes.html", act)


def _with_second_factor(request: UserRequest, template: str, act: Callable[..., HttpResponse]) -> HttpResponse:
    """A page that asks for the password, where there is a second factor to do something about."""
    if not has_second_factor(request.user):
        messages.info(request, "Your second factor is off.")
        return redirect("accounts:profile")
    return answer(request, template, PasswordForm(posted(request)), act)


def _qr_code(text: str) -> SafeString:
    """Drawn here, so that the key goes to nobody else; black on white in dark pages too, as cameras expect."""
    return mark_safe(segno.make(text, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff"))
