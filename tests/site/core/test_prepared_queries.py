"""A prepared query gives the rows that Django's own would, for every value and in every thread."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections
from django.db.models import BigAutoField, CharField, DateTimeField, Exists, F, OuterRef, QuerySet, UUIDField, Value
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.models import Screen


def memberships(user: Value, since: Value) -> QuerySet[Membership]:
    """With related rows and a computed column."""
    alike = Membership.objects.filter(user=OuterRef("user")).exclude(pk=OuterRef("pk"))
    rows = Membership.objects.filter(user=user, campaign__created_at__gt=since).annotate(has_others=Exists(alike))
    return rows.select_related("campaign", "user").order_by("-pk")


@pytest.fixture
def people(campaign: Campaign) -> list[User]:
    found = [User.objects.create_user(f"{name}@example.org", None, name=name) for name in ("Ann", "Ben")]
    for person, roles in zip(
        found, ([MembershipRole.JUDGE, MembershipRole.ORGANISER], [MembershipRole.JUDGE]), strict=True
    ):
        for role in roles:
            Membership.objects.create(campaign=campaign, user=person, role=role)
    return found


@pytest.mark.django_db
def test_rows_are_those_of_the_same_query_with_values(people: list[User]) -> None:
    prepared = PreparedQuery(memberships, user=BigAutoField(), since=DateTimeField())
    long_ago, later = timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1)

    def told(rows: list[Membership]) -> list[object]:
        return [(row, row.campaign, row.user.name, row.has_others) for row in rows]  # type: ignore[attr-defined]

    def plain(user: int, since: datetime) -> list[Membership]:
        return list(memberships(user, since))  # type: ignore[arg-type]

    for person in (*people, *reversed(people)):
        for since in (long_ago, later):
            with CaptureQueriesContext(connection) as asked:
                found = told(prepared.rows(user=person.pk, since=since))
            assert len(asked) == 1
            assert found == told(plain(person.pk, since))
    assert len(prepared.rows(user=people[0].pk, since=long_ago)) == 2
    assert prepared.first(user=people[0].pk, since=later) is None


@pytest.mark.django_db
def test_values_are_written_as_their_fields_write_them(people: list[User]) -> None:
    by_key = PreparedQuery(lambda key: Screen.objects.filter(key=key).values_list("pk"), key=UUIDField())
    assert by_key.rows(key=uuid4()) == []
    with CaptureQueriesContext(connection) as asked:
        by_key.rows(key=UUID(int=7))
    assert UUID(int=7).hex in asked[0]["sql"].replace("-", "")
    named = PreparedQuery(
        lambda name: User.objects.filter(name=name, pk__gte=F("pk")).values_list("email", flat=True), name=CharField()
    )
    assert named.rows(name="Ben") == ["Ben@example.org"]
    assert named.rows(name="Ben' OR 1=1 --%s") == []


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_its_own_connection(people: list[User]) -> None:
    names = PreparedQuery(lambda pk: User.objects.filter(pk=pk).values_list("name", flat=True), pk=BigAutoField())
    found: list[list[str]] = []

    def ask() -> None:
        try:
            found.extend(names.rows(pk=person.pk) for person in people)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(["Ann"]) == found.count(["Ben"]) == 3
    connection.close()  # opened again where it is needed
    assert names.rows(pk=people[0].pk) == ["Ann"]
