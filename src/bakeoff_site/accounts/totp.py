"""Codes of authenticator apps: RFC 6238 with what all apps understand (SHA-1, six digits, 30 seconds)."""

from __future__ import annotations

import base64
import hmac
import secrets
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
"""The length of the hash, as RFC 4226 recommends."""


def new_secret() -> str:
    """A random key in base 32."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode("ascii")


def readable(secret: str) -> str:
    """In groups of four, for people who type it."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


def step_at(seconds: float) -> int:
    """The number of the time step at a Unix time."""
    return int(seconds) // STEP_SECONDS


def code_at(secret: str, step: int, *, digits: int = DIGITS) -> str:
    """The code of a time step.

    >>> code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", step_at(59), digits=8)
    '94287082'
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0x0F
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def matching_step(secret: str, code: str, seconds: float, *, after: int = -1) -> int | None:
    """The step whose code was given: the present one or a neighbour, for slow hands and wrong clocks.

    Steps up to `after` do not count, so that a code that was seen by others is of no use to them.
    """
    present = step_at(seconds)
    given = code.encode()
    matching = None
    for step in (present - 1, present, present + 1):
        matches = hmac.compare_digest(code_at(secret, step).encode(), given)
        if matches and step > after and matching is None:
            matching = step
    return matching


def provisioning_uri(secret: str, *, account: str, issuer: str = "Bakeoff") -> str:
    """What the QR code says to the app."""
    label = quote(f"{issuer}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"
