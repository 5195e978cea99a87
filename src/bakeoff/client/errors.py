"""What a server refuses, as exceptions: each says what the server said, and what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.data import Finding
from bakeoff.errors import BakeoffError, Place


class UnreachableError(BakeoffError):
    """The server did not answer, or the connection was lost too often."""


class ServerError(BakeoffError):
    """The server refused something."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        findings: Sequence[Finding] = (),
        is_redirect: bool = False,
    ) -> None:
        self.status = status
        self.code = code
        self.is_redirect = is_redirect
        self.findings = tuple(findings)
        super().__init__(message)


class UnauthenticatedError(ServerError):
    """The token is wrong, expired or revoked, or there is none."""


class ForbiddenError(ServerError):
    """The owner of the token may not do it, or not now."""


class MissingError(ServerError):
    """There is no such thing, or it is not shown."""


class ConflictError(ServerError):
    """It cannot be done as things are: too late, already done, or changed by someone else meanwhile."""


class InvalidError(ServerError):
    """What was sent has mistakes; `findings` names them."""


class TooManyRequestsError(ServerError):
    """The allowance of the token or the address is spent."""


class NoSpaceError(ServerError):
    """The disk of the server is nearly full, and takes no files."""


_KINDS: dict[int, type[ServerError]] = {
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: MissingError,
    409: ConflictError,
    422: InvalidError,
    429: TooManyRequestsError,
    507: NoSpaceError,
}


def error_of(status: int, content: object) -> ServerError:
    """The exception for an answer, whether it has the shape of the API's errors or comes from something in between."""
    if not isinstance(content, Mapping) or not {"detail", "code", "findings"} <= content.keys():
        message = f"The server answered with the status {status} and nothing more; is the address that of a Bakeoff?"
        return _KINDS.get(status, ServerError)(message, status=status, code="")
    return _KINDS.get(status, ServerError)(
        str(content["detail"]),
        status=status,
        code=str(content["code"]),
        findings=[finding_of(each) for each in content["findings"]],
    )


def moved_error(status: int, target: str) -> ServerError:
    """The exception for an answer that sends the client elsewhere, where a token must not follow by itself."""
    message = f"The server redirects to {target or 'another address'}: use that address."
    return ServerError(message, status=status, code="", is_redirect=True)


def finding_of(content: Mapping[str, Any]) -> Finding:
    """A finding from its JSON."""
    return Finding(
        code=content["code"],
        severity=content["severity"],
        found=content["found"],
        expected=content["expected"],
        remedy=content.get("remedy") or "",
        place=Place(content.get("file"), content.get("line"), content.get("document"), content.get("segment")),
    )
