"""How much one request may bring."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest

_BESIDE = 2**20
"""What fields and borders of a form may take beside the file."""


ARRIVED_AT = "bakeoff.arrived_at"
"""Where the gateway says when the last byte of a body came. No header is called so: theirs begin with HTTP_."""


def arrived_at(request: HttpRequest) -> datetime | None:
    """When the last byte of a request was here; None where bodies are read while they come."""
    when: datetime | None = request.META.get(ARRIVED_AT)
    return when


def most_of_a_body() -> int:
    """How many bytes a request with a file may have."""
    return int(settings.MAX_UPLOAD_BYTES) + _BESIDE


class BoundedUpload(MemoryFileUploadHandler):
    """Turns away what announces to be larger than any file may be, before it is written to the disk."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 -- Django's name
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> Any:
        if content_length > most_of_a_body():
            raise RequestDataTooBig(f"The request is larger than the {settings.MAX_UPLOAD_BYTES:,} bytes of a file.")
        return super().handle_raw_input(input_data, META, content_length, boundary, encoding)
