"""Addresses of system combination."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.combination import views

app_name = "combination"

_combination = [
    path("", views.outputs, name="outputs"),
    path("pack/", views.pack, name="pack"),
    path("systems/<int:system_id>/clear/", views.clear, name="clear"),
]
urlpatterns = [path("campaigns/<slug:slug>/combination/", include(_combination))]
