"""Addresses of the API."""

from __future__ import annotations

from django.urls import path, re_path

from bakeoff_site.api import reference
from bakeoff_site.api.v1 import api

app_name = "api"
urlpatterns = [
    path("", reference.reference, name="reference"),
    path("openapi.json", reference.document, name="document"),
    *(each for each in api.urls[0] if getattr(each, "name", "") != "api-root"),  # there stands our own page
    re_path(r"^.*$", reference.nothing_here, name="nothing"),
]
