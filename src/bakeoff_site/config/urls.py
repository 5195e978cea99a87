"""All addresses of the site; each app has its own list."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from bakeoff_site.campaigns.urls import urlpatterns as campaigns
from bakeoff_site.home.urls import urlpatterns as first_pages

# The first pages of campaigns are those of another app, under the same names.
_CAMPAIGNS: list[URLPattern | URLResolver] = [*first_pages, *campaigns]
handler500 = "bakeoff_site.core.http.database_outages.failed"
urlpatterns = [
    path("", include((_CAMPAIGNS, "campaigns"))),
    path("", include("bakeoff_site.submissions.urls")),
    path("", include("bakeoff_site.scoring.urls")),
    path("", include("bakeoff_site.results.urls")),
    path("account/", include("bakeoff_site.accounts.urls")),
    path("api/v1/", include("bakeoff_site.api.urls")),
    path("", include("bakeoff_site.datasets.urls")),
    path("", include("bakeoff_site.combination.urls")),
    path("documentation/", include("bakeoff_site.documentation.urls")),
    path("", include("bakeoff_site.pages.urls")),
    path("", include("bakeoff_site.team_messages.urls")),
    path("", include("bakeoff_site.adjudication.urls")),
    path("", include("bakeoff_site.judging.urls")),
    path("", include("bakeoff_site.crowds.urls")),
    path("", include("bakeoff_site.metrics_task.urls")),
    path("", include("bakeoff_site.publication.urls")),
    path("", include("bakeoff_site.core.urls")),
]
