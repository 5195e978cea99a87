"""The type of what the test client gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    ClientResponse = _MonkeyPatchedWSGIResponse  # named in the stubs alone
else:
    ClientResponse = HttpResponse
