"""What is done for every request."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers

from bakeoff_site.core.outages import unavailable
from bakeoff_site.core.space import space
from bakeoff_site.core.uploads import most_of_a_body

UNAVAILABLE = "bakeoff.unavailable"
"""In what is known of a request: whether the database could not tell who sends it."""

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


class ContentSecurityPolicy:
    """Lets pages load nothing from elsewhere and run no script or style that is written into them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.setdefault("Content-Security-Policy", _POLICY)
        return response


class PartsAndPages:
    """Keeps browsers from taking the part that a page asked for itself for the whole page at the same address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Request"])
            if "HX-Request" in request.headers:
                patch_cache_control(response, private=True, no_store=True)
        return response


class RequestLog:
    """A line for each request: the kind of page, never the person or the address itself."""

    _logger = logging.getLogger("bakeoff_site.requests")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = self._get_response(request)
        elapsed_milliseconds = (time.perf_counter() - begin) * 1000
        page = f"/{request.resolver_match.route}" if request.resolver_match else "no page"
        self._logger.info("%s %s %d %.0f ms", request.method, page, response.status_code, elapsed_milliseconds)
        return response


class ProxyNobodyToldOf:
    """Warns, once, where requests come through a proxy although the settings know of none: a likely mistake."""

    _logger = logging.getLogger("bakeoff_site.requests")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._is_told = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self._is_told and not settings.TRUSTED_PROXIES and "HTTP_X_FORWARDED_FOR" in request.META:
            self._is_told = True
            self._logger.warning(
                "a request came with X-Forwarded-For although trusted_proxies is 0: if a web server stands before the "
                "site, all its visitors count as one, and one who tries passwords keeps everybody from signing in. "
                "Set trusted_proxies to how many there are"
            )
        return self._get_response(request)


class RefusedBody:
    """Says why the body of a request was not even taken in: too large, the disk too full, the database away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        body = request.META.get("wsgi.input")
        if not getattr(body, "refused", False):
            return self._get_response(request)
        if UNAVAILABLE in request.META:
            return unavailable()
        announced = request.META.get("CONTENT_LENGTH", "")
        is_possible = announced.isdecimal() and int(announced) <= most_of_a_body()
        if getattr(body, "full", False) or (is_possible and not space().takes(int(announced))):
            return render(request, "507.html", status=507)
        return render(request, "413.html", {"largest": settings.MAX_UPLOAD_BYTES}, status=413)
