"""Files as the body of a request, read piece by piece, and files as answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest
from django.http.request import UnreadablePostError
from ninja.errors import HttpError

from bakeoff_site.core.storage.files import path_of

_PIECE = 1 << 20
_BINARY = {"schema": {"type": "string", "format": "binary"}}
FILE_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": {"application/octet-stream": _BINARY}}}
"""Of an operation that takes the bytes of a file and nothing around them."""
FILE_ANSWER: dict[str, Any] = {
    "responses": {200: {"description": "The bytes of the file", "content": {"application/octet-stream": _BINARY}}}
}


def pieces_of(request: HttpRequest) -> Iterator[bytes]:
    """The body of a request; one that breaks off before its announced end raises, so that no half of a file is kept."""
    length = _length(request)
    left = length
    while left and (piece := request.read(min(_PIECE, left))):
        left -= len(piece)
        yield piece
    if left:
        raise UnreadablePostError(f"{left:,} of {length:,} bytes did not arrive")


def _length(request: HttpRequest) -> int:
    text = str(request.META.get("CONTENT_LENGTH") or "0")
    if "Transfer-Encoding" in request.headers or not (text.isascii() and text.isdecimal()):
        raise HttpError(411, "Say how long the body is: Content-Length.")
    if int(text) > settings.MAX_UPLOAD_BYTES:
        raise HttpError(413, f"The file is too large: at most {settings.MAX_UPLOAD_BYTES:,} bytes are taken.")
    return int(text)


def kept_file(sha256: str, name: str) -> FileResponse:
    """A kept file under its name, with its checksum."""
    response = FileResponse(
        path_of(sha256).open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream"
    )
    response["X-Checksum-SHA256"] = sha256
    return response
