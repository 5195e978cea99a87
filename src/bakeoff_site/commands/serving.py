"""Listening and answering until the server is told to stop."""

from __future__ import annotations

import errno
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import click
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.checking import LOCAL_HOSTS, own_connection
from bakeoff_site.commands.gateway import Gateway
from bakeoff_site.commands.lifelines import end_with_parent
from bakeoff_site.commands.preparing import prepare
from bakeoff_site.commands.working import workers_beside

_STOP_SECONDS = 30
"""How long a request may still take after the server was told to stop."""

_SECONDS_BETWEEN_LOOKS = 0.05

_STDERR = {"class": "logging.StreamHandler", "formatter": "generic"}


def serve(host: str, port: int, *, workers: int) -> None:
    """Serves until it is stopped by SIGTERM or Ctrl-C."""
    is_stopped = _listen_to_signals()
    with suppress(KeyboardInterrupt), _claimed_port(host, port):
        prepare()
        from django.conf import settings

        if is_stopped():
            return
        with workers_beside(settings.WORKER_THREADS):
            _answer(host, port, workers=workers)


def _listen_to_signals() -> Callable[[], bool]:
    """Until the server has its own handlers, SIGTERM ends things as Ctrl-C does: what was begun is rolled back.

    What a signal raises while modules are loaded may be lost, so whether one came can be asked.
    """
    came = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        came.set()
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return came.is_set


def _claimed_port(host: str, port: int) -> socket.socket:
    """A socket that keeps the port ours.

    The server shares the port among its processes, so a second server would be let in silently and take half of the
    requests. This socket does not listen; it is bound as if nobody might share, and only then shares with our own.
    """
    family, kind, protocol, _, address = _resolved(host, port)
    claim = socket.socket(family, kind, protocol)
    try:
        # Connections that a former server closed lately do not count.
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claim.bind(address)
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    except OSError as error:
        claim.close()
        raise BakeoffError(_refusal(error, host, port)) from None
    return claim


def _resolved(host: str, port: int) -> tuple[Any, ...]:
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror:
        raise BakeoffError(f"--host: expected an address of this machine, found {host!r}.") from None


def _refusal(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use: stop what listens there, or choose another by --port."
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by you: choose one above 1023 by --port."
    return f"--host: expected an address of this machine, found {host!r}."


def _answer(host: str, port: int, *, workers: int) -> None:
    server = Server(
        "bakeoff_site.config.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=workers,
        workers_kill_timeout=_STOP_SECONDS,
        respawn_failed_workers=True,
        log_level=LogLevels.error,
        log_dictconfig={"handlers": dict.fromkeys(("console", "access"), _STDERR)},
    )
    server.on_startup(lambda: _announce(host, port))
    parent = _Lifeline()
    try:
        server.serve(target_loader=parent.load, wrap_loader=False)
    except SystemExit:
        # Ctrl-C reaches all processes of a terminal: a worker that is gone before it is told to go is no failure.
        if not server.interrupt_signal:
            raise BakeoffError("the server's processes ended by themselves; what they printed tells why.") from None


class _Lifeline:
    """Ends worker processes when the one that started them is gone, killed for instance, so that its port is free."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()

    def load(self) -> Callable[..., Any]:
        """The application, in a worker process."""
        os.close(self._write_end)
        os.setpgid(0, 0)  # Ctrl-C is for the parent, which then lets us finish
        end_with_parent(self._read_end, grace_seconds=_STOP_SECONDS + 10)
        from django.conf import settings

        from bakeoff_site.commands.bodies import largest_body
        from bakeoff_site.commands.warming import warm_up
        from bakeoff_site.config.wsgi import application

        gateway = Gateway(application, folder=settings.DATA_FOLDER, largest=largest_body)
        warm_up(application, gateway.in_every_thread)
        return gateway.answer


def _announce(host: str, port: int) -> None:
    """Says where the site is once it answers there; the server's processes are only started after this returns."""
    lines = list(_announcement(host, port))  # here, not in the thread: no connection is open when processes fork
    threading.Thread(target=_say_when_answered, args=(host, port, lines), name="announcer", daemon=True).start()


def _say_when_answered(host: str, port: int, lines: list[str]) -> None:
    place = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    while True:
        try:
            socket.create_connection((place, port), timeout=_STOP_SECONDS).close()
        except OSError:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        else:
            break
    for line in lines:
        click.echo(line, err=True)


def _announcement(host: str, port: int) -> Iterator[str]:
    from django.conf import settings

    from bakeoff_site.commands.administrators import has_administrator

    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    yield f"Bakeoff is at http://{shown}:{port}/ – stop it by Ctrl-C."
    if host not in ("127.0.0.1", "localhost", "::1") and not set(settings.ALLOWED_HOSTS) - set(LOCAL_HOSTS):
        yield (
            "It listens to other machines, but may be asked for as localhost alone: set BAKEOFF_ALLOWED_HOSTS and "
            "BAKEOFF_BASE_URL to let others in."
        )
    with own_connection():
        is_led = has_administrator()
    if not is_led:
        yield "Nobody may begin campaigns yet: bakeoff serve --create-admin EMAIL makes an administrator."
