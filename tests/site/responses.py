"""What the test client gives back: its type, and whether browsers and proxies may keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    ClientResponse = _MonkeyPatchedWSGIResponse  # named in the stubs alone
else:
    ClientResponse = HttpResponse


def is_private(response: ClientResponse) -> bool:
    """Whether neither browsers nor proxies may keep a response."""
    said = {part.strip() for part in response.headers.get("Cache-Control", "").split(",")}
    return {"private", "no-store"} <= said and "public" not in said
