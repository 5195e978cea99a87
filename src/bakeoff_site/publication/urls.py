"""Addresses of published results: for everybody, and for organisers who publish them."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.publication.views import manage, published, years

app_name = "publication"

_published = [
    path("", published.versions, name="versions"),
    path("years/", years.years, name="years"),
    path("<slug:version>/", published.tables, name="tables"),
    path("<slug:version>/tables/<str:table>.<str:ending>", published.table_file, name="table-file"),
    path("<slug:version>/files/<slug:kind>/", published.file, name="file"),
    path("<slug:version>/report/<path:page>", published.report, name="report"),
]
_manage = [
    path("", manage.publication, name="manage"),
    path("years/", years.earlier_years, name="earlier-years"),
    path("years/upload/", years.upload_year, name="upload-year"),
    path("years/<int:year_id>/remove/", years.remove, name="remove-year"),
    path("prepare/", manage.prepare, name="prepare"),
    path("<slug:audience>/publish/", manage.publish, name="publish"),
    path("<slug:audience>/discard/", manage.discard, name="discard"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/published/", include(_published)),
    path("campaigns/<slug:slug>/organise/publication/", include(_manage)),
]
