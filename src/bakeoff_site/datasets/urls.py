"""Addresses of data."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.datasets.views import fetching, managing

app_name = "datasets"

_data = [
    path("", fetching.data_list, name="list"),
    path("<int:file_id>/download/", fetching.download, name="download"),
    path("manage/", managing.manage, name="manage"),
    path("manage/add/", managing.add, name="add"),
    path("manage/downloads/", managing.downloads, name="downloads"),
    path("manage/<int:file_id>/", managing.history, name="history"),
    path("manage/<int:file_id>/remove/", managing.remove, name="remove"),
]
urlpatterns = [path("campaigns/<slug:slug>/data/", include(_data))]
