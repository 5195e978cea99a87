"""Addresses of the organisers' own pages."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.pages.views import organising, public

app_name = "pages"
_organise = [
    path("", organising.manage, name="manage"),
    path("new/", organising.write, name="new"),
    path("logo/", organising.upload_logo, name="upload-logo"),
    path("logo/remove/", organising.delete_logo, name="remove-logo"),
    path("<int:page_id>/", organising.write, name="write"),
    path("<int:page_id>/publish/", organising.publish, name="publish"),
    path("<int:page_id>/move/", organising.move, name="move"),
    path("<int:page_id>/delete/", organising.delete, name="delete"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/organise/pages/", include(_organise)),
    path("campaigns/<slug:slug>/pages/<slug:page_slug>/", public.page, name="page"),
    path("campaigns/<slug:slug>/logo/<slug:digest>.png", public.logo, name="logo"),
]
