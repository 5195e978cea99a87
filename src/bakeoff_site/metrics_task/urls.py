"""Addresses of metrics tasks."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.metrics_task import views

app_name = "metrics_task"

_RESULT = "<str:track>/<str:test_set>/<str:evaluation>"
_pages = [
    path("", views.overview, name="overview"),
    path(f"{_RESULT}/", views.result, name="result"),
    path(f"{_RESULT}/tables/<slug:table>.<str:ending>", views.download, name="download"),
    path(f"{_RESULT}/figures/<slug:name>.svg", views.figure, name="figure"),
]
urlpatterns = [path("campaigns/<slug:slug>/metrics-task/", include(_pages))]
