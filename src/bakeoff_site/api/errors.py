"""Errors as problem details (RFC 9457), with a code for programs and the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from bakeoff.data import Finding
from bakeoff.data.sentences import clipped
from bakeoff.errors import BakeoffError, InputError, TransientError
from bakeoff.reports import findings_json
from bakeoff_site.core.finding_codes import FIELD, INPUT
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.core.storage.disk_space import DiskFullError

PROBLEM_JSON = "application/problem+json"

CODES: dict[int, str] = {
    400: "bad-request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    409: "refused",
    411: "length-required",
    413: "too-large",
    422: "invalid",
    429: "too-many-requests",
    500: "server-error",
    503: "unavailable",
    507: "no-space",
}
"""What programs say errors by, for each status."""
_MESSAGES = {
    400: "The request could not be understood.",
    401: "Send a token of your account that is neither expired nor revoked: Authorization: Bearer bakeoff_… "
    "Tokens are made on the page of your account.",
    403: "You may not do that.",
    404: "There is nothing at this address, or nothing that you may see.",
    405: "This address does not take that method.",
    411: "Say how long the body is: Content-Length. Nothing was saved.",
    413: "The request is too large. Files are taken from people with a verified email address, at the operations for "
    "files; anything else may have a few megabytes at most. Nothing was saved.",
    422: "The request has mistakes.",
    429: "You are sending several large files at the same time. Wait until another has arrived, then send this one "
    "again; Retry-After says when.",
    500: "Something went wrong on the server, and it was logged. Try again later, or contact the organisers.",
    503: "The server cannot answer at the moment. Try again later.",
    507: "The disk of the server is nearly full, so nothing was saved. Contact the organisers, and try again later.",
}
_STATUSES: dict[type[Exception], int] = {
    Http404: 404,
    PermissionDenied: 403,
    RequestDataTooBig: 413,
    SuspiciousOperation: 400,
    UnreadablePostError: 400,
    DiskFullError: 507,
    TooOftenError: 429,
    RefusedError: 409,
    ValidationError: 422,
    TransientError: 503,
    BakeoffError: 422,
}
"""What an error is, the first that fits; any other is a mistake of ours."""
_WORDLESS = (
    AuthenticationError,
    Http404,
    RequestDataTooBig,
    SuspiciousOperation,
    UnreadablePostError,
    ValidationError,
)
"""Errors whose own words are not for who asked."""
_FOUND_CHARACTERS = 200
_FIELD_REMEDIES = {
    "missing": "Add {} to what is sent.",
    "extra_forbidden": "Leave {} out, or fix its name.",
}
"""What to do about a field, by how the schema refuses it."""


class ScopeError(HttpError, BakeoffError):
    """The token is good, but not for this."""

    def __init__(self, scopes: Iterable[str]) -> None:
        super().__init__(403, f"This needs a token with the scope {' or '.join(scopes)}; make one on your account.")


class RateLimitError(HttpError, BakeoffError):
    """Says when to try again."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(429, f"Too many requests. Try again in {seconds} {'second' if seconds == 1 else 'seconds'}.")


class NotValidError(BakeoffError):
    """What was sent has mistakes, and each is named."""

    def __init__(self, message: str, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(message)


def error_response(
    status: int, message: str = "", *, code: str = "", findings: Sequence[dict[str, Any]] = ()
) -> JsonResponse:
    """An error as programs read it."""
    phrase = HTTPStatus(status).phrase
    problem = {
        "type": "about:blank",
        "title": phrase,
        "status": status,
        "detail": message or _MESSAGES.get(status, f"{phrase}."),
        "code": code or CODES.get(status, phrase.lower().replace(" ", "-")),
        "findings": list(findings),
    }
    return JsonResponse(problem, status=status, content_type=PROBLEM_JSON, json_dumps_params={"ensure_ascii": False})


def handle_errors(api: NinjaAPI) -> None:
    """Turns everything that an operation raises into an answer; what is nobody's mistake continues to the log."""
    for kind in (ValidationError, HttpError, Http404, Exception):  # for each of which the framework has its own
        api.add_exception_handler(kind, _answer)


def _answer(_request: HttpRequest, error: Any) -> HttpResponse:
    status = error.status_code if isinstance(error, HttpError) else _status_of(error)
    if status is None:
        raise error
    message = "" if isinstance(error, _WORDLESS) else str(error)
    code = "scope" if isinstance(error, ScopeError) else ""
    response = error_response(status, message, code=code, findings=findings_json(_findings_of(error)))
    if isinstance(error, AuthenticationError):
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(error, (RateLimitError, TooOftenError)):
        response["Retry-After"] = str(error.seconds)
    return response


def _status_of(error: Exception) -> int | None:
    return next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), None)


def form_mistakes(form: Form) -> NotValidError:
    """What a form of the pages refuses, for programs."""
    findings = [
        FIELD.finding(found=_short(form.data.get(name, "nothing")), expected=f"{name}: {text}")
        for name, texts in form.errors.items()
        for text in texts
    ]
    return NotValidError("Some answers are not valid.", findings)


def _findings_of(error: Exception) -> Sequence[Finding]:
    match error:
        case ValidationError():
            return [_of_field(each) for each in error.errors]
        case InputError():
            said = {"found": error.found, "expected": error.expected, "remedy": error.remedy}
            return [INPUT.finding(place=error.place, **said)]
    named: Sequence[Finding] = getattr(error, "findings", ())  # of a rulebook, a run, a form
    return named


def _of_field(error: dict[str, Any]) -> Finding:
    """A field that the schema refuses, by its name in what was sent: `verdicts.0.key`."""
    source, *path = error["loc"]
    # The framework names the body, and the parameter that takes it in.
    names = path[1:] if source == "body" else path
    where = ".".join(map(str, names)) or str(source)
    found = "nothing" if error["type"] == "missing" else _short(error.get("input", "another value"))
    return FIELD.finding(
        found=found,
        expected=f"{where}: {error['msg']}",
        remedy=_FIELD_REMEDIES.get(error["type"], "Send {} as /api/v1/openapi.json describes it.").format(
            f"the field {where}" if names and source == "body" else f"{where} in the address" if names else "the body"
        ),
    )


def _short(value: object) -> str:
    return clipped(str(value), _FOUND_CHARACTERS)
