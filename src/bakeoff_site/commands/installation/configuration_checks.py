"""What is misconfigured, all at once. Looking changes nothing: no folder, no key, no database is made."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from bakeoff_site.commands.installation.connectivity import reach_problems
from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE, private_problems
from bakeoff_site.config.environment import (
    PREFIX,
    Environment,
    Examination,
    examine_environment,
    write_environment,
)
from bakeoff_site.core.storage.disk_space import space_of

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
SHORTEST_KEY = 50
"""As Django's own check for deployment."""


def find_problems() -> list[str]:
    """Everything that keeps the server from working as it should, each with what to do."""
    examination = examine_environment()
    problems = [*examination.problems, *deployment_problems(examination.environment)]
    problems += [*proxy_problems(examination), *private_problems(examination.environment)]
    problems += [*space_problems(examination.environment), *reach_problems(examination.environment)]
    if examination.wrong & {"data_folder", "database_url"}:
        return problems  # the database that would be looked at is not the one that was meant
    return [*problems, *_database_problems(examination.environment)]


def find_notices() -> tuple[str, ...]:
    """What the server still understands and should be changed."""
    return examine_environment().notices


def deployment_problems(environment: Environment) -> list[str]:
    """What settings, each right in itself, do wrong together or on this machine."""
    return [*_host_problems(environment), *_key_problems(environment), *_folder_problems(environment.data_folder)]


def _host_problems(environment: Environment) -> Iterator[str]:
    host = _host_of(environment.base_url) if environment.base_url else None
    hosts = environment.allowed_hosts
    if not hosts:
        yield f"{PREFIX}ALLOWED_HOSTS: expected the names by which people reach the site, found none."
    elif host and not validate_host(host, hosts):
        yield (
            f"{PREFIX}ALLOWED_HOSTS: expected {host}, the host of {PREFIX}BASE_URL, among them, found "
            f"{', '.join(hosts)}. Links in mails would be refused: add it."
        )
    public = sorted({*hosts, host or "localhost"} - set(LOCAL_HOSTS))
    if environment.debug and public:
        yield (
            f"{PREFIX}DEBUG: expected false, as others reach the site as {', '.join(public)}, found true. It shows "
            "source and settings to everyone: leave it out."
        )


def _host_of(base_url: str) -> str:
    """As requests name it; without an address, this machine."""
    name = urlsplit(base_url).hostname or "localhost"
    return f"[{name}]" if ":" in name else name


def proxy_problems(examination: Examination) -> Iterator[str]:
    """An undeclared web server in front of the site: all visitors would seem to be one."""
    environment = examination.environment
    if environment.trusted_proxies or examination.wrong & {"trusted_proxies", "base_url"}:
        return
    harm = (
        "Otherwise all visitors count as one, and a stranger who tries passwords keeps everybody from signing in: set "
        "it to how many web servers are in front of the site, each of which adds to X-Forwarded-For"
    )
    if environment.is_secure:
        yield (
            f"{PREFIX}TRUSTED_PROXIES: expected at least 1, as the site is reached by HTTPS, which a web server before "
            f"it speaks, found 0. {harm}."
        )
    elif "trusted_proxies" not in examination.given and _host_of(environment.base_url) not in LOCAL_HOSTS:
        yield (
            f"{PREFIX}TRUSTED_PROXIES: expected it to be set, as others reach the site as {environment.base_url}, "
            f"found nothing. {harm}, or to 0 where there is none."
        )


def _key_problems(environment: Environment) -> Iterator[str]:
    if environment.secret_key and len(environment.secret_key) < SHORTEST_KEY:
        yield (
            f"{PREFIX}SECRET_KEY: expected at least {SHORTEST_KEY} characters, found {len(environment.secret_key)}. "
            "Leave it out and one is made, or take what "
            "python -c 'import secrets; print(secrets.token_urlsafe(48))' prints."
        )


def _folder_problems(folder: Path) -> Iterator[str]:
    nearest = next(parent for parent in [folder.absolute(), *folder.absolute().parents] if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            return
    except OSError as error:
        what = f"{nearest} cannot be written to ({(error.strerror or str(error)).lower()})"
    yield (
        f"{PREFIX}DATA_FOLDER: expected a folder for data, found that {what}. Give the one who runs the server the "
        "right to write there, or name another folder."
    )


def space_problems(environment: Environment) -> Iterator[str]:
    """A disk that is full, or will be soon. The server starts all the same: people may read."""
    space = space_of(environment.data_folder, reserve=environment.min_free_bytes)
    if space.is_scarce:
        what = "no file is taken" if space.is_short else "soon no file will be taken"
        yield (
            f"{PREFIX}MIN_FREE_BYTES: expected more than {space.reserve:,} bytes to be free on the disk of "
            f"{environment.data_folder}, found {space.free:,}: {what}. Free space on the disk, or move the folder "
            "to a larger one."
        )


def _database_problems(environment: Environment) -> list[str]:
    if not environment.database_url and not (environment.data_folder / DATABASE_FILE).exists():
        return [f"there is no database in {environment.data_folder} yet: bakeoff serve makes it when it starts."]
    # Django is loaded with what is right, so that one wrong setting hides nothing; and it makes no key for good.
    os.environ.update(write_environment(replace(environment, secret_key="for this look alone")))
    try:
        django.setup()
    except ImproperlyConfigured as error:
        return [database_driver_problem(error)]
    from django.core import checks

    problems = [f"{issue.msg} {issue.hint or ''}".strip() for issue in checks.run_checks() if issue.is_serious()]
    if migrations := list(migration_problems()):
        return [*problems, *migrations]
    with own_connection():
        return [*problems, *job_problems(environment), *mail_problems(environment)]


@contextmanager
def own_connection() -> Iterator[None]:
    """A connection that is closed afterwards: no forked process shares it."""
    from django.db import connection

    try:
        yield
    finally:
        connection.close()


def migration_problems() -> Iterator[str]:
    """A database that cannot be reached, or is not up to date."""
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        with own_connection():
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        yield unreachable(error)
        return
    if plan:
        yield (
            f"the database is not up to date ({len(plan)} migrations to come): bakeoff serve brings it up to date "
            "when it starts."
        )


def job_problems(environment: Environment) -> Iterator[str]:
    """Jobs that nobody does, and failed jobs."""
    from bakeoff_site.jobs.selectors import failed_jobs, overdue_jobs

    if overdue := overdue_jobs():
        yield f"{_have(overdue, 'job')} waited for more than ten minutes: no worker takes them. {_worker(environment)}"
    if failed := failed_jobs():
        yield f"{_have(failed, 'job')} failed: the page Jobs of each campaign shows why, and tries them again."


def mail_problems(environment: Environment) -> Iterator[str]:
    """Mails that nobody sends, and mails that were given up."""
    from bakeoff_site.mail.selectors import given_up_mails, overdue_mails

    if overdue := overdue_mails():
        yield f"{_have(overdue, 'mail')} waited for more than ten minutes: no worker sends them. {_worker(environment)}"
    if given_up := given_up_mails():
        yield (
            f"{_have(given_up, 'mail')} been given up: the page Mails of each campaign, and that of administrators for "
            "mails about accounts, shows why, and tries them again."
        )


def _worker(environment: Environment) -> str:
    """How to get one."""
    if environment.worker_processes:
        return "Start bakeoff serve, or a worker by bakeoff worker."
    return f"Start one by bakeoff worker, as {PREFIX}WORKER_PROCESSES is 0."


def _have(count: int, what: str) -> str:
    return f"1 {what} has" if count == 1 else f"{count} {what}s have"


def unreachable(error: Exception) -> str:
    """What to say of a database that does not answer."""
    reason = " ".join(str(error).split()).removesuffix(".")
    return f"the database cannot be reached ({reason}): start it, or fix {PREFIX}DATABASE_URL."


def database_driver_problem(error: ImproperlyConfigured) -> str:
    """What to say where Django could not be set up; without PostgreSQL's driver, how to get it."""
    if "psycopg" in str(error):
        return "PostgreSQL needs one more package: pip install 'bakeoff[postgres]'."
    return " ".join(str(error).split())
