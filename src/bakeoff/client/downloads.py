"""Files from addresses that need no token."""

from __future__ import annotations

from pathlib import Path

from bakeoff.client.connection import httpx_module
from bakeoff.errors import BakeoffError

_PIECE = 1 << 20
_MOST = 16 << 30
_SECONDS = 60.0


def download(address: str, path: Path) -> None:
    """Fetches a file; an error says why there is none. Redirections are followed."""
    httpx = httpx_module()
    size = 0
    try:
        with httpx.stream("GET", address, follow_redirects=True, timeout=_SECONDS) as response, path.open("wb") as file:
            if response.is_error:
                raise BakeoffError(
                    f"{address}: expected a file, found status {response.status_code} ({response.reason_phrase}). "
                    "Check the address."
                )
            for piece in response.iter_bytes(_PIECE):
                size += len(piece)
                if size > _MOST:
                    raise BakeoffError(f"{address}: expected at most {_MOST:,} bytes, found more.")
                file.write(piece)
    except httpx.HTTPError as error:
        raise BakeoffError(f"{address}: no file came ({error}). Check the address and your network.") from None
    except httpx.InvalidURL as error:
        raise BakeoffError(f"{address}: expected an address, found something else ({error}).") from None
