"""A request as PEP 3333 describes it."""

from __future__ import annotations

import sys
from typing import Any, Protocol

Environ = dict[str, Any]


class Scope(Protocol):
    """What the server passes on about a request."""

    proto: str
    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None

    @property
    def headers(self) -> Any: ...


def environ_of(scope: Scope) -> Environ:
    name, _, port = scope.server.rpartition(":")
    environ: Environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.authority:  # as HTTP/2 says which host is meant
        environ["HTTP_HOST"] = scope.authority
    for header, value in scope.headers.items():
        if "_" in header or (header.lower() == "host" and scope.authority):
            continue  # X_Forwarded_For must not pass for the X-Forwarded-For of a proxy
        key = header.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        before = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}" if key in environ else ""
        environ[key] = f"{before}{value}"
    return environ


def length_of(environ: Environ) -> int | None:
    """How many bytes the body is announced to have; None where nobody says."""
    text = environ.get("CONTENT_LENGTH")
    # Where both are sent, the server goes by the chunks.
    if text is None or "HTTP_TRANSFER_ENCODING" in environ:
        return None
    return int(text) if text.isascii() and text.isdecimal() else None
