"""How much one request may bring."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, TypeVar

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest
from django.urls import Resolver404, resolve

_BESIDE = 2**20
"""What fields and borders of a form may take next to the file."""


ARRIVED_AT = "bakeoff.arrived_at"
"""Where the gateway says when the last byte of a body came. No header is called so: theirs start with HTTP_."""


SENDER = "bakeoff.sender"
"""Where it is said whose bodies one is counted with."""
REFUSAL = "bakeoff.refusal"
"""Where the gateway says why a body was not taken in."""
Refusal = Literal["too-large", "full", "busy", "no-length", "unavailable"]

_MARK = "methods_with_file"
View = TypeVar("View", bound=Callable[..., Any])


def takes_file(view: View, methods: tuple[str, ...] = ("POST",)) -> View:
    """Marks a view that takes a file: requests to other addresses are no larger than a form."""
    setattr(view, _MARK, methods)
    return view


def file_is_taken(method: str, path: str) -> bool:
    """Whether a request may bring a file."""
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    return method in getattr(view, _MARK, ())


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
