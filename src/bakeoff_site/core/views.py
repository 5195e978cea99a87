"""Pages about the installation itself."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.selectors import database_answers


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
