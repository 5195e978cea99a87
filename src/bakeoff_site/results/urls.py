"""Addresses of results."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.results.views import boards, runs

app_name = "results"

urlpatterns = [
    path("campaigns/<slug:slug>/results/", boards.boards, name="boards"),
    path("campaigns/<slug:slug>/results/<int:board_id>/", boards.board, name="board"),
    path("campaigns/<slug:slug>/results/<int:board_id>/table.<str:ending>", boards.download, name="download"),
    path("campaigns/<slug:slug>/results/runs/<str:key>/", runs.run, name="run"),
    path("campaigns/<slug:slug>/results/compare/", runs.compare, name="compare"),
]
