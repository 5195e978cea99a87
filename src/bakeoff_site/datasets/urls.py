"""Addresses of data."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.datasets.views import downloads, duplicates, test_data

app_name = "datasets"

_data = [
    path("", downloads.data_list, name="list"),
    path("<int:file_id>/download/", downloads.download, name="download"),
    path("manage/", test_data.manage, name="manage"),
    path("manage/add/", test_data.add, name="add"),
    path("manage/downloads/", test_data.downloads, name="downloads"),
    path("manage/<int:file_id>/", test_data.history, name="history"),
    path("manage/<int:file_id>/remove/", test_data.remove, name="remove"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/data/", include(_data)),
    path("campaigns/<slug:slug>/organise/duplicate/", duplicates.duplicate, name="duplicate"),
]
