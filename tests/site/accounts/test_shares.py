"""What may be done only so often a day."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from time_machine import Traveller

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import UsedUpError
from bakeoff_site.accounts.models import Attempts
from bakeoff_site.accounts.throttling import Share, forget_old_attempts, spend

PERSON = Share("person", "1", 4)


def times(share: Share, count: int) -> int:
    """How many of the allowed times are left."""
    done = 0
    for _ in range(count):
        try:
            spend(Act.INVITE, [share])
        except UsedUpError:
            continue
        done += 1
    return done


@pytest.mark.django_db
def test_it_comes_back_evenly_over_the_day(clock: Traveller) -> None:
    assert times(PERSON, 10) == 4
    clock.shift(timedelta(hours=5, minutes=59))
    with pytest.raises(UsedUpError, match=r"^Too many\. Try again in 60 seconds\.$") as caught:
        spend(Act.INVITE, [PERSON])
    assert (caught.value.kind, caught.value.seconds) == ("person", 60)
    clock.shift(timedelta(minutes=1))
    assert times(PERSON, 10) == 1
    clock.shift(timedelta(hours=13))
    assert times(PERSON, 10) == 2
    clock.shift(timedelta(hours=5))  # with the hour that was left over
    assert times(PERSON, 10) == 1
    clock.shift(timedelta(days=30))
    assert times(PERSON, 10) == 4


@pytest.mark.django_db
def test_who_does_it_often_and_evenly_is_never_refused(clock: Traveller) -> None:
    for _ in range(40):
        spend(Act.INVITE, [PERSON])
        clock.shift(timedelta(hours=6))


@pytest.mark.django_db
def test_what_is_refused_counts_for_none(clock: Traveller) -> None:
    other = Share("team", "1", 1)
    spend(Act.INVITE, [PERSON, other])
    for _ in range(5):
        with pytest.raises(UsedUpError) as caught:
            spend(Act.INVITE, [PERSON, other])
        assert caught.value.kind == "team"
    assert times(PERSON, 10) == 3


@pytest.mark.django_db
def test_the_longest_wait_is_told(clock: Traveller) -> None:
    shares = [Share("person", "1", 1), Share("recipient", "a@example.org", 1)]
    spend(Act.INVITE, shares[:1])
    clock.shift(timedelta(hours=1))
    spend(Act.INVITE, shares[1:])
    with pytest.raises(UsedUpError) as caught:
        spend(Act.INVITE, shares)
    assert (caught.value.kind, caught.value.seconds) == ("recipient", 86_400)


@pytest.mark.django_db
def test_kinds_and_names_are_counted_apart_and_not_readable(clock: Traveller) -> None:
    assert times(Share("recipient", "a@example.org", 1), 2) == 1
    assert times(Share("recipient", "b@example.org", 1), 2) == 1
    assert times(Share("person", "a@example.org", 1), 2) == 1
    assert "example" not in str(list(Attempts.objects.values()))


@pytest.mark.django_db
def test_a_clock_that_was_set_back_keeps_nobody_out(clock: Traveller) -> None:
    times(PERSON, 3)
    clock.shift(timedelta(days=-300))
    assert times(PERSON, 10) == 1
    clock.shift(timedelta(hours=6))
    assert times(PERSON, 10) == 1


@pytest.mark.django_db
def test_rows_that_say_nothing_any_more_are_forgotten(clock: Traveller) -> None:
    times(PERSON, 4)
    clock.shift(timedelta(days=1, seconds=1))
    forget_old_attempts()
    assert not Attempts.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_counted_one_by_one() -> None:
    done: list[int] = []

    def try_it() -> None:
        try:
            done.append(times(PERSON, 2))
        finally:
            connection.close()

    threads = [threading.Thread(target=try_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 4
