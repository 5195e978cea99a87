"""Machines that settings name are tried when the configuration is checked."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterator

import pytest

from bakeoff_site.commands.installation import connectivity
from bakeoff_site.commands.installation.connectivity import reach_problems
from bakeoff_site.config.environment import Environment


class _Mails(socketserver.StreamRequestHandler):
    """As much of SMTP as a look needs; it knows nobody."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line.split()[0].upper()
            answers = {b"EHLO": b"250-here\r\n250 AUTH PLAIN\r\n", b"AUTH": b"535 no\r\n", b"QUIT": b"221 bye\r\n"}
            self.wfile.write(answers.get(word, b"250 good\r\n"))
            if word == b"QUIT":
                break


@pytest.fixture
def mails() -> Iterator[int]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Mails) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connectivity, "_SECONDS", 2.0)


def test_nothing_is_tried_that_is_not_named() -> None:
    assert list(reach_problems(Environment())) == []


def test_a_server_that_takes_mails_is_in_order(mails: int) -> None:
    assert list(reach_problems(Environment(mail_url=f"smtp://127.0.0.1:{mails}"))) == []


def test_machines_that_do_not_answer_are_told_with_what_follows(free_port: Callable[[], int]) -> None:
    dead = f"127.0.0.1:{free_port()}"
    told = list(reach_problems(Environment(mail_url=f"smtp://{dead}", cluster_url=f"tcp://{dead}")))
    assert [line.split(":")[0] for line in told] == ["BAKEOFF_MAIL_URL", "BAKEOFF_CLUSTER_URL"]
    assert all("refused" in line for line in told)


def test_a_wrong_password_is_told_without_it(mails: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": mails, "EMAIL_USE_SSL": False, "EMAIL_USE_TLS": False}
    settings |= {"EMAIL_HOST_USER": "ada", "EMAIL_HOST_PASSWORD": "hunter2"}
    monkeypatch.setattr(connectivity, "mail_settings", lambda _: settings)
    [line] = reach_problems(Environment(mail_url="smtp://ada:hunter2@127.0.0.1"))
    assert "535" in line
    assert "hunter2" not in line
