"""Addresses of the app combination."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "combination"
urlpatterns: list[URLPattern] = []
