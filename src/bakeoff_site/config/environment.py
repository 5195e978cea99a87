"""Where the site's settings come from: environment variables, then one TOML file, then defaults that just work."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

PREFIX = "BAKEOFF_"
FILE_VARIABLE = "BAKEOFF_CONFIG"
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


class SettingsError(Exception):
    """A setting is wrong; the message names it and says what was expected."""


@dataclass(frozen=True, kw_only=True)
class Environment:
    """All settings. Each can be set by an environment variable (`BAKEOFF_DATABASE_URL`) or a key of the TOML file."""

    data_folder: Path = Path("bakeoff-data")
    """Where the database, uploads and test sets lie, unless said otherwise."""
    database_url: str = ""
    """`postgresql://user:password@host/name`; by default SQLite in the data folder."""
    secret_key: str = ""
    """Signs sessions and links; by default made once and kept in the data folder."""
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    base_url: str = "http://localhost:8000"
    """What links in mails begin with."""
    trusted_proxies: int = 0
    """How many reverse proxies stand before the site; the outermost then says in `X-Forwarded-For` who visits."""
    debug: bool = False
    mail_url: str = ""
    """`smtp://user:password@host:587`; by default mails are printed on the console."""
    mail_from: str = "bakeoff@localhost"
    time_zone: str = "UTC"
    worker_threads: int = 1
    """Jobs that the server's own worker runs at a time; 0 leaves them to `bakeoff worker`."""
    max_upload_bytes: int = 2**30

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site by HTTPS."""
        return self.base_url.startswith("https://")


def read_environment(variables: Mapping[str, str] | None = None) -> Environment:
    """The settings, or a `SettingsError` that names all that is wrong."""
    given = os.environ if variables is None else variables
    problems: list[str] = []
    values = _from_file(given.get(FILE_VARIABLE), problems)
    for each in fields(Environment):
        name = f"{PREFIX}{each.name.upper()}"
        if name in given:
            values[each.name] = given[name]
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        try:
            parsed[name] = _parsed(name, value)
        except ValueError as error:
            problems.append(f"{PREFIX}{name.upper()}: {error}")
    if problems:
        raise SettingsError("; ".join(problems))
    return Environment(**parsed)


def _from_file(path: str | None, problems: list[str]) -> dict[str, Any]:
    """The settings of the TOML file that `BAKEOFF_CONFIG` names, or of `bakeoff.toml` in the present folder."""
    file = Path(path) if path else Path("bakeoff.toml")
    if not path and not file.is_file():
        return {}
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{file}: {error}")
        return {}
    known = {each.name for each in fields(Environment)}
    unknown = sorted(content.keys() - known)
    problems += [f"{file}: there is no setting {name!r}; there are: {', '.join(sorted(known))}" for name in unknown]
    return {name: value for name, value in content.items() if name in known}


def _parsed(name: str, value: Any) -> Any:
    default = getattr(Environment, name, None)
    if isinstance(default, bool):
        return _truth(value)
    if isinstance(default, int):
        if isinstance(value, bool) or not str(value).isdecimal():
            raise ValueError(f"expected a whole number, found {value!r}")
        return int(value)
    if isinstance(default, tuple):
        return tuple(value if isinstance(value, list) else filter(None, map(str.strip, str(value).split(","))))
    if isinstance(default, Path):
        return Path(value)
    return str(value)


def _truth(value: Any) -> bool:
    text = str(value).lower()
    if text in _TRUE | _FALSE:
        return text in _TRUE
    raise ValueError(f"expected true or false, found {value!r}")


def database(environment: Environment) -> dict[str, Any]:
    """Django's settings of the database."""
    if not environment.database_url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": environment.data_folder / "bakeoff.sqlite3",
            # Writers wait for each other instead of failing, readers never wait, and what is committed is on the disk.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    url = urlsplit(environment.database_url)
    if url.scheme not in ("postgresql", "postgres"):
        raise SettingsError(f"{PREFIX}DATABASE_URL: expected postgresql://…, found {url.scheme}://…")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.removeprefix("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 10}},
    }


def secret_key(environment: Environment) -> str:
    """The key that was given, or one that is made on first use and kept where only we can read it."""
    if environment.secret_key:
        return environment.secret_key
    path = environment.data_folder / "secret-key"
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        environment.data_folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(48))
        return path.read_text(encoding="ascii").strip()
