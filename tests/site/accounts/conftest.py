"""People with accounts, and what happens to them told from mails and the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from bakeoff_site.accounts import totp
from bakeoff_site.accounts.models import SecondFactor, User
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.mail.models import Mail
from tests.site.outbox import mailed
from tests.site.responses import ClientResponse

PASSWORD = "correct horse battery"
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _quick(settings: Settings) -> None:
    """No slow hash, no collected static files; mails begin with an address that no request has."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.BASE_URL = "https://bakeoff.example"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stands at noon until it is moved."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def make(name: str, *, verified: bool = True) -> User:
    return User.objects.create_user(
        f"{name.lower()}@example.org", PASSWORD, name=name, email_verified_at=NOON if verified else None
    )


@pytest.fixture
def owner(db: None) -> User:
    """Olga, whose account it is."""
    return make("Olga")


@pytest.fixture
def mate(db: None) -> User:
    """Mateo, of the same team."""
    return make("Mateo")


@pytest.fixture
def stranger(db: None) -> User:
    """Stella, who has nothing to do with it."""
    return make("Stella")


@pytest.fixture
def newcomer(db: None) -> User:
    """Nils, who has not verified his address."""
    return make("Nils", verified=False)


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.fixture
def guarded(owner: User) -> User:
    """Olga with a second factor."""
    SecondFactor.objects.create(user=owner, secret=SECRET, last_step=0)
    return owner


def code_now(secret: str = SECRET, *, steps: int = 0) -> str:
    """What the authenticator app shows, now or so many steps later."""
    from django.utils import timezone

    return totp.code_at(secret, totp.step_at(timezone.now().timestamp()) + steps)


def give_password(client: Client, user: User, password: str = PASSWORD, **more: str) -> ClientResponse:
    return client.post("/account/sign-in/", {"email": user.email, "password": password, **more})


def is_signed_in(client: Client) -> bool:
    """Whether the profile is shown, which needs a session."""
    return client.get("/account/").status_code == 200


def text_of(response: ClientResponse) -> str:
    """What a page says, without its tags and with single blanks."""
    import html

    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def last_mail() -> EmailMessage:
    assert mailed(), "no mail was sent"
    return mailed()[-1]


def mailed_path() -> str:
    """Where the link of the last mail leads, within the site. Whoever reads the outbox could not have followed it."""
    before = str(list(Mail.objects.values()))
    body = str(mailed()[-1].body)
    link = re.search(r"https://bakeoff\.example(/account/\S+/\S+/)", body)
    assert link is not None, body
    assert link[1].split("/")[-2] not in before + str(list(Mail.objects.values()))
    return link[1]


def acts() -> list[tuple[str, str]]:
    """What the log says was done, and by whom, oldest first."""
    return [(event.act, str(event.actor)) for event in AuditEvent.objects.order_by("id")]
