"""Every operation has rows in the table of permissions, and keeps to them at every moment of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver

from bakeoff_site.api.v1 import api
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.api.conftest import Asking, as_
from tests.site.permissions import OPERATIONS as ROWS
from tests.site.permissions.rows import Answered, Operation, asked_at
from tests.site.responses import is_private
from tests.site.secrets_kept import SECRETS, WATCHED, Watch
from tests.site.world import MOMENTS, ROLES, Moment, World


def operations() -> Iterator[tuple[str, str, str]]:
    """Id, method and path of each, from the OpenAPI document."""
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            yield operation["operationId"], method.upper(), path.removeprefix("/api/v1")


OUTCOMES: dict[int, Answered] = {
    200: "done",
    201: "done",
    204: "done",
    401: "token",
    403: "forbidden",
    404: "not found",
    409: "refused",
    422: "invalid",
}
OPERATIONS = {name: (method, path) for name, method, path in operations()}


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    assert {row.name for row in ROWS} == set(OPERATIONS)
    assert len(OPERATIONS) == len(list(operations()))


def test_every_address_below_the_api_is_an_operation_or_tells_of_them() -> None:
    [ours] = [each for each in get_resolver().url_patterns if getattr(each, "namespace", None) == "api"]
    assert isinstance(ours, URLResolver)
    assert {each.name for each in ours.url_patterns if isinstance(each, URLPattern)} - set(OPERATIONS) == {
        "reference",
        "document",
        "nothing",
    }


def test_every_row_speaks_of_every_role() -> None:
    for row in ROWS:
        for outcomes in (row.outcomes, *row.in_phase.values()):
            assert set(outcomes) == set(ROLES), str(row)


def test_rows_can_be_distinguished() -> None:
    names = [str(row) for row in ROWS]
    assert sorted(set(names)) == sorted(names)


def test_secrets_name_operations_that_there_are() -> None:
    asked = {page for secret in SECRETS for page in secret.on if ":" not in page}
    assert asked <= {str(row) for row in ROWS}


@pytest.mark.parametrize("moment", MOMENTS)
def test_everyone_gets_what_the_tables_say(moment: Moment, make_world: Any) -> None:
    world: World = make_world(moment)
    watch, asking = Watch.over(world, moment), {role: as_(world.people.get(role)) for role in ROLES}
    faults = []
    for row in asked_at(moment, ROWS, watched=WATCHED):
        BUCKETS.clear()
        for role, expected in row.at(moment).items():
            found, body = _ask(asking[role], row, world)
            if found != expected:
                faults.append(f"{row}: {role} gets {found}, expected {expected}")
            faults += watch.faults(str(row) if found == "done" else f"{row}: {found}", role, body)
    assert not faults, "\n".join(faults)


def _ask(asking: Asking, row: Operation, world: World) -> tuple[Answered, str]:
    """What someone gets; what one of them does, the next has not done."""
    method, path = OPERATIONS[row.name]
    arguments = {"slug": world.campaign.slug, "team_id": world.team.pk, **row.arguments(world)}
    with transaction.atomic():
        sent = row.body(world) if callable(row.body) else row.body
        response = asking.send(method, path.format(**arguments), sent, query=row.asked(world))
        body = b"".join(response).decode(errors="replace")
        transaction.set_rollback(True)
    assert is_private(response), f"{row}: browsers and proxies may keep it"
    return OUTCOMES[response.status_code], body
