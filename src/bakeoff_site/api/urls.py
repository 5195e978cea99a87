"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from bakeoff_site.api import reference
from bakeoff_site.api.v1 import api, methods_with_file
from bakeoff_site.core.storage.uploads import takes_file


def _operations() -> list[URLPattern]:
    """The addresses of all operations, those marked where files are taken. Operations of one address share it."""
    # Where the framework puts its own page is ours.
    patterns = [each for each in api.urls[0] if isinstance(each, URLPattern) and each.name != "api-root"]
    taking = methods_with_file()
    at_address: dict[str, tuple[str, ...]] = {}
    for each in patterns:
        route = str(each.pattern)
        at_address[route] = at_address.get(route, ()) + taking.get(str(each.name), ())
    for each in patterns:
        takes_file(each.callback, at_address[str(each.pattern)])
    return patterns


app_name = "api"
urlpatterns = [
    path("", reference.reference, name="reference"),
    path("openapi.json", reference.document, name="document"),
    *_operations(),
    re_path(r"^.*$", reference.nothing_here, name="nothing"),
]
