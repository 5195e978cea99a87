"""The gateway in a running server, over real connections. What the server prints is looked at, too."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.site.commands.conftest import Installation, Running, stopped, wait_until_healthy
from tests.site.commands.test_killed_server import descendants

MB = 2**20
SECONDS = 60
UPLOAD = "/api/v1/campaigns/small/teams/1/uploads/7a0d3a1c-0000-4000-8000-000000000000?offset=0"
"""Takes large bodies from people with a token, and keeps nothing of them: there is no such upload."""
_TROUBLE = re.compile(r"Traceback|Error|Exception|RSGI|panic|WARNING|ERROR|CRITICAL")


@dataclass
class Served:
    process: Running
    port: int
    token: str
    bodies: Path

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """The answer to a request; many clients listen only after they have sent everything, and so does this one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, {"Host": "localhost", **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def ask_with_token(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        status, _, content = self.ask(method, path, body, Authorization=f"Bearer {self.token}", **headers)
        return status, json.loads(content)

    def connect(self, data: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        connection.sendall(data)
        return connection

    def memory(self) -> int:
        """Bytes that all its processes occupy."""
        return sum(_resident(pid) for pid in (self.process.pid, *descendants(self.process.pid)))

    def trouble(self) -> list[str]:
        """Lines that it printed and should not have."""
        return [line for line in self.process.said.splitlines() if _TROUBLE.search(line)]


def _resident(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 if found else 0


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, prepared_data: Path) -> Iterator[Served]:
    """One server for all tests: they are about connections, whatever the database."""
    installation = Installation(tmp_path_factory.mktemp("served"), database_url="")
    shutil.copytree(prepared_data, installation.folder / "data")
    [entrant] = installation.world("submission", "make", "1", str(installation.folder))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = installation.start(port=port)
    wait_until_healthy(process, port)
    yield Served(process, port, entrant["token"], installation.folder / "data" / "bodies")
    code, said = stopped(process)
    installation.end_all()
    assert code == 0, said


@pytest.fixture
def served(shared: Served) -> Iterator[Served]:
    before = len(shared.trouble())
    yield shared
    assert shared.trouble()[before:] == []


def test_bodies_leave_no_memory_behind(served: Served) -> None:
    body = bytes(4 * MB)
    for _ in range(3):
        served.ask("POST", "/account/sign-in/", body)
        served.ask_with_token("PATCH", UPLOAD, body)
    before = served.memory()
    for _ in range(125):
        assert served.ask("POST", "/account/sign-in/", body)[0] == 403
    for _ in range(3):
        status, answer = served.ask_with_token("PATCH", UPLOAD, bytes(100 * MB))
        assert (status, answer["code"]) == (404, "not-found")
    # What the last request used is freed a moment later, on a busy machine.
    end = time.monotonic() + SECONDS
    while (growth := served.memory() - before) >= 50 * MB and time.monotonic() < end:
        time.sleep(0.2)
    assert growth < 50 * MB


def test_pages_are_sent_at_once_with_their_length(served: Served) -> None:
    status, headers, page = served.ask("GET", "/")
    assert (status, headers["Content-Length"], headers["Transfer-Encoding"]) == (200, str(len(page)), None)
    status, headers, empty = served.ask("HEAD", "/")
    assert (status, headers["Content-Length"], empty) == (200, str(len(page)), b"")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    ("path", "status"),
    [("/account/", 302), ("/nowhere", 404), ("/api/v1/openapi.json", 200), ("/healthz", 200)],
)
def test_redirects_and_refusals_are_sent_in_silence(method: str, path: str, status: int, served: Served) -> None:
    assert served.ask(method, path)[0] == status


def test_clients_may_close_early(served: Served) -> None:
    requests = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\n" + b"a" * 300_000,
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 90\r\n\r\nusername=a",
    ]
    for data in requests * 5:
        connection = served.connect(data)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # as if the line were cut
        connection.close()
    _wait_until(lambda: served.process.said.count("a body broke off") >= 15)
    assert served.ask("GET", "/healthz")[0] == 200


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_upgrade_to_a_web_socket_is_refused(served: Served) -> None:
    connection = served.connect(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 Bad Request\r\n")


NEW_UPLOAD = json.dumps({"name": "a.tgz", "size": 10, "package": "none"}).encode()
UPLOADS = "/api/v1/campaigns/small/teams/1/uploads"


def test_json_in_chunks_is_read(served: Served) -> None:
    of_a_length = served.ask_with_token("POST", UPLOADS, NEW_UPLOAD)
    assert of_a_length[0] == 409  # read, and refused for what it says
    in_chunks = served.ask_with_token("POST", UPLOADS, iter([NEW_UPLOAD[:5], NEW_UPLOAD[5:]]))
    assert in_chunks == of_a_length


def test_json_without_a_length_is_read_from_http_2(served: Served) -> None:
    of_a_length = served.ask_with_token("POST", UPLOADS, NEW_UPLOAD)
    with served.connect(http_2_request(UPLOADS, NEW_UPLOAD, token=served.token)) as connection:
        assert (json.loads(http_2_content(connection))) == of_a_length[1]


def http_2_request(path: str, body: bytes, *, token: str) -> bytes:
    """A request with prior knowledge (RFC 9113), its headers written out (RFC 7541, section 6.2.2)."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "localhost",
        "content-type": "application/json",
        "authorization": f"Bearer {token}",
    }
    block = b"".join(b"\x00" + _string(name) + _string(value) for name, value in headers.items())
    frames = _frame(4, 0, 0, b"") + _frame(1, 4, 1, block)
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frames + _frame(0, 0, 1, body) + _frame(0, 1, 1, b"")


def _string(text: str) -> bytes:
    assert len(text) < 127
    return bytes([len(text)]) + text.encode()


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def http_2_content(connection: socket.socket) -> bytes:
    stream, content = connection.makefile("rb"), b""
    while True:
        header = stream.read(9)
        payload = stream.read(int.from_bytes(header[:3]))
        if header[3] == 0:
            content += payload
        if header[3] in (0, 1) and header[4] & 1:
            return content


def test_files_need_a_length(served: Served) -> None:
    status, answer = served.ask_with_token("PATCH", UPLOAD, iter([bytes(MB)] * 3))
    assert (status, answer["code"]) == (411, "length-required")


def test_large_bodies_are_refused_elsewhere_and_the_answer_is_heard(served: Served) -> None:
    status, answer = served.ask_with_token("POST", "/api/v1/me", bytes(45 * MB))
    assert (status, answer["code"]) == (413, "too-large")


def test_one_person_sends_few_large_bodies_at_a_time(served: Served) -> None:
    start = (
        f"PATCH {UPLOAD} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {served.token}\r\n"
        f"Content-Length: {5 * MB}\r\n\r\n"
    )
    held = [served.connect(start.encode() + bytes(MB)) for _ in range(4)]
    _wait_until(lambda: len(list(served.bodies.glob("person-*"))) == 4)
    status, headers, content = served.ask("PATCH", UPLOAD, bytes(5 * MB), Authorization=f"Bearer {served.token}")
    assert (status, headers["Retry-After"]) == (429, "10")
    assert "Wait until another has arrived" in json.loads(content)["detail"]
    for connection in held:
        connection.sendall(bytes(4 * MB))
        assert connection.recv(1000).startswith(b"HTTP/1.1 404 ")
        connection.close()
    assert served.ask_with_token("PATCH", UPLOAD, bytes(5 * MB))[0] == 404
    assert list(served.bodies.glob("person-*")) == []
