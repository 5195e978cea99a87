"""How pages with a form answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from bakeoff_site.accounts.access import View
from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.errors import AccountError, DeadLinkError, TooManyAttemptsError
from bakeoff_site.accounts.links import read_link


def answer(
    request: HttpRequest, template: str, form: BaseForm, act: Callable[..., HttpResponse], **context: Any
) -> HttpResponse:
    """Shows a form; once it is filled in well, does what it asks for. A refusal is above the form."""
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            return act(**form.cleaned_data)
        except AccountError as error:
            refusal = error
            form.add_error(None, str(error))
    is_too_often = isinstance(refusal, TooManyAttemptsError)
    response = render(request, template, {"form": form, **context}, status=429 if is_too_often else 200)
    if isinstance(refusal, TooManyAttemptsError):
        response["Retry-After"] = str(refusal.seconds)
    return response


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


def by_link(purpose: Purpose) -> Callable[[View], View]:
    """For pages that a mailed link leads to: gives the view what the link says, or says why it is dead."""

    def decorate(view: View) -> View:
        @wraps(view)
        def linked(request: HttpRequest, token: str) -> HttpResponse:
            try:
                link = read_link(purpose, token)
            except DeadLinkError as error:
                return render(request, "accounts/dead_link.html", {"error": error, "purpose": purpose}, status=410)
            return view(request, token, link)

        return linked

    return decorate
