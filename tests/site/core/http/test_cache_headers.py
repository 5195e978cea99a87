"""Nothing that is not for everybody is kept by browsers or proxies."""

from __future__ import annotations

from collections.abc import Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from bakeoff_site.core.http.limits import BUCKETS
from tests.depth import THOROUGH
from tests.site.api.conftest import as_
from tests.site.api.test_permissions import OPERATIONS
from tests.site.permissions import OPERATIONS as OPERATION_ROWS
from tests.site.permissions import PAGES
from tests.site.responses import ClientResponse
from tests.site.world import Moment, Role, World

PUBLIC = {
    "api:document",
    "api:reference",
    "campaigns:calendar",
    "campaigns:campaign",
    "campaigns:list",
    "campaigns:rulebook",
    "campaigns:rulebook-keys",
    "campaigns:rulebook-keys-data",
    "campaigns:rules",
    "core:accessibility",
    "core:icon",
    "core:privacy",
    "documentation:home",
    "documentation:page",
    "pages:logo",
    "pages:page",
    "results:board",
    "results:overview",
    "results:compare",
    "results:human-board",
    "results:participation",
    "results:progress",
    "results:run",
}
"""What visitors may keep once everything is public."""
IN_CAMPAIGN = (
    *("campaigns:calendar", "campaigns:campaign", "campaigns:rulebook", "campaigns:rules"),
    *("results:overview", "results:participation", "results:progress"),
)
WITH_MORE = {
    *("documentation:page", "pages:logo", "pages:page"),
    *("results:board", "results:compare", "results:human-board", "results:run"),
}
"""Pages whose addresses name more than a campaign."""
R = TypeVar("R")
ASKING: tuple[Role, ...] = ("visitor", "stranger", "owner", "organiser")


def is_private(response: ClientResponse) -> bool:
    said = {part.strip() for part in response.headers.get("Cache-Control", "").split(",")}
    return {"private", "no-store"} <= said and "public" not in said


def _asked_by(role: Role, rows: Sequence[R]) -> Sequence[R]:
    """What someone asks for: visitors everything, because only they may keep anything; in a thorough run the others
    everything too, else they take turns."""
    if THOROUGH or role == "visitor":
        return rows
    others = [each for each in ASKING if each != "visitor"]
    return rows[others.index(role) :: len(others)]


@pytest.mark.parametrize("moment", ["preliminary", "public"])
def test_pages_are_kept_by_nobody_unless_everybody_sees_them(moment: Moment, make_world: Any) -> None:
    world: World = make_world(moment)
    faults, kept = [], set()
    for role in ASKING:
        client = Client()
        if role != "visitor":
            client.force_login(world.people[role])
        cookies = client.cookies.output(header="")
        for row in _asked_by(role, PAGES):
            BUCKETS.clear()
            client.cookies = SimpleCookie(cookies)
            with transaction.atomic():
                response = getattr(client, row.method)(reverse(row.name, kwargs=row.arguments(world)), row.data(world))
                transaction.set_rollback(True)
            if not is_private(response):
                is_fine = role == "visitor" and row.method == "get" and response.status_code in (200, 302)
                faults += [] if is_fine else [f"{row}: {role}, {response.status_code}"]
                kept.add(row.name)
    assert not faults, "\n".join(faults)
    assert kept <= PUBLIC
    if moment == "public":
        assert kept == {name for name in PUBLIC if not name.startswith("api:")}


def test_answers_of_the_api_are_kept_by_nobody(make_world: Any) -> None:
    world: World = make_world("public")
    faults = []
    for role in ASKING:
        asking = as_(world.people.get(role))
        for row in _asked_by(role, OPERATION_ROWS):
            BUCKETS.clear()
            method, path = OPERATIONS[row.name]
            arguments = {"slug": world.campaign.slug, "team_id": world.team.pk, **row.arguments(world)}
            with transaction.atomic():
                sent = row.body(world) if callable(row.body) else row.body
                response = asking.send(method, path.format(**arguments), sent, query=row.asked(world))
                transaction.set_rollback(True)
            faults += [] if is_private(response) else [f"{row}: {role}, {response.status_code}"]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", sorted(PUBLIC - WITH_MORE))
def test_who_is_signed_in_keeps_no_public_page_either(name: str, make_world: Any) -> None:
    world: World = make_world("public")
    arguments = {"slug": "openmt"} if name in IN_CAMPAIGN else {}
    address = reverse(name, kwargs=arguments)
    assert not is_private(Client().get(address))
    client = Client()
    client.force_login(world.people["stranger"])
    assert is_private(client.get(address))
    assert is_private(Client().get(address, headers={"Authorization": "Bearer bakeoff_x"}))


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
