"""Addresses of the documentation."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.documentation import views

app_name = "documentation"
urlpatterns = [
    path("", views.home, name="home"),
    path("<path:path>/", views.page, name="page"),
]
