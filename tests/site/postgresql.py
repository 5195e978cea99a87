"""A PostgreSQL server for tests and measurements: on a socket in a folder of its own, gone when they end."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LEFT_OUT = "left out: PostgreSQL (apt install postgresql)"
_SOCKETS = "BAKEOFF_TEST_SOCKETS"
"""Tells parallel processes where the server of the first one listens."""
_SPEED = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
_SIZE = {"shared_buffers": "64MB", "max_connections": "200"}


@cache
def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest where there are several; nothing where it is not installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    anywhere = shutil.which("initdb")
    return Path(anywhere).parent if anywhere else None


def url_of(database: str) -> str:
    """The address of a database on the server, which is started where it does not run yet."""
    if _SOCKETS not in os.environ:
        os.environ[_SOCKETS] = str(start(_SPEED))
    return url_at(Path(os.environ[_SOCKETS]), database)


def url_at(sockets: Path, database: str) -> str:
    """The address of a database on the server that listens in a folder."""
    return f"postgresql://bakeoff@/{database}?host={sockets}"


def start(settings: Mapping[str, str] | None = None) -> Path:
    """A server that ends with this process, by default one that keeps what it was given; where it listens."""
    folder = Path(tempfile.mkdtemp(prefix="bakeoff-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # The server refuses to run as root.
    become = ["--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
    if become:
        shutil.chown(folder, "postgres", "postgres")
    folder.chmod(0o755)
    data = folder / "data"
    # --pdeathsig: should this process be killed, the server ends with it.
    prefix = ["setpriv", "--pdeathsig=QUIT", *become]
    initdb = [f"{programs()}/initdb", "--no-sync", "--auth=trust", "--username=bakeoff", "--encoding=UTF8"]
    subprocess.run([*prefix, *initdb, "--locale=C.UTF-8", str(data)], check=True, capture_output=True, cwd=folder)
    options = [
        f"-c{name}={value}" for name, value in {**_SIZE, **(settings or {}), "unix_socket_directories": folder}.items()
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [*prefix, f"{programs()}/postgres", "-D", str(data), "-clisten_addresses=", *options],
            stdout=log,
            stderr=log,
            cwd=folder,
        )
    atexit.register(_stop, server)
    _wait(server, folder)
    return folder


def _wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    ready = [f"{programs()}/pg_isready", "--quiet", "--host", str(folder)]
    while subprocess.run(ready, check=False).returncode:
        if server.poll() is not None:
            raise RuntimeError((folder / "log").read_text(encoding="utf-8"))
        time.sleep(0.05)


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGQUIT)
    server.wait()
