"""Addresses of adjudication."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.adjudication.views import decisions, proposals, references

app_name = "adjudication"

_reference = [
    path("", proposals.proposals, name="proposals"),
    path("scores/", references.scores, name="scores"),
    path("propose/", proposals.propose, name="propose"),
    path("upload/", proposals.upload, name="upload"),
    path("suggestions/", proposals.suggestions, name="suggestions"),
    path("<int:correction_id>/withdraw/", proposals.withdraw, name="withdraw"),
    path("decide/", decisions.decide, name="decide"),
    path("apply/", decisions.apply, name="apply"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/adjudication/", references.references, name="list"),
    path("campaigns/<slug:slug>/adjudication/<int:file_id>/", include(_reference)),
]
