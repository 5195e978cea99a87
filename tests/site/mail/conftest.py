"""A mail server that can be stopped, slowed down and killed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.core.mail import EmailMessage


@dataclass
class MailServer:
    """What Django sends by in these tests."""

    taken: list[EmailMessage] = field(default_factory=list)
    refuses: Callable[[EmailMessage], BaseException | None] = lambda message: None
    """What is raised for a message, if anything."""
    before: Callable[[EmailMessage], None] = lambda message: None

    def take(self, message: EmailMessage) -> int:
        self.before(message)
        if error := self.refuses(message):
            raise error
        self.taken.append(message)
        return 1

    def is_down(self) -> None:
        self.refuses = lambda message: ConnectionRefusedError("no mail server")

    def is_up(self) -> None:
        self.refuses = lambda message: None

    @property
    def to(self) -> list[str]:
        return [message.to[0] for message in self.taken]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> MailServer:
    server = MailServer()
    monkeypatch.setattr(EmailMessage, "send", lambda message, *_, **__: server.take(message))
    return server
