"""What is between the network and the site, measured against others: is our gateway worth its lines?

Usage: python -m bench.gateway [--seconds 5].

The site of `bakeoff demo`, served by one process with eight threads: by `bakeoff serve`, by granian's own WSGI,
directly and behind nginx, by waitress, and by uvicorn with Django's ASGI handler. Peers that are not installed are
named and left out. Everything is asked for over the loopback of this machine, so that only ratios of one run say
something; on a busy machine only the milliseconds of the processor, which are those of the server's processes.

The slow clients are 16 that send a form of 100 kB and 16 that fetch a file of 50 MB, each 1 kB a second. Memory is the
proportional share of all processes of the server, nginx included.
"""

from __future__ import annotations

import argparse
import getpass
import http.client
import importlib.util
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bench.visitors import percentile

SLOW = 16
LARGE = 50_000_000
TIMEOUT = 10.0
NGINX = """
user {user}; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off;
events {{ worker_connections 512; }}
http {{
  access_log off; client_max_body_size 1g;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:{behind}; proxy_set_header Host $http_host; }}
  }}
}}
"""


@dataclass(frozen=True)
class Site:
    """The example campaign, and what is asked for."""

    folder: Path
    board: str
    file: str
    cookie: str
    """Of someone who may fetch the file."""


@dataclass(frozen=True)
class Figures:
    """What one server did."""

    rates: dict[str, tuple[float, float, float]]
    """Pages a second, the 95th percentile in milliseconds, and milliseconds of the processor for each page."""
    beside_slow: tuple[int, float]
    """Pages that others got while slow clients were connected, and the 95th percentile in milliseconds."""
    memory: tuple[float, float]
    """In MB, before and while slow clients were connected."""
    resumes: str


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=5)
    seconds = options.parse_args().seconds
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as name:
        site = _make_site(Path(name))
        found = {}
        for peer, command, behind_nginx in _servers():
            if command is None:
                print(f"left out: {peer}, which is not installed", flush=True)
                continue
            found[peer] = _measure(site, command, behind_nginx=behind_nginx, seconds=seconds)
            _print(peer, found[peer], next(iter(found.values())))


def _servers() -> Iterator[tuple[str, Callable[[int], list[str]] | None, bool]]:
    """Name, command for a port, and whether nginx is in front of it."""
    application = "bakeoff_site.config.wsgi:application"

    def module(name: str, *arguments: str) -> Callable[[int], list[str]] | None:
        if importlib.util.find_spec(name) is None:
            return None
        return lambda port: [sys.executable, "-m", name, *arguments, "--port", str(port)]

    granian = module("granian", "--interface", "wsgi", "--blocking-threads", "8", "--no-access-log", application)
    asgi = ("--factory", "django.core.asgi:get_asgi_application", "--no-access-log", "--log-level", "warning")
    yield "bakeoff serve", module("bakeoff", "serve"), False
    yield "granian WSGI", granian, False
    yield "granian WSGI behind nginx", granian if _nginx() else None, True
    yield "waitress", _waitress(application), False
    yield "uvicorn, Django ASGI", module("uvicorn", *asgi), False


def _waitress(application: str) -> Callable[[int], list[str]] | None:
    if importlib.util.find_spec("waitress") is None:
        return None
    return lambda port: [sys.executable, "-m", "waitress", "--threads=8", f"--listen=127.0.0.1:{port}", application]


def _nginx_settings(folder: Path, port: int, behind: int) -> str:
    return NGINX.format(user=getpass.getuser(), folder=folder, port=port, behind=behind)


def _nginx() -> str | None:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def _make_site(folder: Path) -> Site:
    for name in [name for name in os.environ if name.startswith("BAKEOFF_")]:
        del os.environ[name]
    data = folder / "site"
    demo = [sys.executable, "-m", "bakeoff", "demo", "--no-serve", "--folder", str(data)]
    subprocess.run(demo, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings",
        "BAKEOFF_CONFIG": os.devnull,
        "BAKEOFF_DATA_FOLDER": str(data),
        "BAKEOFF_WORKER_PROCESSES": "0",
        "BAKEOFF_BASE_URL": "http://localhost",
    }
    import django

    django.setup()
    from django.test import Client

    from bakeoff_site.accounts.models import User
    from bakeoff_site.core.storage.files import path_of
    from bakeoff_site.datasets.models import DataFile
    from bakeoff_site.submissions.models import Board

    visitor = Client()
    visitor.force_login(User.objects.get(is_superuser=True))
    file, board = DataFile.objects.earliest("pk"), Board.objects.earliest("pk")
    path_of(file.sha256).chmod(0o600)
    path_of(file.sha256).write_bytes(os.urandom(LARGE))
    DataFile.objects.update(size=LARGE)
    start = "/campaigns/demo"
    return Site(
        data, f"{start}/results/{board.pk}/", f"{start}/data/{file.pk}/download/", visitor.cookies["sessionid"].value
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[int]:
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _measure(site: Site, command: Callable[[int], list[str]], *, behind_nginx: bool, seconds: float) -> Figures:
    port, behind = _free_port(), _free_port()
    with ExitStack() as stack:
        parents = [stack.enter_context(_running(command(behind if behind_nginx else port), site.folder))]
        if behind_nginx:
            (site.folder / "nginx.conf").write_text(_nginx_settings(site.folder, port, behind))
            parents.append(
                stack.enter_context(_running([str(_nginx()), "-c", str(site.folder / "nginx.conf")], site.folder))
            )
        end = time.monotonic() + 60
        while _page(port, "/healthz", timeout=2) is None and time.monotonic() < end:
            time.sleep(0.1)
        for path in ("/healthz", site.board):
            _ask(port, path, clients=8, seconds=1)
        rates = {}
        for what, path in (("trivial", "/healthz"), ("board", site.board)):
            for clients in (1, 50):
                spent = _processor_seconds(parents)
                found = _ask(port, path, clients=clients, seconds=seconds)
                spent = _processor_seconds(parents) - spent
                rates[f"{what} {clients}"] = len(found) / seconds, percentile(found, 95), 1000 * spent / len(found)
        resumes = _resumed(port, site)
        before = _memory(parents)
        with _slow_clients(port, site):
            time.sleep(3)
            meanwhile = _ask(port, site.board, clients=4, seconds=2 * seconds)
            memory = before, _memory(parents)
    return Figures(rates, (len(meanwhile), percentile(meanwhile, 95)), memory, resumes)


def _page(port: int, path: str, *, timeout: float = TIMEOUT) -> float | None:
    """Milliseconds that a page took, on a connection of its own; nothing where it did not come."""
    return next(iter(_pages(port, path, until=time.monotonic(), timeout=timeout)), None)


def _pages(port: int, path: str, *, until: float, timeout: float = TIMEOUT) -> Iterator[float]:
    """Asks on one connection until the time has come, at least once. A page that fails counts as long as it took."""
    connection = http.client.HTTPConnection("localhost", port, timeout=timeout)
    try:
        while True:
            begin = time.monotonic()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                return
            yield 1000 * (time.monotonic() - begin)
            if time.monotonic() >= until:
                return
    except (OSError, http.client.HTTPException):
        return
    finally:
        connection.close()


def _ask(port: int, path: str, *, clients: int, seconds: float) -> list[float]:
    found: list[float] = []
    until = time.monotonic() + seconds

    def visit() -> None:
        while time.monotonic() < until:
            begin = time.monotonic()
            pages = list(_pages(port, path, until=until))
            found.extend(pages or [1000 * (time.monotonic() - begin)])

    threads = [threading.Thread(target=visit) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _resumed(port: int, site: Site) -> str:
    connection = http.client.HTTPConnection("localhost", port, timeout=TIMEOUT)
    connection.request("GET", site.file, headers={"Cookie": f"sessionid={site.cookie}", "Range": f"bytes={LARGE - 9}-"})
    try:
        answer = connection.getresponse()
        length = len(answer.read())
    finally:
        connection.close()
    return f"{answer.status}, {length:,} bytes"


@contextmanager
def _slow_clients(port: int, site: Site) -> Iterator[None]:
    stopped = threading.Event()
    form = f"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 100000\r\n"
    form += f"Cookie: csrftoken={'x' * 32}\r\n"  # without it, the body is not looked at
    form += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    fetch = f"GET {site.file} HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: sessionid={site.cookie}\r\n\r\n"

    def run(head: str, step: Callable[[socket.socket], object]) -> None:
        with suppress(OSError), socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(TIMEOUT)
            connection.connect(("127.0.0.1", port))
            connection.sendall(head.encode())
            while not stopped.wait(1):
                with suppress(TimeoutError):
                    step(connection)

    clients = [(form, lambda connection: connection.sendall(b"x" * 1000)), (fetch, lambda each: each.recv(1000))]
    threads = [threading.Thread(target=run, args=client) for client in clients for _ in range(SLOW)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def _memory(parents: list[int]) -> float:
    """In MB; what several processes share is counted once."""
    total = 0
    for process in _processes(parents):
        with suppress(OSError):
            lines = (process / "smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def _processor_seconds(parents: list[int]) -> float:
    total = 0
    for process in _processes(parents):
        with suppress(OSError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _processes(parents: list[int]) -> Iterator[Path]:
    """All of the sessions that were started for a server."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(process.name)) in parents:
                yield process


def _print(name: str, found: Figures, ours: Figures) -> None:
    print(f"\n{name}")
    for what, (rate, slowest, spent) in found.rates.items():
        ratio, spent_ratio = rate / ours.rates[what][0], spent / ours.rates[what][2]
        print(
            f"  {what:>10} clients: {rate:6.1f} pages/s ({ratio:.2f} of ours), p95 {slowest:6.1f} ms, "
            f"processor {spent:5.2f} ms a page ({spent_ratio:.2f} of ours)"
        )
    print(f"  next to {2 * SLOW} slow clients: {found.beside_slow[0]} boards, p95 {found.beside_slow[1]:.0f} ms")
    print(f"  memory: {found.memory[0]:.0f} MB, next to slow clients {found.memory[1]:.0f} MB")
    print(f"  asked for the last 9 bytes of a file: {found.resumes}", flush=True)


if __name__ == "__main__":
    main()
