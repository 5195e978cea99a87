"""Asking the API as somebody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from json import dumps
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from httpx import MockTransport, Request, Response

from bakeoff.client import Client as Speaker
from bakeoff_site.accounts.choices import SCOPES, Scope
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.services.tokens import make_token
from bakeoff_site.campaigns.models import Signature, Team
from bakeoff_site.core.http.limits import BUCKETS
from bakeoff_site.jobs.execution import work_off
from tests.site.responses import ClientResponse
from tests.submissions.package_files import TEAM

_NUMBERS = count()


@dataclass(frozen=True)
class Asking:
    """Requests with a token, or without."""

    headers: dict[str, str]
    _client: Client = field(default_factory=Client)

    def get(self, path: str, **query: object) -> ClientResponse:
        return self.send("GET", path, query=query)

    def post(self, path: str, body: object = None, **query: object) -> ClientResponse:
        return self.send("POST", path, body, query=query)

    def put(self, path: str, body: object = None, **query: object) -> ClientResponse:
        return self.send("PUT", path, body, query=query)

    def patch(self, path: str, body: object = None, **query: object) -> ClientResponse:
        return self.send("PATCH", path, body, query=query)

    def delete(self, path: str) -> ClientResponse:
        return self.send("DELETE", path)

    def send(
        self, method: str, path: str, body: object = None, *, query: dict[str, Any] | None = None
    ) -> ClientResponse:
        """JSON for objects, bytes as they are."""
        data = body if isinstance(body, bytes) else b"" if body is None else dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        address = f"/api/v1{path}" + (f"?{urlencode(query, doseq=True)}" if query else "")
        self._client.cookies.clear()  # programs keep none
        return self._client.generic(method, address, data, kind, headers=self.headers)


def text_of(user: User, *scopes: Scope, lifetime: timedelta = timedelta(days=1)) -> str:
    """A token as programs are given it."""
    return make_token(user, name=f"test {next(_NUMBERS)}", scopes=scopes or SCOPES, lifetime=lifetime).text


def as_(user: User | None, *scopes: Scope) -> Asking:
    """Asks as somebody with a token of some scopes, by default all; None asks without a token."""
    if user is None:
        return Asking({})
    return Asking({"Authorization": f"Bearer {text_of(user, *scopes)}"})


def speaking(
    user: User | None,
    *scopes: Scope,
    lifetime: timedelta = timedelta(days=1),
    on_answer: Callable[[Request, Response], None] = lambda _request, _response: None,
) -> Speaker:
    """The client of programs, as somebody, to the site in this very process; `on_answer` gets every answer as well."""
    token = text_of(user, *scopes, lifetime=lifetime) if user else ""
    browser = Client()

    def answered(request: Request) -> Response:
        response = _answered(browser, request)
        on_answer(request, response)
        return response

    return Speaker("http://testserver", token, transport=MockTransport(answered))


def _answered(client: Client, request: Request) -> Response:
    kind = request.headers.get("Content-Type", "")
    headers = {name: value for name, value in request.headers.items() if name == "authorization"}
    address = request.url.raw_path.decode()
    client.cookies.clear()
    answer = client.generic(request.method, address, request.read(), kind, headers=headers)
    return Response(answer.status_code, headers=dict(answer.headers), content=b"".join(answer))


def error_of(response: ClientResponse) -> tuple[int, str]:
    """Status and code of an error, which must have the one shape."""
    error = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    assert set(error) == {"type", "title", "status", "detail", "code", "findings"}
    assert error["status"] == response.status_code
    assert error["detail"]
    return response.status_code, error["code"]


@pytest.fixture(autouse=True)
def _full_allowance() -> Iterator[None]:
    """Nobody has asked for anything yet."""
    BUCKETS.clear()
    yield
    BUCKETS.clear()


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path / "data"


@pytest.fixture
def entrant(team: Team, owner: User) -> Team:
    """The team under the id that packages of the tests have, after it signed everything."""
    Team.objects.filter(pk=team.pk).update(code=TEAM)
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    team.refresh_from_db()
    return team


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """Does jobs beside the test, as a worker does."""
    stopped = threading.Event()

    def work() -> None:
        while not stopped.wait(0.05):
            work_off("test")
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stopped.set()
    thread.join()
