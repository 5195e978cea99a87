"""Who may see a page: anybody signed in, or only people whose address is verified."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from bakeoff_site.accounts.models import User

View = Callable[..., HttpResponse]


class UserRequest(HttpRequest):
    """A request of someone who is signed in."""

    user: User


def verified_required(view: View) -> View:
    """For everything of consequence: others sign in first, or are told how to verify their address."""

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
