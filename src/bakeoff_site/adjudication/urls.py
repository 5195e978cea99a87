"""Addresses of adjudication."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.adjudication.views import deciding, proposing, reading, withdrawing

app_name = "adjudication"

_reference = [
    path("", reading.proposals, name="proposals"),
    path("scores/", reading.scores, name="scores"),
    path("propose/", proposing.propose, name="propose"),
    path("upload/", proposing.upload, name="upload"),
    path("suggestions/", proposing.suggestions, name="suggestions"),
    path("<int:correction_id>/withdraw/", withdrawing.withdraw, name="withdraw"),
    path("decide/", deciding.decide, name="decide"),
    path("apply/", deciding.apply, name="apply"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/adjudication/", reading.references, name="list"),
    path("campaigns/<slug:slug>/adjudication/<int:file_id>/", include(_reference)),
]
