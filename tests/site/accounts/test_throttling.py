"""Counting attempts: in the database, for all processes together."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings
from time_machine import Traveller

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import TooManyAttemptsError
from bakeoff_site.accounts.limits import FROM_ADDRESS, WITH_ACCOUNT
from bakeoff_site.accounts.models import Attempts
from bakeoff_site.accounts.throttling import Attempt, address_of, forget_old_attempts, start_attempt, succeed
from tests.site.accounts.conftest import NOON
from tests.site.prepared_database import migrated_file

HOME, AWAY = "192.0.2.1", "192.0.2.2"


def trying(account: str = "olga@example.org", address: str = HOME, act: Act = Act.SIGN_IN) -> Attempt:
    return Attempt(act, account, address)


def waits(attempts: Iterable[Attempt], clock: Traveller) -> list[int]:
    """Seconds to wait after each attempt; each is made as soon as it may be."""
    found = []
    for attempt in attempts:
        start_attempt(attempt)
        try:
            start_attempt(attempt)
        except TooManyAttemptsError as error:
            found.append(error.seconds)
            clock.shift(timedelta(seconds=error.seconds))
    return found


@pytest.mark.django_db
def test_pauses_double_up_to_the_longest(clock: Traveller) -> None:
    for _ in range(4):
        start_attempt(trying())
    assert waits([trying()] * 7, clock) == [30, 60, 120, 240, 480, 900, 900]


BY_THE_DAY = (Act.INVITE, Act.ENTER)


@pytest.mark.parametrize("act", [act for act in Act if act not in BY_THE_DAY])
def test_every_act_has_its_patience_which_is_forgotten_later_than_it_ends(act: Act) -> None:
    for patience in (WITH_ACCOUNT[act], FROM_ADDRESS[act]):
        pauses = [patience.pause_after(count) for count in range(patience.free + 200)]
        assert pauses[: patience.free] == [timedelta(0)] * patience.free
        assert pauses[patience.free] == patience.first
        assert pauses == sorted(pauses)
        assert pauses[-1] == patience.longest < timedelta(days=1)


@pytest.mark.django_db
def test_acts_accounts_and_addresses_are_counted_apart(clock: Traveller) -> None:
    for _ in range(5):
        start_attempt(trying())
    for blocked in (trying(), trying(address=AWAY), trying(" OLGA@example.org")):
        with pytest.raises(TooManyAttemptsError):
            start_attempt(blocked)
    start_attempt(trying("mateo@example.org"))
    start_attempt(trying(act=Act.CODE))


@pytest.mark.django_db
def test_what_is_refused_does_not_count(clock: Traveller) -> None:
    for _ in range(5):
        start_attempt(trying())
    for _ in range(20):
        with pytest.raises(TooManyAttemptsError, match="in 30 seconds"):
            start_attempt(trying())
    clock.shift(timedelta(seconds=30))
    start_attempt(trying())


@pytest.mark.django_db
def test_success_forgets_the_account_and_takes_its_attempts_off_the_address(clock: Traveller) -> None:
    for number in range(10):
        start_attempt(trying(f"guess{number}@example.org"))
    for _ in range(4):
        start_attempt(trying())
    succeed(trying())
    assert sorted(Attempts.objects.values_list("count", flat=True)) == [1] * 10 + [10]


@pytest.mark.django_db
def test_an_account_of_ones_own_does_not_help_to_try_others(clock: Traveller) -> None:
    """Signing in between guesses leaves the count of the address where it is."""
    for number in range(30):
        start_attempt(trying(f"victim{number}@example.org"))
        if number < 29:
            start_attempt(trying("own@example.org"))
            succeed(trying("own@example.org"))
    with pytest.raises(TooManyAttemptsError):
        start_attempt(trying("victim30@example.org"))


@pytest.mark.django_db
def test_attempts_are_forgotten_after_a_day(clock: Traveller) -> None:
    for _ in range(8):
        start_attempt(trying())
        clock.shift(timedelta(minutes=15))
    clock.shift(timedelta(days=1))
    for _ in range(5):
        start_attempt(trying())
    with pytest.raises(TooManyAttemptsError, match="in 30 seconds"):
        start_attempt(trying())


@pytest.mark.django_db
def test_rows_that_say_nothing_any_more_are_deleted(clock: Traveller) -> None:
    start_attempt(trying("mateo@example.org", AWAY))
    clock.shift(timedelta(days=1, seconds=1))
    start_attempt(trying())
    forget_old_attempts()
    assert Attempts.objects.count() == 2
    assert not Attempts.objects.filter(last_at__lt=timezone.now()).exists()


@pytest.mark.django_db
def test_a_clock_that_is_set_back_keeps_nobody_out(clock: Traveller) -> None:
    clock.shift(timedelta(days=30))
    for _ in range(5):
        start_attempt(trying())
    clock.shift(-timedelta(days=30))
    start_attempt(trying())
    with pytest.raises(TooManyAttemptsError, match="in 60 seconds"):
        start_attempt(trying())  # the sixth counts by the present clock, and those before it still do


@pytest.mark.django_db
def test_clocks_of_two_machines_that_differ_a_little_let_nobody_through(clock: Traveller) -> None:
    clock.shift(timedelta(seconds=40))
    for _ in range(5):
        start_attempt(trying())
    clock.shift(-timedelta(seconds=40))
    with pytest.raises(TooManyAttemptsError, match="in 70 seconds"):
        start_attempt(trying())


@pytest.mark.django_db
def test_rows_of_a_later_clock_are_deleted(clock: Traveller) -> None:
    clock.shift(timedelta(days=30))
    start_attempt(trying())
    clock.shift(-timedelta(days=30))
    start_attempt(trying("mateo@example.org", AWAY))
    forget_old_attempts()
    assert Attempts.objects.count() == 2


@pytest.mark.django_db
def test_nothing_that_was_typed_is_stored(clock: Traveller) -> None:
    start_attempt(trying("a password in the wrong field"))
    assert "password" not in str(Attempts.objects.values())
    assert HOME not in str(Attempts.objects.values())


CROWD = """
import sys
from concurrent.futures import ThreadPoolExecutor

import django

django.setup()
from django.core.management import call_command
from django.db import connection

from bakeoff_site.accounts.errors import TooManyAttemptsError
from bakeoff_site.accounts.throttling import Attempt, start_attempt

call_command("migrate", verbosity=0)


def attempt(number):
    try:
        start_attempt(Attempt("sign-in", "olga@example.org", f"192.0.2.{number}"))
    except TooManyAttemptsError:
        return False
    finally:
        connection.close()
    return True


with ThreadPoolExecutor(16) as crowd:
    print(sum(crowd.map(attempt, range(48))))
"""


def test_of_many_who_try_at_once_no_more_than_five_get_through(tmp_path: Path) -> None:
    """Each thread has a connection of its own to a database on the disk, as processes do."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BAKEOFF_")}
    environment |= {"BAKEOFF_DATA_FOLDER": str(tmp_path), "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings"}
    if migrated_file().exists():
        shutil.copyfile(migrated_file(), tmp_path / "bakeoff.sqlite3")
    run = subprocess.run(
        [sys.executable, "-c", CROWD], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.stdout.strip(), run.returncode) == ("5", 0), run.stderr


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "192.0.2.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        (1, "nonsense", "nonsense"),
    ],
)
def test_only_our_proxies_say_where_a_request_comes_from(
    rf: RequestFactory, settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_of(rf.get("/", REMOTE_ADDR=HOME, headers={"X-Forwarded-For": forwarded})) == address


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 second"),
        (1, "1 second"),
        (90, "90 seconds"),
        (91, "2 minutes"),
        (5400, "90 minutes"),
        (5401, "2 hours"),
    ],
)
def test_waiting_is_told_in_words(clock: Traveller, settings: Settings, seconds: int, words: str) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    until = NOON + timedelta(seconds=seconds)
    text = str(TooManyAttemptsError(until))
    assert text.startswith(f"Too many attempts. Try again in {words}, at 1")
    assert text.endswith("CET.")
