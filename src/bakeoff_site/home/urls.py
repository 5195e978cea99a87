"""Addresses of the home page and of the first pages of campaigns. They are named as those of campaigns."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.home.views import campaign, dashboard, home

urlpatterns = [
    path("", home.home, name="list"),
    path("campaigns/<slug:slug>/", campaign.campaign, name="campaign"),
    path("campaigns/<slug:slug>/calendar.ics", campaign.calendar, name="calendar"),
    path("campaigns/<slug:slug>/organise/", dashboard.dashboard, name="dashboard"),
]
