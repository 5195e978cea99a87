"""What Django is told about database, mails and the key."""

from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path

from bakeoff_site.config.databases import database
from bakeoff_site.config.environment import Environment
from bakeoff_site.config.mail import mail_settings
from bakeoff_site.config.secrets import secret_key


def test_sqlite_lies_in_the_data_folder() -> None:
    found = database(Environment(data_folder=Path("/srv")))
    assert found["NAME"] == Path("/srv/bakeoff.sqlite3")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgresql_by_its_url() -> None:
    found = database(
        Environment(database_url="postgresql://me:p%40ss@db.example.org:5433/mt%20campaigns?sslmode=require")
    )
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("mt campaigns", "me", "p@ss")
    assert (found["HOST"], found["PORT"], found["OPTIONS"]["sslmode"]) == ("db.example.org", "5433", "require")


def test_postgresql_by_a_socket() -> None:
    found = database(Environment(database_url="postgresql://me@/mt?host=/Run/postgresql"))
    assert (found["HOST"], "host" in found["OPTIONS"]) == ("/Run/postgresql", False)


def test_mails_are_printed_unless_there_is_a_server() -> None:
    assert mail_settings(Environment(mail_from="mt@a.org")) == {
        "DEFAULT_FROM_EMAIL": "mt@a.org",
        "DEMONSTRATION_MAILS": None,
        "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend",
    }


def test_mails_by_a_server() -> None:
    found = mail_settings(Environment(mail_url="smtp://me:p%40ss@mail.example.org"))
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("me", "p@ss")
    assert mail_settings(Environment(mail_url="smtps://mail.example.org"))["EMAIL_PORT"] == 465


def test_a_key_that_is_given_is_taken(tmp_path: Path) -> None:
    assert secret_key(Environment(secret_key="given", data_folder=tmp_path)) == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_made_once_and_for_us_alone(tmp_path: Path) -> None:
    environment = Environment(data_folder=tmp_path / "new")
    made = secret_key(environment)
    assert len(made) == 64
    assert secret_key(environment) == made
    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_processes_that_start_at_once_have_the_same_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("fork").Pool(4) as pool:
        keys = pool.map(secret_key, [Environment(data_folder=tmp_path)] * 40, chunksize=1)
    assert len(set(keys)) == 1
