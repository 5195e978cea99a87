"""Errors beside the operations (no such address, a method that is not taken, a crash) get the one shape too."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from bakeoff_site.api.errors import error_response

PREFIX = "/api/"
_KEPT_HEADERS = ("Allow", "Retry-After")


class ErrorShape:
    """Rewrites error pages below the API's address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        is_ours = response.headers.get("Content-Type", "").startswith("application/json")
        if response.status_code < 400 or is_ours or not request.path.startswith(PREFIX):
            return response
        shaped = error_response(response.status_code)
        for name in _KEPT_HEADERS:
            if name in response.headers:
                shaped[name] = response.headers[name]
        return shaped
