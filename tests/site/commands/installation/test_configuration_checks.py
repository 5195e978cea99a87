"""`bakeoff serve --check`: everything that is wrong at once, and nothing is made by looking."""

from __future__ import annotations

import shutil
from pathlib import Path

from bakeoff_site.commands.installation.configuration_checks import deployment_problems, space_problems
from bakeoff_site.config.environment import Environment
from tests.site.commands.conftest import Installation


def test_everything_wrong_is_told_at_once_with_what_to_do(installation: Installation) -> None:
    file = installation.folder / "site.toml"
    file.write_text('databse_url = "x"\ntime_zone = "Mars"\ndebug = true\n', encoding="utf-8")
    checked = installation.run(
        "--check",
        BAKEOFF_CONFIG=str(file),
        BAKEOFF_MAIL_URL="http://u:hunter2@mail.example.org",
        BAKEOFF_BASE_URL="https://mt.example.org",
        BAKEOFF_SECRET_KEY="short",
        BAKEOFF_DATABASE_URL="postgresql://bakeoff@/bakeoff?host=/nowhere/at/all",
    )
    assert checked.returncode == 1
    assert "hunter2" not in checked.stdout
    lines = checked.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        str(file),
        f"{file}, time_zone",
        "BAKEOFF_MAIL_URL",
        "BAKEOFF_ALLOWED_HOSTS",
        "BAKEOFF_DEBUG",
        "BAKEOFF_SECRET_KEY",
        "BAKEOFF_TRUSTED_PROXIES",
        lines[-1].split(":")[0],
    ]
    assert lines[-1].startswith("the database cannot be reached (")
    assert lines[-1].endswith("start it, or fix BAKEOFF_DATABASE_URL.")
    assert "Traceback" not in checked.stderr


def test_a_database_that_is_not_there_or_not_up_to_date_is_told_and_left_alone(installation: Installation) -> None:
    checked = installation.run("--check")
    assert checked.returncode == 1
    if installation.database_url:
        assert "the database is not up to date (" in checked.stdout
    else:
        assert "there is no database in " in checked.stdout
    assert "bakeoff serve" in checked.stdout
    assert list(installation.folder.iterdir()) == []


def test_what_was_prepared_is_in_order(prepared: Installation) -> None:
    assert prepared.run("--create-admin", "ada@example.org").returncode == 0
    checked = prepared.run("--check")
    assert (checked.returncode, checked.stdout) == (0, "Everything is configured.\n")


def test_a_right_deployment_has_no_problems(tmp_path: Path) -> None:
    right = Environment(
        data_folder=tmp_path / "to" / "be" / "made",
        base_url="https://mt.example.org",
        allowed_hosts=(".example.org",),
        secret_key="x" * 50,
    )
    assert deployment_problems(right) == []
    assert list(tmp_path.iterdir()) == []


def test_debugging_at_home_is_no_problem(tmp_path: Path) -> None:
    assert deployment_problems(Environment(data_folder=tmp_path, debug=True)) == []


def test_debugging_before_everyone_is(tmp_path: Path) -> None:
    (problem,) = deployment_problems(Environment(data_folder=tmp_path, debug=True, allowed_hosts=("mt.org",)))
    assert problem.startswith("BAKEOFF_DEBUG: expected false, as others reach the site as mt.org, found true.")


def test_hosts_must_hold_that_of_links(tmp_path: Path) -> None:
    (problem,) = deployment_problems(Environment(data_folder=tmp_path, base_url="http://[2001:db8::1]:8000"))
    assert problem.startswith("BAKEOFF_ALLOWED_HOSTS: expected [2001:db8::1], the host of BAKEOFF_BASE_URL, among them")
    (problem,) = deployment_problems(Environment(data_folder=tmp_path, allowed_hosts=()))
    assert problem.endswith("the names by which people reach the site, found none.")


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    (problem,) = deployment_problems(Environment(data_folder=tmp_path / "data"))
    assert problem.startswith("BAKEOFF_DATA_FOLDER: expected a folder for data, found that ")
    assert problem.count("cannot be written to (not a directory)") == 1


def test_a_folder_where_nothing_can_be_written() -> None:
    (problem,) = deployment_problems(Environment(data_folder=Path("/proc/data")))  # not even by root
    assert problem.startswith(
        "BAKEOFF_DATA_FOLDER: expected a folder for data, found that /proc cannot be written to ("
    )


def test_a_disk_that_is_nearly_full_is_told_and_hinders_no_start(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    full, soon, enough = (Environment(data_folder=tmp_path, min_free_bytes=n) for n in (4 * free, free * 3 // 4, 0))
    (problem,) = space_problems(full)
    assert problem.startswith(f"BAKEOFF_MIN_FREE_BYTES: expected more than {4 * free:,} bytes to be free on ")
    assert problem.endswith("no file is taken. Free space on the disk, or move the folder to a larger one.")
    assert "soon" not in problem
    (problem,) = space_problems(soon)
    assert ": soon no file will be taken." in problem
    assert list(space_problems(enough)) == []
    assert deployment_problems(full) == []


def test_the_command_tells_of_the_disk(installation: Installation) -> None:
    checked = installation.run("--check", BAKEOFF_MIN_FREE_BYTES=str(10**18))
    assert checked.returncode == 1
    assert "BAKEOFF_MIN_FREE_BYTES: expected more than 1,000,000,000,000,000,000 bytes to be free" in checked.stdout
