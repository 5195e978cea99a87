"""Every address of the site has rows in the table of permissions, and keeps to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from bakeoff_site.campaigns.models import Campaign, Team
from tests.site.permissions import ROLES, ROWS, Outcome, Role, Row, World

OTHERWISE = "api"
"""Operations of the API are asked for by tokens: `tests/site/api/permissions.py` has their table."""
_OUTCOMES: dict[int, Outcome] = {
    200: "shown",
    400: "refused",
    403: "forbidden",
    404: "not found",
    405: "refused",
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
    assert {row.name for row in ROWS} == set(_addresses(get_resolver().url_patterns))


def test_every_row_speaks_of_every_role() -> None:
    for row in ROWS:
        assert set(row.outcomes) == set(ROLES), str(row)


@pytest.fixture
def world(campaign: Campaign, team: Team, request: pytest.FixtureRequest) -> World:
    people: dict[Role, Any] = {role: request.getfixturevalue(role) for role in ROLES if role != "visitor"}
    return World(campaign, team, people)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_everyone_gets_what_the_table_says(row: Row, world: World) -> None:
    address = reverse(row.name, kwargs=row.arguments(world))
    found = {}
    for role in ROLES:
        client = Client()
        if role != "visitor":
            client.force_login(world.people[role])
        with transaction.atomic():  # what one of them does, the next has not done
            found[role] = _outcome(getattr(client, row.method)(address, row.data(world)))
            transaction.set_rollback(True)
    assert found == dict(row.outcomes)


def _outcome(response: HttpResponse) -> Outcome:
    if response.status_code in (301, 302, 303):
        return "sign in" if response.headers["Location"].startswith(reverse("accounts:sign-in")) else "redirected"
    return _OUTCOMES[response.status_code]
