"""Settings that are more than text or a number, checked when they are read. No message repeats a password."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from bakeoff.engine import check_cluster_url as check_cluster_address
from bakeoff.errors import BakeoffError


def check_database_url(value: str) -> None:
    url = _split(value, "postgresql://user:password@host:5432/name")
    if url.scheme not in ("postgresql", "postgres"):
        raise ValueError(
            f"expected postgresql://user:password@host:5432/name, found {_start(url)}. Leave it out for SQLite."
        )
    if not url.path.strip("/"):
        raise ValueError(f"expected the name of a database after the host, found none: {_start(url)}/name.")


def check_mail_url(value: str) -> None:
    url = _split(value, "smtp://user:password@host:587")
    if url.scheme not in ("smtp", "smtps") or not url.hostname:
        raise ValueError(f"expected smtp://user:password@host:587 or smtps://…, found {_start(url)}.")


def check_base_url(value: str) -> None:
    url = _split(value, "https://mt.example.org")
    if url.scheme not in ("http", "https") or not url.hostname or url.username:
        raise ValueError(f"expected an address such as https://mt.example.org, found {_start(url)}.")
    if url.path or url.query or url.fragment:
        raise ValueError(f"expected an address that ends with the host or port, found {value!r}.")


def check_cluster_url(value: str) -> None:
    try:
        check_cluster_address(value)
    except BakeoffError as error:
        raise ValueError(str(error)) from None


def check_sender(value: str) -> None:
    if value.count("@") != 1 or value.startswith("@") or value.endswith("@"):
        raise ValueError(f"expected a mail address, found {value!r}.")


def check_time_zone(value: str) -> None:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"expected a time zone such as Europe/Berlin, found {value!r}.") from None


def _split(value: str, example: str) -> SplitResult:
    try:
        url = urlsplit(value)
        _ = url.port  # is read only now, and refused where it is no number
    except ValueError as error:
        raise ValueError(f"expected {example}, found something else: {str(error).lower()}.") from None
    return url


def _start(url: SplitResult) -> str:
    return f"{url.scheme}://{url.hostname or ''}" if url.scheme else "no scheme"
