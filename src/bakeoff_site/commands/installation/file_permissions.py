"""A server's files are for its administrator only: the database holds addresses, password hashes and sessions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bakeoff_site.config.environment import PREFIX, Environment
from bakeoff_site.config.secrets import KEY_FILE

DATABASE_FILE = "bakeoff.sqlite3"
_SECRET = (DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm", KEY_FILE)
_OTHERS = 0o077
_OTHERS_WRITE = 0o022


def keep_private() -> None:
    """What this process and its children make from now on is theirs alone."""
    os.umask(_OTHERS)


def narrow(folder: Path) -> None:
    """Takes from others the right to read what an earlier version left open; where we may not, the check says."""
    for path in _open_files(folder):
        try:
            path.chmod(path.stat().st_mode & ~_OTHERS & 0o7777)
        except PermissionError:
            continue


def private_problems(environment: Environment) -> Iterator[str]:
    """Files with secrets that others on the machine may read, and a folder where they may put others in their place."""
    folder = environment.data_folder
    for path in _open_files(folder):
        yield (
            f"{path}: expected that only its owner may read it, found that others on this machine may. bakeoff serve "
            f"fixes that when it starts, or: chmod go= {path}."
        )
    if folder.is_dir() and folder.stat().st_mode & _OTHERS_WRITE:
        yield (
            f"{PREFIX}DATA_FOLDER: expected a folder in which only its owner may write, found that others may write in "
            f"{folder}: chmod go-w {folder}."
        )


def _open_files(folder: Path) -> list[Path]:
    paths = [folder / name for name in _SECRET]
    return [path for path in paths if path.is_file() and path.stat().st_mode & _OTHERS]
