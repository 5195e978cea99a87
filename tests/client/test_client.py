"""The client against servers that misbehave; `tests/site/api` has it against a real one."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from bakeoff.client import (
    Client,
    ConflictError,
    DataFile,
    ForbiddenError,
    InvalidError,
    ServerError,
    UnreachableError,
)
from bakeoff.errors import BakeoffError

Answer = Callable[[httpx.Request], httpx.Response]
ME = {"email": "a@example.org", "name": "A", "affiliation": "", "scopes": ["read"], "of a later version": 1}


def client_of(answer: Answer, pauses: list[float] | None = None) -> Client:
    waited = pauses if pauses is not None else []
    return Client("https://bakeoff.example/", "bakeoff_x", pause=waited.append, transport=httpx.MockTransport(answer))


def test_token_and_address_are_sent() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == "Bearer bakeoff_x"
        assert str(request.url) == "https://bakeoff.example/api/v1/me"
        return httpx.Response(200, json=ME)

    assert client_of(answer).me().scopes == ("read",)


def test_names_cannot_leave_their_place_in_the_address() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.raw_path == b"/api/v1/campaigns/..%2Fme%3Fx/schedule"
        return httpx.Response(404, json={"code": "not-found", "detail": "Nothing.", "findings": []})

    with pytest.raises(ServerError, match="Nothing"):
        client_of(answer).schedule("../me?x")


@pytest.mark.parametrize(("status", "kind"), [(403, ForbiddenError), (409, ConflictError), (422, InvalidError)])
def test_errors_have_the_servers_words_and_findings(status: int, kind: type[ServerError]) -> None:
    finding = {
        "code": "seg-id-missing",
        "severity": "error",
        "file": "a.xml",
        "line": 12,
        "document": None,
        "segment": None,
        "found": "none",
        "expected": "an id",
        "remedy": "Add it.",
    }
    content = {"code": "some", "detail": "Not so.", "findings": [finding]}
    with pytest.raises(kind, match=r"Not so\.") as caught:
        client_of(lambda request: httpx.Response(status, json=content)).me()
    assert (caught.value.status, caught.value.code) == (status, "some")
    assert str(caught.value.findings[0]) == (
        "error [seg-id-missing] a.xml, line 12: expected an id, found none. Add it."
    )


@pytest.mark.parametrize("body", ["<html>", "", "[]", '{"error": "x"}'])
def test_something_that_is_no_bakeoff(body: str) -> None:
    with pytest.raises(ServerError, match="status 500"):
        client_of(lambda request: httpx.Response(500, text=body)).me()
    with pytest.raises(BakeoffError):
        client_of(lambda request: httpx.Response(200, text="<html>")).me()


def test_answer_of_another_shape_is_told() -> None:
    with pytest.raises(BakeoffError, match=r"Account\.scopes"):
        client_of(lambda request: httpx.Response(200, json={**ME, "scopes": None})).me()


def test_busy_server_is_asked_again_when_it_says() -> None:
    answers = [httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(503), httpx.Response(200, json=ME)]
    pauses: list[float] = []
    assert client_of(lambda request: answers.pop(0), pauses).me().name == "A"
    assert pauses == [7, 1.0]


def test_unreachable_server_is_given_up_in_the_end() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    pauses: list[float] = []
    with pytest.raises(UnreachableError, match=r"https://bakeoff\.example could not be reached \(refused\)"):
        client_of(answer, pauses).me()
    assert len(pauses) == 5


def test_what_may_have_been_done_is_not_done_twice() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        raise httpx.ReadError("lost")

    with pytest.raises(UnreachableError):
        client_of(answer).create_campaign("x")
    assert len(asked) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_what_a_passing_server_may_have_done_is_not_done_twice_either(status: int) -> None:
    answers = [httpx.Response(status), httpx.Response(201, json=ME)]
    with pytest.raises(ServerError, match=f"status {status}"):
        client_of(lambda request: answers.pop(0)).create_campaign("x")
    assert len(answers) == 1


def test_a_file_is_asked_for_until_the_server_gives_it() -> None:
    answers = [
        httpx.Response(503, headers={"Retry-After": "10"}),
        httpx.Response(502),
        httpx.Response(200, text="a\tb"),
    ]
    pauses: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if len(answers) == 2 and len(pauses) == 1:
            raise httpx.ReadError("lost")
        return answers.pop(0)

    assert client_of(answer, pauses).table("x", 1) == "a\tb"
    assert pauses == [10, 1.0, 2.0]


def test_lists_are_followed_to_their_end() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        offset = int(request.url.params["offset"])
        row = {"title": "C", "open": [], "next": None, "archived_at": None, "stage": "coming", "kinds": [], "teams": 0}
        rows = [{"slug": f"c{n}", **row} for n in range(offset, min(offset + 2, 5))]
        return httpx.Response(200, json={"items": rows, "count": 5, "next": "more" if offset + 2 < 5 else None})

    assert [row.slug for row in client_of(answer).campaigns()] == ["c0", "c1", "c2", "c3", "c4"]


class Uploads:
    """A server that keeps pieces and loses connections: before a piece arrives, or after."""

    def __init__(self, losses: dict[int, str]) -> None:
        self.data = b""
        self.size = 0
        self.patches = 0
        self.losses = losses

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/finish"):
            return httpx.Response(201, json=self.receipt())
        if request.method == "POST":
            self.size = json.loads(request.content)["size"]
        if request.method == "PATCH":
            self.patches += 1
            loss = self.losses.get(self.patches)
            if loss == "before":
                raise httpx.ReadError("lost")
            if loss == "away":
                return httpx.Response(503, headers={"Retry-After": "10"})
            offset = int(request.url.params["offset"])
            if offset != len(self.data):
                error = {"code": "refused", "detail": f"Expected {len(self.data)}.", "findings": []}
                return httpx.Response(409, json=error)
            self.data += request.content[:3] if loss == "half" else request.content
            if loss in ("after", "half"):
                raise httpx.ReadError("lost")
            if loss == "away after":
                return httpx.Response(504)
        return httpx.Response(200, json=self.state())

    def state(self) -> dict[str, Any]:
        return {
            "id": "00000000-0000-0000-0000-000000000001",
            "name": "p.tgz",
            "size": self.size,
            "received": len(self.data),
            "expires_at": "2027-01-01T00:00:00Z",
            "submission": None,
        }

    def receipt(self) -> dict[str, Any]:
        return {
            "number": 4,
            "team": 1,
            "name": "p.tgz",
            "package": "",
            "version": None,
            "state": "received",
            "late": False,
            "size": len(self.data),
            "sha256": hashlib.sha256(self.data).hexdigest(),
            "received_at": "2027-01-01T00:00:00Z",
            "submitted_by": "A",
            "checked_at": None,
            "findings": [],
            "runs": [],
            "withdrawn_at": None,
            "withdrawal_reason": "",
            "copies": [],
            "summary": "",
            "time_zone": "UTC",
        }


@pytest.fixture
def package(tmp_path: Path) -> Path:
    path = tmp_path / "p.tgz"
    path.write_bytes(bytes(range(256)) * 4)
    return path


@pytest.mark.parametrize("loss", ["before", "after", "half", "away", "away after"])
def test_upload_goes_on_where_the_connection_was_lost(loss: str, package: Path) -> None:
    server = Uploads({2: loss, 3: loss})
    told: list[tuple[int, int]] = []
    receipt = client_of(server).submit(
        "c", 1, package, chunk=100, progress=lambda done, total: told.append((done, total))
    )
    assert server.data == package.read_bytes()
    assert (receipt.number, receipt.size) == (4, 1024)
    assert told[-1] == (1024, 1024)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_upload_ends_when_nothing_gets_through(package: Path) -> None:
    server = Uploads(dict.fromkeys(range(1, 50), "before"))
    with pytest.raises(UnreachableError):
        client_of(server).submit("c", 1, package)
    assert server.patches == 6


def test_file_that_changes_while_it_is_sent_is_noticed(package: Path) -> None:
    server = Uploads({})

    def progress(done: int, _total: int) -> None:
        if done == 200:
            with package.open("r+b") as stream:
                stream.write(b"changed")

    with pytest.raises(BakeoffError, match="other bytes"):
        client_of(server).submit("c", 1, package, chunk=100, progress=progress)


def test_download_that_is_not_complete_is_not_kept(tmp_path: Path) -> None:
    file = DataFile(
        1,
        "source",
        "current",
        "a-b",
        1,
        "s.xml",
        "",
        1,
        4,
        hashlib.sha256(b"text").hexdigest(),
        True,
        "",
        None,
        "text",
        "",
    )
    client = client_of(lambda request: httpx.Response(200, content=b"tex"))
    with pytest.raises(BakeoffError, match="is incomplete"):
        client.download("c", file, tmp_path)
    assert list(tmp_path.iterdir()) == []
    whole = client_of(lambda request: httpx.Response(200, content=b"text"))
    assert whole.download("c", file, tmp_path).read_bytes() == b"text"


def test_file_that_is_not_released_is_not_asked_for(tmp_path: Path) -> None:
    file = DataFile(1, "reference", "current", "a-b", 1, "", "", 1, None, "", False, "it opens in June", None, "", "")
    with pytest.raises(BakeoffError, match="could not fetch the reference when files were listed: it opens in June"):
        client_of(lambda request: httpx.Response(200, content=b"text")).download("c", file, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["bakeoff.example", "ftp://bakeoff.example", "https://", ""])
def test_address_must_be_one(address: str) -> None:
    with pytest.raises(BakeoffError, match="address of a server"):
        Client(address)


def test_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(BakeoffError, match=r"pip install 'bakeoff\[client\]'"):
        Client("https://bakeoff.example").me()


def test_score_again_tells_how_many_runs() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append((request.method, request.url.path, json.loads(request.content)))
        return httpx.Response(200, json={"runs": 3})

    assert client_of(answer).rescore("wmt", board=7) == 3
    assert asked == [("POST", "/api/v1/campaigns/wmt/jobs/rescore", {"board": 7})]
