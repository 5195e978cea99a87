"""All addresses of the site; each app has its own list."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("bakeoff_site.campaigns.urls")),
    path("", include("bakeoff_site.submissions.urls")),
    path("account/", include("bakeoff_site.accounts.urls")),
    path("", include("bakeoff_site.datasets.urls")),
    path("", include("bakeoff_site.combination.urls")),
    path("", include("bakeoff_site.core.urls")),
]
