"""What was done with accounts: for oneself, and for administrators."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.models import AuditEvent
from tests.site.accounts.conftest import PASSWORD, code_now, give_password, is_signed_in, text_of

SignIn = Callable[[User], Client]


def test_signing_in_is_noted_with_where_from(client: Client, owner: User) -> None:
    client.post("/account/sign-in/", {"email": owner.email, "password": PASSWORD}, REMOTE_ADDR="192.0.2.7")
    event = AuditEvent.objects.get(act="account.sign-in")
    assert (event.actor, event.details) == (
        owner,
        {"network_address": "192.0.2.7", "browser": "another browser", "new_browser": True, "second_factor": False},
    )


def test_a_password_without_the_code_is_no_signing_in(client: Client, guarded: User, clock: object) -> None:
    give_password(client, guarded)
    assert not AuditEvent.objects.filter(act="account.sign-in").exists()
    client.post("/account/sign-in/code/", {"code": code_now()})
    assert is_signed_in(client)
    assert AuditEvent.objects.get(act="account.sign-in").details["second_factor"] is True


def test_wrong_passwords_sign_nobody_in(client: Client, owner: User) -> None:
    give_password(client, owner, "wrong horse battery")
    assert not AuditEvent.objects.filter(act="account.sign-in").exists()


def test_everyone_reads_their_own_history(owner: User, stranger: User, signed_in: SignIn) -> None:
    for number in range(60):
        record("account.make-token", actor=owner, subject=f"change {number:02}")
    record("account.make-token", actor=stranger, subject="of Stella")
    client = signed_in(owner)
    profile = text_of(client.get("/account/"))
    assert "change 59" in profile
    assert "change 54" not in profile
    first, second = (text_of(client.get(f"/account/history/?page={page}")) for page in (1, 2))
    assert ("change 59" in first, "change 09" in first, "change 09" in second) == (True, False, True)
    assert "of Stella" not in first + second + profile
    assert "Log of accounts" not in profile


def test_administrators_read_everybodys(owner: User, stranger: User, signed_in: SignIn) -> None:
    record("account.make-token", actor=stranger, subject="of Stella")
    record("account.change-password", actor=owner, subject=owner.email)
    assert signed_in(owner).get("/account/log/").status_code == 403
    assert Client().get("/account/log/").headers["Location"].startswith("/account/sign-in/")
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    client = signed_in(owner)
    assert "Log of all accounts" in text_of(client.get("/account/"))
    everything = client.get("/account/log/").content.decode()
    assert ("of Stella" in everything, "changed the password." in everything) == (True, True)
    filtered = client.get("/account/log/?act=account.make-token&text=stella").content.decode()
    assert ("of Stella" in filtered, "changed the password." in filtered) == (True, False)
    assert "No entry matches" in client.get("/account/log/?text=nobody").content.decode()
