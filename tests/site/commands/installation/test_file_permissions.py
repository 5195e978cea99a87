"""What the server keeps, other people of the machine cannot read."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from bakeoff_site.commands.installation.file_permissions import narrow, private_problems
from bakeoff_site.config.environment import Environment
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_server_in_a_folder_that_was_there_keeps_its_files_to_itself(
    installation: Installation, free_port: Callable[[], int]
) -> None:
    data = installation.folder / "data"
    data.mkdir(mode=0o755)
    server = installation.start(port=(port := free_port()))
    wait_until_healthy(server, port, seconds=240)
    made = [path for path in data.iterdir() if path.is_file()]
    assert {"secret-key", "start.lock"} <= {path.name for path in made}
    assert [path.name for path in made if rights(path) & 0o077] == []
    if not installation.database_url:
        assert rights(data / "bakeoff.sqlite3") == 0o600
    assert stopped(server)[0] == 0


def test_what_was_left_open_is_told_and_narrowed(tmp_path: Path) -> None:
    for name in ("bakeoff.sqlite3", "bakeoff.sqlite3-wal", "secret-key", "report.html"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    environment = Environment(data_folder=tmp_path)
    told = list(private_problems(environment))
    assert [problem.split(":")[0] for problem in told] == [
        str(tmp_path / name) for name in ("bakeoff.sqlite3", "bakeoff.sqlite3-wal", "secret-key")
    ]
    narrow(tmp_path)
    assert list(private_problems(environment)) == []
    assert (rights(tmp_path / "secret-key"), rights(tmp_path / "report.html")) == (0o600, 0o644)


def test_a_folder_in_which_others_may_write_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    (problem,) = private_problems(Environment(data_folder=tmp_path))
    assert problem.startswith("BAKEOFF_DATA_FOLDER: expected a folder in which only its owner may write, found that ")
    assert list(private_problems(Environment(data_folder=tmp_path / "none yet"))) == []
