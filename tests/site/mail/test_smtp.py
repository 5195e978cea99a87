"""Mails by SMTP, to a server that speaks as much of it as is needed."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.delivery import Delivery, send_due
from bakeoff_site.mail.services.outbox import put
from tests.site.conftest import Clock
from tests.site.mail.test_outbox import letter

pytestmark = pytest.mark.django_db


class Server(socketserver.ThreadingTCPServer):
    """Takes mails; hangs up, once, when the line that it is told comes."""

    daemon_threads = True
    allow_reuse_address = True
    calls = 0
    hangs_up_at = ""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Call)
        self.texts: list[str] = []


class Call(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.server.calls += 1
        self.say("220 ready")
        while line := self.rfile.readline().decode().strip():
            if self.server.hangs_up_at and line.startswith(self.server.hangs_up_at):
                self.server.hangs_up_at = ""
                return
            if line == "data":
                self.say("354 go on")
                self.server.texts.append(self.text())
            elif "refused@" in line:
                self.say("550 no such mailbox")
                continue
            self.say("250 well")
            if line == "quit":
                return

    def text(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
            lines.append(line)
        return "\n".join(lines)

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address[:2]
        settings.EMAIL_TIMEOUT = 5
        yield server
        server.shutdown()


def test_several_go_by_one_connection(server: Server) -> None:
    put(letter(f"{name}@example.org") for name in "abc")
    assert send_due() == Delivery(sent=3)
    assert server.calls == 1
    assert [text.count("The text.") for text in server.texts] == [1, 1, 1]
    assert "\nSubject: About the harbour\n" in server.texts[0]
    assert len({line for text in server.texts for line in text.split("\n") if line.startswith("Message-ID: ")}) == 3


def test_a_recipient_that_is_refused_keeps_back_no_other(server: Server) -> None:
    put(letter(f"{name}@example.org") for name in ("a", "refused", "c"))
    assert send_due() == Delivery(sent=2, failed=1)
    assert "no such mailbox" in Mail.objects.get(sent_at=None).error


def test_a_server_that_hangs_up_is_called_again(server: Server, clock: Clock) -> None:
    server.hangs_up_at = "data"
    put(letter(f"{name}@example.org") for name in "abc")
    assert send_due() == Delivery(sent=2, failed=1)
    assert "SMTPServerDisconnected" in Mail.objects.get(sent_at=None).error
    clock.move_on(timedelta(minutes=1))
    assert send_due() == Delivery(sent=1)
    assert len(server.texts) == 3


def test_the_same_mail_has_the_same_id_each_time(server: Server) -> None:
    """Whoever died after the mail was taken and before it was noted has it sent twice: readers can tell."""
    put([letter()])
    send_due()
    Mail.objects.update(sent_at=None)
    send_due()
    ids = [line for text in server.texts for line in text.split("\n") if line.startswith("Message-ID: ")]
    assert len(ids) == 2
    assert len(set(ids)) == 1
