"""What is done for every request."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers

from bakeoff_site.core.http.addresses import API, page_near
from bakeoff_site.core.http.database_outages import unavailable
from bakeoff_site.core.storage.uploads import REFUSAL, Refusal, file_is_taken

_REFUSED: dict[Refusal, tuple[int, str]] = {
    "too-large": (413, "413.html"),
    "full": (507, "507.html"),
    "busy": (429, "429-files.html"),
    "no-length": (411, "411.html"),
}
"""The status, and the page that says what to do."""
_BUSY_SECONDS = 10
"""When to send again what was refused because others of the same sender are under way."""

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


class CompressedPages(GZipMiddleware):
    """Sends pages compressed: boards are mostly markup. Files stay as they are, since a part may be asked for.

    Django adds a random number of bytes, so that the length of a page does not give away what it repeats.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


class PartsAndPages:
    """Keeps browsers from taking the part that a page asked for itself for the complete page at the same address."""

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
        started = time.perf_counter()
        response = self._get_response(request)
        elapsed_milliseconds = (time.perf_counter() - started) * 1000
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
                "a request came with X-Forwarded-For although trusted_proxies is 0: if a web server is in front of the "
                "site, all its visitors count as one, and one who tries passwords keeps everybody from signing in. "
                "Set trusted_proxies to how many there are"
            )
        return self._get_response(request)


class NotAllowedPage:
    """Shows a page where an address does not take a method, instead of an empty answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.path.startswith(API):
            return response
        is_form = request.method in ("GET", "HEAD")
        page = page_near(request.path)
        shown = render(request, "405.html", {"is_form": is_form, "page": page, "home": reverse("campaigns:list")})
        shown.status_code = response.status_code
        shown["Allow"] = response.headers.get("Allow", "")
        return shown


class RefusedBody:
    """Says why the body of a request was not taken in, and what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = request.META.get(REFUSAL)
        if refusal is None:
            return self._get_response(request)
        if refusal == "unavailable":
            return unavailable()
        context = {
            "is_file": file_is_taken(str(request.method), request.path_info),
            "largest": settings.MAX_UPLOAD_BYTES,
            "largest_form": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
            "seconds": _BUSY_SECONDS,
        }
        status, template = _REFUSED[refusal]
        response = render(request, template, context, status=status)
        if refusal == "busy":
            response["Retry-After"] = str(_BUSY_SECONDS)
        return response
