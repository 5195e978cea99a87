"""Addresses of campaigns."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.campaigns import views

app_name = "campaigns"
urlpatterns = [
    path("", views.campaign_list, name="list"),
    path("campaigns/<slug:slug>/", views.campaign, name="campaign"),
]
