"""Every operation has a row in the table of permissions, and keeps to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import get_resolver

from bakeoff_site.api.v1 import api
from bakeoff_site.campaigns.models import Campaign, Team
from tests.site.api.conftest import as_
from tests.site.api.permissions import OUTCOMES, ROWS
from tests.site.permissions import ROLES, Role, World


def operations() -> Iterator[tuple[str, str, str]]:
    """Id, method and path of each, from the OpenAPI document."""
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            yield operation["operationId"], method.upper(), path.removeprefix("/api/v1")


OPERATIONS = {name: (method, path) for name, method, path in operations()}


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    assert set(ROWS) == set(OPERATIONS)
    assert len(OPERATIONS) == len(list(operations()))


def test_every_address_below_the_api_is_an_operation_or_tells_of_them() -> None:
    [ours] = [each for each in get_resolver().url_patterns if getattr(each, "namespace", None) == "api"]
    assert {each.name for each in ours.url_patterns} - set(OPERATIONS) == {"reference", "document", "nothing"}


def test_every_row_speaks_of_every_role() -> None:
    for name, row in ROWS.items():
        assert set(row.outcomes) == set(ROLES), name


@pytest.fixture
def world(campaign: Campaign, team: Team, request: pytest.FixtureRequest) -> World:
    people: dict[Role, Any] = {role: request.getfixturevalue(role) for role in ROLES if role != "visitor"}
    return World(campaign, team, people)


@pytest.mark.parametrize("name", ROWS)
def test_everyone_gets_what_the_table_says(name: str, world: World) -> None:
    row, (method, path) = ROWS[name], OPERATIONS[name]
    arguments = {"slug": world.campaign.slug, "team_id": world.team.pk, **row.arguments, **row.made(world)}
    found = {}
    for role in ROLES:
        asking = as_(world.people.get(role))
        with transaction.atomic():  # what one of them does, the next has not done
            response = asking.send(method, path.format(**arguments), row.body, query=dict(row.query))
            found[role] = OUTCOMES[response.status_code]
            transaction.set_rollback(True)
    assert found == dict(row.outcomes)
