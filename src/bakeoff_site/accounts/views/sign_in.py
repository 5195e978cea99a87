"""Signing in and out."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from bakeoff_site.accounts import browsers
from bakeoff_site.accounts.access import UserRequest, account_page
from bakeoff_site.accounts.forms import CodeForm, SignInForm
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.selectors import has_second_factor
from bakeoff_site.accounts.services import people
from bakeoff_site.accounts.services.second_factor import check_code
from bakeoff_site.accounts.services.sign_in import check_credentials, note_sign_in
from bakeoff_site.accounts.sessions import second_step, start_second_step, start_session
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.accounts.views.responses import answer, posted
from bakeoff_site.core.http.addresses import next_page, post_only


@account_page
def sign_in(request: HttpRequest) -> HttpResponse:
    then = next_page(request)
    if request.user.is_authenticated:
        return redirect(then)

    def act(*, email: str, password: str, remember: bool) -> HttpResponse:
        user = check_credentials(email, password, address=address_of(request))
        if has_second_factor(user):
            start_second_step(request, user, remember=remember, next_page=then)
            return redirect("accounts:code")
        return finish_sign_in(request, user, remember=remember, then=then, second_factor=False)

    return answer(request, "accounts/sign_in.html", SignInForm(posted(request)), act, next=then)


@account_page
def code(request: HttpRequest) -> HttpResponse:
    """The second factor at sign-in."""
    pending = second_step(request)
    if pending is None:
        messages.info(request, "Give your address and password first; the code is asked for after that.")
        return redirect("accounts:sign-in")
    user, step = pending

    def act(*, code: str) -> HttpResponse:
        check_code(user, code, address=address_of(request))
        return finish_sign_in(request, user, remember=step.remember, then=step.next_page, second_factor=True)

    return answer(request, "accounts/code.html", CodeForm(posted(request)), act)


def finish_sign_in(request: HttpRequest, user: User, *, remember: bool, then: str, second_factor: bool) -> HttpResponse:
    """Starts the session of someone who has shown who they are, and leads to the page that they wanted."""
    note_sign_in(
        user,
        address=address_of(request),
        browser=browsers.in_words(request),
        new_browser=not browsers.is_known(request, user),
        second_factor=second_factor,
    )
    start_session(request, user, remember=remember)
    response = redirect(then)
    browsers.remember(request, response, user)
    return response


@post_only
@login_required
def sign_out_everywhere(request: UserRequest) -> HttpResponse:
    people.sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, "You are signed out on all devices.")
    return redirect("accounts:sign-in")
