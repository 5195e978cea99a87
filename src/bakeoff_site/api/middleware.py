"""Errors next to the operations (no such address, a method that is not taken, a crash) get the one shape too."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from bakeoff_site.api.errors import PROBLEM_JSON, error_response
from bakeoff_site.core.http.addresses import API

_KEPT_HEADERS = ("Allow", "Retry-After")


class PlainAddresses:
    """Refuses addresses of the API that hold NUL, which no database can look for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        has_nul = "\0" in request.path or "%00" in request.META.get("QUERY_STRING", "")
        if has_nul and request.path.startswith(API):
            return error_response(400, "The address holds a NUL character. Send text without it.")
        return self._get_response(request)


class ErrorShape:
    """Rewrites error pages below the API's address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        is_ours = response.headers.get("Content-Type", "").startswith(("application/json", PROBLEM_JSON))
        if response.status_code < 400 or is_ours or not request.path.startswith(API):
            return response
        shaped = error_response(response.status_code)
        for name in _KEPT_HEADERS:
            if name in response.headers:
                shaped[name] = response.headers[name]
        return shaped
