"""Links in mails that let people in: the outbox holds what they say, and they are signed when the mail is sent.

A reader of a copy of the database cannot follow them, since the key to sign with is not in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse

LINK = "\x1a"
"""Stands for the link in the text of a mail that waits. No name holds it, nor what anybody types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretLink:
    """A page that is opened by a token, and what the token says."""

    page: str
    """The name of its address."""
    salt: str
    """Keeps tokens for one purpose from being used for another."""
    said: str | dict[str, Any]
    is_dated: bool = True
    """Whether the token says when it was signed, so that it can grow old; if not, it is the same each time."""

    @property
    def token(self) -> str:
        signer = signing.TimestampSigner if self.is_dated else signing.Signer
        return signer(salt=self.salt).sign_object(self.said)

    @property
    def address(self) -> str:
        """The complete address, for a mail."""
        return settings.BASE_URL.rstrip("/") + reverse(self.page, args=[self.token])
