"""Where the site's settings come from: environment variables, then one TOML file, then defaults that just work."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.plugins import ConfiguredPlugin
from bakeoff_site.config.plugins import parse_plugins, written_plugins
from bakeoff_site.config.values import (
    check_base_url,
    check_cluster_url,
    check_database_url,
    check_mail_url,
    check_sender,
    check_time_zone,
)

PREFIX = "BAKEOFF_"
FILE_VARIABLE = "BAKEOFF_CONFIG"
DEFAULT_FILE = "bakeoff.toml"
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


class SettingsError(BakeoffError):
    """Settings are wrong; each problem names one of them, what was expected, and what to do."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


@dataclass(frozen=True, kw_only=True)
class Environment:
    """All settings. Each can be set by an environment variable (`BAKEOFF_DATABASE_URL`) or a key of the TOML file."""

    data_folder: Path = Path("bakeoff-data")
    """Where the database, uploads and test sets are stored by default."""
    database_url: str = ""
    """`postgresql://user:password@host/name`; by default SQLite in the data folder."""
    secret_key: str = ""
    """Signs sessions and links; by default made once and kept in the data folder."""
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """Names by which the site may be asked for."""
    base_url: str = ""
    """What links in mails start with; by default where `bakeoff serve` listens, on localhost."""
    trusted_proxies: int = 0
    """How many reverse proxies are before the site; the outermost then says in `X-Forwarded-For` who visits."""
    debug: bool = False
    """Shows the source next to errors: for developers alone."""
    mail_url: str = ""
    """`smtp://user:password@host:587`; by default mails are printed on the console."""
    mail_from: str = "bakeoff@localhost"
    """Who mails come from."""
    time_zone: str = "UTC"
    """In which times are shown that no campaign gives a zone of its own."""
    worker_processes: int = 2
    """Jobs that the server's own workers do at a time, each a process; 0 leaves them to `bakeoff worker`.

    Of several, one is kept free for what people wait for: checks and trials.
    """
    stall_minutes: int = 30
    """How long a job may make no progress before it is given up, and tried again; 0 for as long as it likes."""
    cluster_url: str = ""
    """`tcp://scheduler:8786`, a Dask cluster that computes scores; by default workers do so themselves."""
    plugins: tuple[ConfiguredPlugin, ...] = ()
    """Programs that workers run for outside metrics: a table `[plugins.NAME]` each, or JSON."""
    max_upload_bytes: int = 2**30
    """The largest file that anyone may submit."""
    max_team_bytes: int = 20 * 2**30
    """The most bytes that are kept of a team in a campaign, unless its rulebook says less; 0 for any number."""
    max_waiting_packages: int = 20
    """Packages of a team that may wait to be checked; 0 for any number."""
    max_trials_a_day: int = 500
    """Texts that a person may have scored in a day on the evaluation server, in all campaigns; 0 for any number."""
    min_free_bytes: int = 2**30
    """Free space of the disk that is left to the database and to jobs: files that would take of it are refused."""

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site by HTTPS."""
        return self.base_url.startswith("https://")


NAMES = tuple(sorted(each.name for each in fields(Environment)))
RENAMED = {"worker_threads": "worker_processes"}
"""Names of settings in earlier versions that are still read, and their names today."""
_CHECKS = {
    "database_url": check_database_url,
    "base_url": check_base_url,
    "cluster_url": check_cluster_url,
    "mail_url": check_mail_url,
    "mail_from": check_sender,
    "time_zone": check_time_zone,
}


@dataclass(frozen=True, kw_only=True)
class Examination:
    """The settings, with the default for each that is wrong, and all that is wrong."""

    environment: Environment
    problems: tuple[str, ...]
    wrong: frozenset[str]
    """Names of the settings that are not what somebody meant."""
    given: frozenset[str]
    """Names of the settings that somebody gave, rightly or wrongly."""
    notices: tuple[str, ...] = ()
    """What is still understood and should be changed."""


def read_environment(variables: Mapping[str, str] | None = None) -> Environment:
    """The settings, or a `SettingsError` that names all that is wrong."""
    examination = examine_environment(variables)
    if examination.problems:
        raise SettingsError(examination.problems)
    return examination.environment


def examine_environment(variables: Mapping[str, str] | None = None) -> Examination:
    """What variables and the TOML file say, as far as it is right."""
    given = os.environ if variables is None else variables
    problems: list[str] = []
    notices: list[str] = []
    chosen, wrong = _from_file(given.get(FILE_VARIABLE), problems, notices)
    by_variable = {
        name: (variable, given[variable])
        for name in (*NAMES, *RENAMED)
        if (variable := f"{PREFIX}{name.upper()}") in given
    }
    chosen |= _renamed(by_variable, problems, notices, written=lambda name: f"{PREFIX}{name.upper()}")
    values: dict[str, Any] = {}
    for name, (place, value) in chosen.items():
        try:
            values[name] = _parsed(name, value)
        except ValueError as error:
            problems.append(f"{place}: {error}")
            wrong.add(name)
    return Examination(
        environment=Environment(**values),
        problems=tuple(problems),
        wrong=frozenset(wrong),
        given=frozenset(chosen),
        notices=tuple(notices),
    )


def write_environment(environment: Environment) -> dict[str, str]:
    """The variables that say all of it, whatever a file may say."""
    texts = {
        f"{PREFIX}{name.upper()}": ",".join(value) if isinstance(value, tuple) else str(value)
        for name, value in asdict(replace(environment, plugins=())).items()
    }
    plugins = {f"{PREFIX}PLUGINS": written_plugins(environment.plugins)}
    return {FILE_VARIABLE: os.devnull, **texts, **plugins}


def _renamed(
    chosen: Mapping[str, tuple[str, Any]],
    problems: list[str],
    notices: list[str],
    *,
    written: Callable[[str], str] = str,
) -> dict[str, tuple[str, Any]]:
    """Settings from one place under the names of today; `written` is how that place writes a name."""
    found = {name: value for name, value in chosen.items() if name not in RENAMED}
    for old, new in RENAMED.items():
        if old not in chosen:
            continue
        place = chosen[old][0]
        if new in found:
            problems.append(
                f"{place}: expected {written(new)} alone, found both. It is the same setting: leave this one out."
            )
        else:
            notices.append(f"{place}: this setting is called {written(new)} now. Rename it; the old name will go.")
            found[new] = chosen[old]
    return found


def _from_file(
    path: str | None, problems: list[str], notices: list[str]
) -> tuple[dict[str, tuple[str, Any]], set[str]]:
    """What the file says that `BAKEOFF_CONFIG` names, or `bakeoff.toml` in the present folder, and where it says so.

    Of a file that cannot be read, all settings are wrong.
    """
    file = Path(path or DEFAULT_FILE)
    if not path and not file.is_file():
        return {}, set()
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        problems.append(f"{FILE_VARIABLE}: {file} cannot be read ({(error.strerror or str(error)).lower()}).")
        return {}, set(NAMES)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{file}: expected TOML, found something else: {error}.")
        return {}, set(NAMES)
    for name in sorted(content.keys() - {*NAMES, *RENAMED}):
        problems.append(f"{file}: there is no setting {name!r}. There are: {', '.join(NAMES)}.")
    known = {name: (f"{file}, {name}", value) for name, value in content.items() if name in (*NAMES, *RENAMED)}
    return _renamed(known, problems, notices), set()


def _parsed(name: str, value: Any) -> Any:
    if name == "plugins":
        return parse_plugins(value)
    default = getattr(Environment, name)
    if isinstance(default, bool):
        return _truth(value)
    if isinstance(default, int):
        if isinstance(value, bool) or not str(value).isdecimal():
            raise ValueError(f"expected a whole number, found {value!r}.")
        return int(value)
    if isinstance(default, tuple):
        return _names(value)
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes, found {value!r}.")  # noqa: TRY004 -- one of many, collected
    if isinstance(default, Path):
        if not value.strip():
            raise ValueError("expected a folder, found nothing.")
        return Path(value)
    if name in _CHECKS and value:
        _CHECKS[name](value)
    return value


def _truth(value: Any) -> bool:
    text = str(value).lower()
    if text in _TRUE | _FALSE:
        return text in _TRUE
    raise ValueError(f"expected true or false, found {value!r}.")


def _names(value: Any) -> tuple[str, ...]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"expected names separated by commas, or a list of them, found {value!r}.")
    return tuple(filter(None, (name.strip() for name in names)))
