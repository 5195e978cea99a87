"""New passwords."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from bakeoff_site.accounts.access import UserRequest, account_page
from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.forms import NewPasswordForm, PasswordChangeForm, ResetRequestForm
from bakeoff_site.accounts.links import Link
from bakeoff_site.accounts.services import passwords
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.accounts.views.responses import answer, by_link, posted
from bakeoff_site.accounts.views.sign_up import mail_sent_to


@account_page
@login_required
def password(request: UserRequest) -> HttpResponse:
    def act(*, old: str, new: str) -> HttpResponse:
        passwords.change_password(request.user, old=old, new=new, address=address_of(request))
        update_session_auth_hash(request, request.user)
        messages.success(request, "Your password is changed. All other sessions have ended.")
        return redirect("accounts:profile")

    form = PasswordChangeForm(posted(request), user=request.user)
    return answer(request, "accounts/password.html", form, act)


@account_page
def reset(request: HttpRequest) -> HttpResponse:
    def act(*, email: str) -> HttpResponse:
        passwords.request_reset(email=email, address=address_of(request))
        return mail_sent_to(request, email)

    return answer(request, "accounts/reset.html", ResetRequestForm(posted(request)), act)


@account_page
@by_link(Purpose.RESET)
def reset_by_link(request: HttpRequest, token: str, link: Link) -> HttpResponse:
    def act(*, new: str) -> HttpResponse:
        passwords.reset_password(token, new=new, address=address_of(request))
        messages.success(request, "Your password is changed, and all sessions have ended. Sign in with the new one.")
        return redirect("accounts:sign-in")

    form = NewPasswordForm(posted(request), user=link.user)
    return answer(request, "accounts/reset_by_link.html", form, act, link=link)
