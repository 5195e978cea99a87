"""Every address of the site has rows in the table of permissions, and keeps to them at every moment of a campaign.

Nothing that is not for everybody may be kept by browsers or proxies.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from bakeoff_site.core.http.addresses import page_near
from bakeoff_site.crowds.selectors.links import personal_link
from tests.depth import THOROUGH
from tests.site.conftest import Clock
from tests.site.permissions import PAGES
from tests.site.permissions.crowds import BY_WORKERS
from tests.site.permissions.rows import Page, Seen, asked_at
from tests.site.responses import is_private
from tests.site.secrets_kept import SECRETS, WATCHED, Watch
from tests.site.settings import ON_POSTGRESQL
from tests.site.world import MOMENTS, ROLES, Moment, Role, World, time_of

PUBLIC = {
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
    "metrics_task:overview",
    "pages:logo",
    "pages:page",
    "publication:tables",
    "publication:versions",
    "publication:years",
    "results:board",
    "results:overview",
    "results:compare",
    "results:human-board",
    "results:imported-scores",
    "results:participation",
    "results:progress",
    "results:run",
}
"""What visitors may keep once everything is public."""
OTHERWISE = "api"
"""Operations of the API are asked for by tokens: `tests/site/api/test_permissions.py` does."""
_OUTCOMES: dict[int, Seen] = {
    200: "shown",
    201: "shown",
    400: "refused",
    403: "forbidden",
    404: "not found",
    405: "refused",
    409: "refused",
    410: "gone",
}


def _addresses(patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...] = ()) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != OTHERWISE:
                inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
                yield from _addresses(pattern.url_patterns, inner)
        else:
            yield ":".join((*spaces, pattern.name or f"(without a name: {pattern.pattern})"))


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert {row.name for row in PAGES} == set(_addresses(get_resolver().url_patterns))


def test_every_row_speaks_of_every_role() -> None:
    for row in PAGES:
        for outcomes in (row.outcomes, *row.in_phase.values()):
            assert set(outcomes) == set(ROLES), str(row)


def test_rows_can_be_distinguished() -> None:
    names = [str(row) for row in PAGES]
    assert sorted(set(names)) == sorted(names)


def test_secrets_name_pages_that_there_are() -> None:
    pages = {page for secret in SECRETS for page in secret.on if ":" in page}
    assert pages <= {str(row) for row in PAGES}


ASKED: tuple[Moment, ...] = MOMENTS if THOROUGH or not ON_POSTGRESQL else ("preliminary",)
"""On PostgreSQL one of them: the statements are the same."""


@pytest.mark.parametrize("moment", ASKED)
def test_everyone_gets_what_the_tables_say(moment: Moment, make_world: Any, clock: Clock) -> None:
    world: World = make_world(moment)
    watch, clients = Watch.over(world, moment), {role: _client(world, role) for role in ROLES}
    faults = []
    for row in asked_at(moment, PAGES, watched=WATCHED):
        for role, expected in row.at(moment).items():
            found, body = _ask(clients[role], row, world)
            if found != expected:
                faults.append(f"{row}: {role} gets {found}, expected {expected}")
            faults += watch.faults(str(row) if found == "shown" else f"{row}: {found}", role, body)
    assert time_of(moment, world.campaign) == clock.now
    assert not faults, "\n".join(faults)


def test_workers_get_what_visitors_get_and_their_own_work(make_world: Any, clock: Clock) -> None:
    """On every page and at every operation."""
    world: World = make_world("preliminary")
    client = Client()
    opened = client.get(urlsplit(personal_link(world.worker).address).path)
    assert opened.status_code == 302
    faults = []
    for row in PAGES:
        found, _ = _ask(client, row, world)
        expected = BY_WORKERS.get(str(row), row.at("preliminary")["visitor"])
        if found != expected:
            faults.append(f"{row}: a worker gets {found}, expected {expected}")
    assert clock.now == time_of("preliminary", world.campaign)
    assert set(BY_WORKERS) <= {str(row) for row in PAGES}
    assert not faults, "\n".join(faults)


def _client(world: World, role: Role) -> Client:
    client = Client()
    if role != "visitor":
        client.force_login(world.people[role])
    return client


def _ask(client: Client, row: Page, world: World) -> tuple[Seen, str]:
    """What someone gets; what one of them does, the next has not done."""
    address, cookies = reverse(row.name, kwargs=row.arguments(world)), client.cookies.output(header="")
    with transaction.atomic():
        response = getattr(client, row.method)(address, row.data(world))
        outcome, body = _outcome(response), b"".join(response).decode(errors="replace")
        transaction.set_rollback(True)
    if not is_private(response):
        assert settings.SESSION_COOKIE_NAME not in cookies, f"{row}: kept for somebody who is signed in"
        assert (row.method, row.name in PUBLIC, response.status_code in (200, 302)) == ("get", True, True), str(row)
    if outcome == "refused":
        # It may name the page near the address, which was asked for.
        body = body.replace(page_near(address), "")
    client.cookies = SimpleCookie(cookies)
    return outcome, body


def _outcome(response: HttpResponse) -> Seen:
    if response.status_code in (301, 302, 303):
        return "sign in" if response.headers["Location"].startswith(reverse("accounts:sign-in")) else "redirected"
    return _OUTCOMES[response.status_code]
