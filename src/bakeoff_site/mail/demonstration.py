"""Mails of `bakeoff demo`: nobody there has an inbox, so they are kept in its folder, and a page shows them.

Only a folder that `bakeoff demo` made has them, and only while no mail server is set: see `config.mail`.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend

_MOST = 50
"""Mails that the page shows."""


@dataclass(frozen=True, slots=True)
class DemonstrationMail:
    """A mail that a real server would have sent."""

    to: str
    subject: str
    text: str


class EmailBackend(ConsoleBackend):
    """Prints mails, as servers without a mail server do, and keeps them for the page."""

    def write_message(self, message: EmailMessage) -> None:
        super().write_message(message)
        mail = DemonstrationMail(", ".join(message.to), str(message.subject), str(message.body))
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{time.time_ns()}.json").write_text(json.dumps(asdict(mail)), encoding="utf-8")


def _folder() -> Path:
    assert settings.DEMONSTRATION_MAILS is not None, "only in a demonstration"
    return Path(settings.DEMONSTRATION_MAILS)


def is_demonstration() -> bool:
    """Whether this server shows the campaigns of `bakeoff demo`, and mails go nowhere."""
    return settings.DEMONSTRATION_MAILS is not None


def kept_mails() -> list[DemonstrationMail]:
    """The latest mails, newest first."""
    folder = _folder()
    files = sorted(folder.glob("*.json"), key=lambda path: path.name, reverse=True)[:_MOST]
    return [DemonstrationMail(**json.loads(path.read_text(encoding="utf-8"))) for path in files]
