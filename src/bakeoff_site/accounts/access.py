"""Who may see a page, and how often: anybody signed in, or only people whose address is verified."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.core.http.limits import BUCKETS, Allowance

View = Callable[..., HttpResponse]
BY_PERSON = Allowance(120, 60)
"""Costly pages of someone who is signed in: as fast as anybody clicks, and no faster."""
BY_ADDRESS = Allowance(240, 60)
"""Costly pages of all who are not; a complete laboratory may share one address."""


class UserRequest(HttpRequest):
    """A request of someone who is signed in."""

    user: User


def verified_required(view: View) -> View:
    """For everything of consequence: others sign in first, or are asked to verify their address."""

    @login_required
    @wraps(view)
    def guarded(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_verified:
            return render(request, "accounts/unverified.html", status=403)
        return view(request, *args, **kwargs)

    return guarded


def account_page(view: View) -> View:
    """For pages with secrets: nothing is kept by browsers and proxies, nothing of a form gets into error reports."""
    return never_cache(sensitive_post_parameters()(view))


def costly_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For pages that are much work: anyone who asks too often learns when to come again, before any of it is done."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_known = request.user.is_authenticated
        who = f"pages of person {request.user.pk}" if is_known else f"pages from address {address_of(request)}"
        if seconds := BUCKETS.spend(who, BY_PERSON if is_known else BY_ADDRESS):
            return _too_many(request, seconds)
        return view(request, *args, **kwargs)

    return limited


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    if request.headers.get("HX-Request"):
        # A part of a page that is refused would be passed over in silence: the complete page is asked for instead.
        response["HX-Redirect"] = request.get_full_path()
    return response
