"""Pages about the installation itself."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bakeoff_site.core.forms import ExampleForm
from bakeoff_site.core.http.addresses import page_of_ours, post_only
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.selectors import database_answers

THEMES = ("light", "dark")
_COLOURS = (
    *("ink", "ink-2", "ink-3", "edge", "line", "neutral", "sunken", "accent"),
    *("tint", "good", "warn", "bad", "minor", "major", "head"),
)
_THEME_SECONDS = 365 * 24 * 60 * 60


@require_safe
@public_page
def icon(_request: HttpRequest) -> HttpResponseRedirect:
    """Where browsers look for it next to pages of ours, which name it themselves."""
    return HttpResponseRedirect(static("ui/favicon.svg"))


@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """For load balancers and monitors: whether the server can do its work."""
    if database_answers():
        return JsonResponse({"status": "ok", "database": "reachable"})
    return JsonResponse({"status": "failing", "database": "unreachable"}, status=HTTPStatus.SERVICE_UNAVAILABLE)


@post_only
def theme(request: HttpRequest) -> HttpResponse:
    """Remembers the theme that someone chose; any other word means the theme of their system.

    It leads back by what the browser says, since a page must not repeat its address: some of them are secret.
    """
    chosen = request.POST.get("theme")
    response = redirect(page_of_ours(request, request.headers.get("Referer", "")))
    if chosen in THEMES:
        response.set_cookie(
            "theme",
            chosen,
            max_age=_THEME_SECONDS,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_safe
@public_page
def accessibility(request: HttpRequest) -> HttpResponse:
    return render(request, "core/accessibility.html")


@require_safe
@public_page
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "core/privacy.html")


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Every part of the interface in its states, for people who work on the site."""
    if not settings.DEBUG:
        raise Http404("This page exists only in development.")
    return render(request, "core/components.html", {"form": ExampleForm(ExampleForm.EXAMPLE), "colours": _COLOURS})
