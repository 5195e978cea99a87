"""Nothing that is not for everybody is kept by browsers or proxies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from bakeoff_site.core.http.limits import BUCKETS
from tests.site.permissions import PAGES
from tests.site.responses import is_private
from tests.site.test_permissions import PUBLIC
from tests.site.world import World

IN_CAMPAIGN = (
    *("campaigns:calendar", "campaigns:campaign", "campaigns:rulebook", "campaigns:rules"),
    *(
        "metrics_task:overview",
        "publication:versions",
        "publication:years",
        "results:overview",
        "results:participation",
        "results:progress",
    ),
)
WITH_MORE = {
    *("documentation:page", "pages:logo", "pages:page", "publication:tables"),
    *("results:board", "results:compare", "results:human-board", "results:imported-scores", "results:run"),
}
"""Pages whose addresses name more than a campaign."""


def test_visitors_keep_public_pages(make_world: Any) -> None:
    """That nobody keeps any other is tested with the tables of permissions, for everyone at every moment."""
    world: World = make_world("public")
    kept = set()
    for row in PAGES:
        if row.name in PUBLIC and row.method == "get":
            BUCKETS.clear()
            if not is_private(Client().get(reverse(row.name, kwargs=row.arguments(world)), row.data(world))):
                kept.add(row.name)
    assert kept == PUBLIC


def test_who_is_signed_in_keeps_no_public_page_either(make_world: Any) -> None:
    world: World = make_world("public")
    client = Client()
    client.force_login(world.people["stranger"])
    for name in sorted({*PUBLIC, "api:document", "api:reference"} - WITH_MORE):
        address = reverse(name, kwargs={"slug": "openmt"} if name in IN_CAMPAIGN else {})
        assert not is_private(Client().get(address)), name
        assert is_private(client.get(address)), name
        assert is_private(Client().get(address, headers={"Authorization": "Bearer bakeoff_x"})), name


@pytest.mark.django_db
def test_a_page_that_tells_somebody_something_is_kept_by_nobody() -> None:
    client, response = Client(), HttpResponse()
    storage = CookieStorage(RequestFactory().get("/"))
    storage.add(constants.SUCCESS, "You are signed out.")
    storage.update(response)
    client.cookies = response.cookies
    page = client.get("/")
    assert "You are signed out." in page.content.decode()
    assert is_private(page)


@pytest.mark.django_db
def test_errors_and_unknown_addresses_are_kept_by_nobody() -> None:
    for address in ("/nothing/here", "/campaigns/none/", "/api/v1/nothing"):
        assert is_private(Client().get(address))


@pytest.mark.django_db
def test_files_of_the_pages_look_are_kept_by_everybody() -> None:
    file = Path(settings.STATIC_ROOT) / "look.css"
    file.write_text("p {}", encoding="utf-8")
    try:
        response = Client().get("/static/look.css")
        assert b"".join(response) == b"p {}"
        said = response.headers["Cache-Control"]
    finally:
        file.unlink()
    assert "public" in said
    assert "max-age=" in said
    assert "no-store" not in said
