"""Addresses about the installation itself."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.core import views

app_name = "core"
urlpatterns = [
    path("healthz", views.health, name="health"),
    path("favicon.ico", views.icon, name="icon"),
    path("theme/", views.theme, name="theme"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("privacy/", views.privacy, name="privacy"),
    path("components/", views.components, name="components"),
]
