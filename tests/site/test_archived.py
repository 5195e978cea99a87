"""An archived campaign is read as before, by everyone who could, and changed by nobody.

What they got before is what the tables of permissions say, which have tests of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from http.cookies import SimpleCookie
from itertools import product
from typing import Any, TypeVar

from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.api.conftest import as_
from tests.site.api.test_permissions import OPERATIONS as KNOWN
from tests.site.api.test_permissions import _ask as ask_operation
from tests.site.permissions import OPERATIONS, PAGES
from tests.site.permissions.rows import Operation, Page, is_its_turn
from tests.site.test_permissions import _ask as ask_page
from tests.site.world import ROLES, Moment, Role, World

MOMENT: Moment = "registration"
"""When most may be done."""
ALLOWED = {"campaigns:archive", "campaigns:delete", "change_archive", "remove_campaign", "add_duplicate"}
"""What takes a campaign out of the archive, deletes it, or makes another one of it."""
CLOSED = {
    "campaigns:register",
    "campaigns:registration",
    "submissions:submit",
    "submissions:describe",
    "submissions:piece",
    "submissions:withdraw",
    "submissions:withdraw-entered",
    "show_upload",
}
"""Pages with nothing but a form, and uploads on their way: they say why nothing can be sent."""


def test_pages_are_shown_as_before_and_change_nothing(make_world: Any) -> None:
    world: World = make_world(MOMENT)
    clients = {role: _client(world, role) for role in ROLES}
    Campaign.objects.update(archived_at=timezone.now())
    faults = []
    for row, role in _asked(PAGES):
        if "slug" not in row.arguments(world) or row.name in ALLOWED:
            continue
        expected = row.at(MOMENT)[role]
        if row.method == "post":
            status = _status(clients[role], row, world)
            if status != 403 and (status, expected) != (405, "refused"):
                faults.append(f"{row}: {role} gets {status}, expected 403")
            continue
        found, _ = ask_page(clients[role], row, world)
        if found != expected and not (row.name in CLOSED and found == "forbidden"):
            faults.append(f"{row}: {role} gets {found}, expected {expected}")
    assert not faults, "\n".join(faults)


def test_operations_answer_as_before_and_change_nothing(make_world: Any) -> None:
    world: World = make_world(MOMENT)
    asking = {role: as_(world.people.get(role)) for role in ROLES}
    Campaign.objects.update(archived_at=timezone.now())
    faults = []
    for row, role in _asked(OPERATIONS):
        method, path = KNOWN[row.name]
        if "{slug}" not in path or row.name in ALLOWED:
            continue
        BUCKETS.clear()
        (found, _), expected = ask_operation(asking[role], row, world), row.at(MOMENT)[role]
        if row.name in CLOSED and found == "forbidden":
            continue
        if method != "GET":
            expected = expected if expected in ("token", "invalid") else "refused"
        if found != expected and (method == "GET" or found != "refused"):
            faults.append(f"{row}: {role} gets {found}, expected {expected}")
    assert not faults, "\n".join(faults)


R = TypeVar("R", Page, Operation)


def _asked(rows: Sequence[R]) -> list[tuple[R, Role]]:
    """Who asks for what: every role in a thorough run, else a quarter of them, other ones in the next row."""
    pairs = product(enumerate(rows), enumerate(ROLES))
    return [(row, role) for (number, row), (turn, role) in pairs if is_its_turn(number, turn)]


def _status(client: Client, row: Page, world: World) -> int:
    address, cookies = reverse(row.name, kwargs=row.arguments(world)), client.cookies.output(header="")
    with transaction.atomic():
        response = client.post(address, row.data(world))
        transaction.set_rollback(True)
    client.cookies = SimpleCookie(cookies)
    return int(response.status_code)


def _client(world: World, role: Role) -> Client:
    client = Client()
    if role != "visitor":
        client.force_login(world.people[role])
    return client
