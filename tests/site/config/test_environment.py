"""Settings: from variables, from the file, by default; everything that is wrong at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bakeoff.plugins import ConfiguredPlugin
from bakeoff_site.config.environment import (
    NAMES,
    Environment,
    SettingsError,
    examine_environment,
    read_environment,
    write_environment,
)

# For each setting: as a variable, as a line of TOML, what it means.
RIGHT: dict[str, tuple[str, str, Any]] = {
    "data_folder": ("/srv/data", '"/srv/data"', Path("/srv/data")),
    "database_url": ("postgresql://u:p@h/n", '"postgresql://u:p@h/n"', "postgresql://u:p@h/n"),
    "secret_key": ("s" * 60, f'"{"s" * 60}"', "s" * 60),
    "allowed_hosts": ("a.org, .b.org,", '["a.org", ".b.org"]', ("a.org", ".b.org")),
    "base_url": ("https://a.org:8443", '"https://a.org:8443"', "https://a.org:8443"),
    "debug": ("Yes", "true", True),
    "mail_url": ("smtps://u:p@h", '"smtps://u:p@h"', "smtps://u:p@h"),
    "mail_from": ("mt@a.org", '"mt@a.org"', "mt@a.org"),
    "time_zone": ("Europe/Berlin", '"Europe/Berlin"', "Europe/Berlin"),
    "worker_processes": ("0", "0", 0),
    "stall_minutes": ("45", "45", 45),
    "cluster_url": ("tls://h:8786", '"tls://h:8786"', "tls://h:8786"),
    "plugins": (
        '{"comet": {"command": "run {model}", "model": "m.ckpt", "sha256": "' + "a" * 64 + '"}}',
        '{ comet = { command = "run {model}", model = "m.ckpt", sha256 = "' + "a" * 64 + '" } }',
        (ConfiguredPlugin(name="comet", command="run {model}", model="m.ckpt", sha256="a" * 64),),
    ),
    "max_upload_bytes": ("1048576", "1048576", 1048576),
    "max_team_bytes": ("2097152", "2097152", 2097152),
    "max_waiting_packages": ("3", "3", 3),
    "max_trials_a_day": ("40", "40", 40),
    "min_free_bytes": ("0", "0", 0),
    "trusted_proxies": ("1", "1", 1),
}
WRONG = {
    "database_url": {
        "mysql://u:secret@h/n": "expected postgresql://user:password@host:5432/name, found mysql://h. "
        "Leave it out for SQLite.",
        "postgresql://u:secret@h": "expected the name of a database after the host, found none: postgresql://h/name.",
        "postgresql://u:secret@h:x/n": "expected postgresql://user:password@host:5432/name, found something else: "
        "port could not be cast to integer value as 'x'.",
    },
    "base_url": {
        "mt.example.org": "expected an address such as https://mt.example.org, found no scheme.",
        "https://a.org/mt/": "expected an address that ends with the host or port, found 'https://a.org/mt/'.",
    },
    "mail_url": {"http://u:secret@h": "expected smtp://user:password@host:587 or smtps://…, found http://h."},
    "mail_from": {"nobody": "expected a mail address, found 'nobody'."},
    "time_zone": {
        "Europe/Bonn": "expected a time zone such as Europe/Berlin, found 'Europe/Bonn'.",
        "../../etc/passwd": "expected a time zone such as Europe/Berlin, found '../../etc/passwd'.",
    },
    "debug": {"perhaps": "expected true or false, found 'perhaps'."},
    "worker_processes": {"-1": "expected a whole number, found '-1'.", "two": "expected a whole number, found 'two'."},
    "cluster_url": {"h:8786": "expected the address of a Dask scheduler such as tcp://scheduler:8786, found 'h:8786'."},
    "max_upload_bytes": {"1e6": "expected a whole number, found '1e6'."},
    "data_folder": {" ": "expected a folder, found nothing."},
}
WRONG_IN_FILE = {
    "allowed_hosts": ("[1]", "expected names separated by commas, or a list of them, found [1]."),
    "secret_key": ("12", "expected text in quotes, found 12."),
    "worker_processes": ("true", "expected a whole number, found True."),
}


def variable(name: str) -> str:
    return f"BAKEOFF_{name.upper()}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "site.toml"


def test_nothing_need_be_set() -> None:
    assert read_environment({"BAKEOFF_CONFIG": os.devnull}) == Environment()


def test_every_setting_is_tried_here() -> None:
    assert sorted(RIGHT) == list(NAMES)


@pytest.mark.parametrize("name", RIGHT)
def test_by_variable(name: str) -> None:
    text, _, meant = RIGHT[name]
    assert getattr(read_environment({"BAKEOFF_CONFIG": os.devnull, variable(name): text}), name) == meant


@pytest.mark.parametrize("name", RIGHT)
def test_by_file(name: str, file: Path) -> None:
    _, line, meant = RIGHT[name]
    file.write_text(f"{name} = {line}\n", encoding="utf-8")
    assert getattr(read_environment({"BAKEOFF_CONFIG": str(file)}), name) == meant


def test_a_file_in_the_present_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bakeoff.toml").write_text("worker_processes = 3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert read_environment({}).worker_processes == 3


def test_variables_outdo_the_file(file: Path) -> None:
    file.write_text("worker_processes = 3\ndebug = true\n", encoding="utf-8")
    found = read_environment({"BAKEOFF_CONFIG": str(file), "BAKEOFF_WORKER_PROCESSES": "4"})
    assert (found.worker_processes, found.debug) == (4, True)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_wrong_values_are_refused_with_what_was_expected(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_environment({"BAKEOFF_CONFIG": os.devnull, variable(name): value})
    assert caught.value.problems == (f"{variable(name)}: {WRONG[name][value]}",)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", WRONG_IN_FILE)
def test_wrong_kinds_in_the_file_are_refused(name: str, file: Path) -> None:
    value, expected = WRONG_IN_FILE[name]
    file.write_text(f"{name} = {value}\n", encoding="utf-8")
    assert examine_environment({"BAKEOFF_CONFIG": str(file)}).problems == (f"{file}, {name}: {expected}",)


def test_all_that_is_wrong_is_told_at_once_and_the_rest_is_kept(file: Path) -> None:
    file.write_text('time_zone = "Mars"\nport = 80\nmail_from = "mt@a.org"\n', encoding="utf-8")
    found = examine_environment({"BAKEOFF_CONFIG": str(file), "BAKEOFF_DEBUG": "x", "BAKEOFF_WORKER_PROCESSES": "y"})
    assert [problem.split(":")[0] for problem in found.problems] == [
        str(file),
        f"{file}, time_zone",
        "BAKEOFF_DEBUG",
        "BAKEOFF_WORKER_PROCESSES",
    ]
    assert "there is no setting 'port'. There are: allowed_hosts, " in found.problems[0]
    assert found.wrong == {"time_zone", "debug", "worker_processes"}
    assert found.environment == Environment(mail_from="mt@a.org")


def test_the_old_name_of_a_setting_is_read_and_remarked_on(file: Path) -> None:
    found = examine_environment({"BAKEOFF_CONFIG": os.devnull, "BAKEOFF_WORKER_THREADS": "4"})
    assert (found.environment.worker_processes, found.problems) == (4, ())
    assert found.notices == (
        "BAKEOFF_WORKER_THREADS: this setting is called BAKEOFF_WORKER_PROCESSES now. Rename it; the old name will go.",
    )
    file.write_text("worker_threads = 3\n", encoding="utf-8")
    found = examine_environment({"BAKEOFF_CONFIG": str(file)})
    assert (found.environment.worker_processes, set(found.given)) == (3, {"worker_processes"})
    assert found.notices == (
        f"{file}, worker_threads: this setting is called worker_processes now. Rename it; the old name will go.",
    )
    outdone = examine_environment({"BAKEOFF_CONFIG": str(file), "BAKEOFF_WORKER_PROCESSES": "5"})
    assert (outdone.environment.worker_processes, outdone.problems) == (5, ())


def test_a_setting_under_both_names_is_refused(file: Path) -> None:
    file.write_text("worker_threads = 3\nworker_processes = 4\n", encoding="utf-8")
    assert examine_environment({"BAKEOFF_CONFIG": str(file)}).problems == (
        f"{file}, worker_threads: expected worker_processes alone, found both. "
        "It is the same setting: leave this one out.",
    )


def test_a_file_that_is_not_there(file: Path) -> None:
    found = examine_environment({"BAKEOFF_CONFIG": str(file)})
    assert found.problems == (f"BAKEOFF_CONFIG: {file} cannot be read (no such file or directory).",)
    assert found.wrong == set(NAMES)


def test_a_file_that_is_no_toml(file: Path) -> None:
    file.write_text("debug is on\n", encoding="utf-8")
    (problem,) = examine_environment({"BAKEOFF_CONFIG": str(file)}).problems
    assert problem.startswith(f"{file}: expected TOML, found something else: ")
    assert "line 1" in problem


def test_what_is_written_is_read_again() -> None:
    meant = Environment(**{name: value for name, (_, _, value) in RIGHT.items()})
    assert read_environment(write_environment(meant)) == meant
