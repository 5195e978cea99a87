"""What browsers and proxies may keep: nothing, but pages that everybody sees alike, and files of the pages' look."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control

_PUBLIC = "is_public_page"
_View = TypeVar("_View", bound=Callable[..., HttpResponseBase])


def public_page(view: _View) -> _View:
    """For pages that visitors see as well: what a visitor is shown may be kept, what anybody else is shown may not."""
    setattr(view, _PUBLIC, True)
    return view


class PrivateAnswers:
    """Has nothing kept that is not for everybody. Only a view that says so, asked by a visitor, answers otherwise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if not _is_for_everybody(request, response):
            patch_cache_control(response, private=True, no_store=True)
        return response


def _is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    view = request.resolver_match.func if request.resolver_match else None
    # Cookies also carry messages to who signed out a moment ago.
    is_visitor = set(request.COOKIES) <= {settings.CSRF_COOKIE_NAME} and "Authorization" not in request.headers
    return getattr(view, _PUBLIC, False) and is_visitor and response.status_code < 400 and not response.cookies
