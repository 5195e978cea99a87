"""All addresses of the site; each app has its own list."""

from __future__ import annotations

from django.urls import include, path

handler500 = "bakeoff_site.core.http.database_outages.failed"
urlpatterns = [
    path("", include("bakeoff_site.campaigns.urls")),
    path("", include("bakeoff_site.submissions.urls")),
    path("", include("bakeoff_site.scoring.urls")),
    path("", include("bakeoff_site.results.urls")),
    path("account/", include("bakeoff_site.accounts.urls")),
    path("api/v1/", include("bakeoff_site.api.urls")),
    path("", include("bakeoff_site.datasets.urls")),
    path("", include("bakeoff_site.combination.urls")),
    path("", include("bakeoff_site.adjudication.urls")),
    path("", include("bakeoff_site.core.urls")),
]
