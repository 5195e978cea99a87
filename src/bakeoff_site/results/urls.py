"""Addresses of the app results."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "results"
urlpatterns: list[URLPattern] = []
