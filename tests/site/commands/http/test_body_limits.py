"""How much a request may bring depends on who sends it where."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.services.tokens import make_token
from bakeoff_site.commands.http import body_limits
from bakeoff_site.commands.http.body_limits import largest_body
from bakeoff_site.core.storage.body_files import person
from bakeoff_site.core.storage.uploads import REFUSAL, SENDER, most_of_a_body

pytestmark = pytest.mark.django_db
MB = 2**20
SMALL = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
SUBMIT = "/campaigns/a/teams/1/submissions/submit/"


@pytest.fixture(autouse=True)
def _keep_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "close_old_connections", lambda: None)  # the test's own is not old


@pytest.fixture
def cookie(owner: User, client: Client) -> str:
    client.force_login(owner)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def sent(path: str = SUBMIT, size: int | None = 10 * MB, **more: str) -> dict[str, Any]:
    length = {"HTTP_TRANSFER_ENCODING": "chunked"} if size is None else {"CONTENT_LENGTH": str(size)}
    return {"REQUEST_METHOD": "POST", "PATH_INFO": path, **length, **more}


def test_verified_people_send_files_where_files_are_taken(owner: User, cookie: str) -> None:
    by_session = sent(HTTP_COOKIE=cookie)
    assert largest_body(by_session) == most_of_a_body()
    assert by_session[SENDER] == person(owner.pk)
    token = make_token(owner, name="a", scopes=["submit"], lifetime=timedelta(days=1)).text
    by_token = sent("/api/v1/campaigns/a/trials", HTTP_AUTHORIZATION=f"Bearer {token}")
    assert largest_body(by_token) == most_of_a_body()
    assert by_token[SENDER] == person(owner.pk)


def test_nobody_sends_files_elsewhere(owner: User, cookie: str) -> None:
    for path in ("/", "/account/", "/nowhere", "/api/v1/me", "/campaigns/ä/".encode().decode("latin-1")):
        environ = sent(path, HTTP_COOKIE=cookie)
        assert largest_body(environ) == SMALL
        assert environ[SENDER] == person(owner.pk)
    assert largest_body({**sent(HTTP_COOKIE=cookie), "REQUEST_METHOD": "PUT"}) == SMALL


def test_strangers_send_none(client: Client) -> None:
    strangers: list[dict[str, Any]] = [
        {},
        {"HTTP_COOKIE": "sessionid=nonsense"},
        {"HTTP_COOKIE": "\x00"},
        {"HTTP_AUTHORIZATION": "Bearer a"},
    ]
    for more in strangers:
        environ = sent(**more)
        assert largest_body(environ) == SMALL
        assert SENDER not in environ


def test_unverified_people_send_none(owner: User, cookie: str) -> None:
    owner.email_verified_at = None
    owner.save()
    environ = sent(HTTP_COOKIE=cookie)
    assert largest_body(environ) == SMALL
    assert SENDER not in environ


def test_sessions_that_ended_count_for_nothing(owner: User, cookie: str) -> None:
    owner.session_generation += 1
    owner.save()
    assert largest_body(sent(HTTP_COOKIE=cookie)) == SMALL


def test_nobody_is_looked_up_for_what_stays_in_memory(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert largest_body(sent(size=2000)) == SMALL


def test_a_file_without_a_length_is_refused_before_it_comes(cookie: str) -> None:
    environ = sent(size=None, HTTP_COOKIE=cookie)
    assert largest_body(environ) == 0
    assert environ[REFUSAL] == "no-length"
    elsewhere = sent("/api/v1/me", size=None, HTTP_COOKIE=cookie)
    assert largest_body(elsewhere) == SMALL
    assert REFUSAL not in elsewhere
