"""Pages about the installation itself."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bakeoff_site.core.selectors import database_answers


@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """For load balancers and monitors: whether the server can do its work."""
    if database_answers():
        return JsonResponse({"status": "ok", "database": "reachable"})
    return JsonResponse({"status": "failing", "database": "unreachable"}, status=HTTPStatus.SERVICE_UNAVAILABLE)
