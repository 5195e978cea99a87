"""Signing up, and verifying addresses."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url

from bakeoff_site.accounts.access import UserRequest, account_page
from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.forms import AddressForm, SignUpForm
from bakeoff_site.accounts.links import Link
from bakeoff_site.accounts.selectors import has_second_factor
from bakeoff_site.accounts.services import addresses, people
from bakeoff_site.accounts.sessions import remember_sign_up, signed_up_here
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.accounts.views.responses import answer, by_link, posted
from bakeoff_site.accounts.views.sign_in import finish_sign_in
from bakeoff_site.core.http.addresses import next_page
from bakeoff_site.mail.demonstration import is_demonstration

_WANTED = "page_after_sign_up"
"""Where in the session the page is that someone wanted to see when they signed up; only in that browser."""


@account_page
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("accounts:profile")
    then = next_page(request)

    def act(*, email: str, **given: str) -> HttpResponse:
        user = people.sign_up(email=email, **given, address=address_of(request))
        remember_sign_up(request, user)
        if then != resolve_url(settings.LOGIN_REDIRECT_URL):
            request.session[_WANTED] = then
        return mail_sent_to(request, email)

    return answer(request, "accounts/sign_up.html", SignUpForm(posted(request)), act, next=then)


def mail_sent_to(request: HttpRequest, email: str) -> HttpResponse:
    messages.success(request, f"A mail is on its way to {email}.")
    return redirect("accounts:mail-sent")


def mail_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/mail_sent.html", {"is_demonstration": is_demonstration()})


@account_page
@login_required
def verify(request: UserRequest) -> HttpResponse:
    """Asking for the mail again."""
    if request.user.is_verified:
        messages.info(request, "Your address is verified already.")
        return redirect("accounts:profile")

    def act() -> HttpResponse:
        addresses.resend_verification(request.user, address=address_of(request))
        return mail_sent_to(request, request.user.email)

    return answer(request, "accounts/unverified.html", forms.Form(posted(request)), act)


@account_page
@by_link(Purpose.VERIFY)
def verify_by_link(request: HttpRequest, token: str, link: Link) -> HttpResponse:
    # A button, since programs that look through mails follow links by themselves.
    def act() -> HttpResponse:
        user = addresses.verify_address(token, address=address_of(request))
        then = resolve_url(request.session.pop(_WANTED, "accounts:profile"))
        if request.user.is_authenticated:
            messages.success(request, f"The address {link.email} is verified.")
            return redirect(then)
        if signed_up_here(request, user) and not has_second_factor(user):
            messages.success(request, f"The address {link.email} is verified, and you are signed in.")
            return finish_sign_in(request, user, remember=False, then=then, second_factor=False)
        messages.success(request, f"The address {link.email} is verified. Sign in to continue.")
        return redirect_to_login(then)

    return answer(request, "accounts/verify.html", forms.Form(posted(request)), act, link=link)


@account_page
@login_required
def address(request: UserRequest) -> HttpResponse:
    """Changing the address."""

    def act(*, email: str, password: str) -> HttpResponse:
        addresses.request_address_change(request.user, email=email, password=password, address=address_of(request))
        return mail_sent_to(request, email)

    return answer(request, "accounts/address.html", AddressForm(posted(request)), act)


@account_page
@by_link(Purpose.CHANGE_ADDRESS)
def address_by_link(request: HttpRequest, token: str, link: Link) -> HttpResponse:
    def act() -> HttpResponse:
        addresses.change_address(token, address=address_of(request))
        messages.success(request, f"Your address is {link.email} now.")
        return redirect("accounts:profile")

    return answer(request, "accounts/address_by_link.html", forms.Form(posted(request)), act, link=link)
