"""Listening and answering until the server is asked to stop."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import click
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.http.gateway import Gateway
from bakeoff_site.commands.installation.configuration_checks import LOCAL_HOSTS, own_connection
from bakeoff_site.commands.processes.child_processes import end_with_parent
from bakeoff_site.commands.processes.shutdown import SERVER_SECONDS, Stop
from bakeoff_site.commands.processes.startup import prepare
from bakeoff_site.commands.processes.workers import WorkersBeside
from bakeoff_site.commands.progress_messages import ReportStep

_SECONDS_BETWEEN_LOOKS = 0.05
_SWITCH_SECONDS = 0.001
"""How long a thread that makes a page computes while others want to. Python's own 5 ms would be waited for after each
of about ten answers of the database, by whoever deals a screen and by everybody behind."""

_STDERR = {"class": "logging.StreamHandler", "formatter": "generic"}


def serve(host: str, port: int, *, workers: int, stop: Stop, report_step: ReportStep) -> None:
    """Serves until it is stopped by SIGTERM or Ctrl-C."""
    with _claimed_port(host, port):
        prepare(report_step)
        from django.conf import settings

        server = _Server(host, port, workers=workers, stop=stop)
        beside = WorkersBeside(settings.WORKER_PROCESSES)

        def end() -> None:
            server.interrupt()
            beside.request_stop()

        def kill() -> None:
            beside.kill()
            server.kill()

        stop.act_by(end, kill=kill)
        web, jobs = _count(workers, "web process"), _count(settings.WORKER_PROCESSES, "worker process")
        report_step(f"Starting {web} and {jobs} …")
        with beside:
            server.answer()
        stop.ended()


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


class _Server(MPServer):
    """Granian's server, which a thread says to stop: see `Stop` for what would go wrong in a signal handler."""

    def __init__(self, host: str, port: int, *, workers: int, stop: Stop) -> None:
        super().__init__(
            "bakeoff_site.config.wsgi:application",
            address=host,
            port=port,
            interface=Interfaces.RSGI,
            workers=workers,
            respawn_failed_workers=True,
            log_level=LogLevels.error,
            log_dictconfig={"handlers": dict.fromkeys(("console", "access"), _STDERR)},
        )
        self._stop = stop
        self._lifeline = _Lifeline()

    def answer(self) -> None:
        """Answers requests until it is asked to stop."""
        try:
            self.serve(target_loader=self._lifeline.load, wrap_loader=False)
        except SystemExit:
            # Ctrl-C reaches all processes of a terminal: a worker that ends before it is asked to is no failure.
            if not self.interrupt_signal:
                raise BakeoffError("the server's processes ended by themselves; their output says why.") from None

    def interrupt(self) -> None:
        """Lets requests in progress be answered, and no others."""
        self.interrupt_signal = True
        self.main_loop_interrupt.set()

    def kill(self) -> None:
        """Ends the processes that answer, whatever they do."""
        for worker in list(self.wrks):
            with suppress(ProcessLookupError):
                worker.kill()  # type: ignore[no-untyped-call]

    def signal_handler_interrupt(self, number: int, frame: FrameType | None) -> None:
        """In a process that was just forked from the server: it must not miss that it should stop."""
        del frame
        if os.getpid() != self.pid and number == signal.SIGTERM:
            os._exit(0)

    def startup(self, *arguments: Any) -> None:
        lines = list(_announcement(self.bind_addr, self.bind_port))  # no connection is open when processes fork
        super().startup(*arguments)  # type: ignore[no-untyped-call]
        # Only now: a process that is forked next to a thread may find locks that this one had taken.
        place = (self.bind_addr, self.bind_port, lines)
        threading.Thread(target=_say_when_answered, args=place, name="announcer", daemon=True).start()

    def shutdown(self, exit_code: int = 0) -> None:
        self._stop.request()  # where it stops by itself, too, that must end
        super().shutdown(exit_code)  # type: ignore[no-untyped-call]


class _Lifeline:
    """Ends worker processes when the one that started them is gone, killed for instance, so that its port is free."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()

    def load(self) -> Callable[..., Any]:
        """The application, in a worker process."""
        signal.set_wakeup_fd(-1)  # the server's own
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until it answers: it has nothing to finish yet
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then lets us finish
        os.setpgid(0, 0)
        sys.setswitchinterval(_SWITCH_SECONDS)
        os.close(self._write_end)
        end_with_parent(self._read_end, grace_seconds=SERVER_SECONDS + 10)
        from django.conf import settings

        from bakeoff_site.commands.http.body_limits import largest_body
        from bakeoff_site.commands.processes.warmup import read_ahead, warm_up
        from bakeoff_site.config.wsgi import application

        gateway = Gateway(application, folder=settings.DATA_FOLDER, largest=largest_body)
        warm_up(application, gateway.in_every_thread)
        read_ahead()
        return gateway.answer


def _say_when_answered(host: str, port: int, lines: list[str]) -> None:
    place = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    while True:
        try:
            socket.create_connection((place, port), timeout=SERVER_SECONDS).close()
        except OSError:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        else:
            break
    for line in lines:
        click.echo(line, err=True)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 'es'}"


def _announcement(host: str, port: int) -> Iterator[str]:
    from django.conf import settings

    from bakeoff_site.commands.installation.administrators import has_administrator

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
        yield "Nobody can create campaigns yet: bakeoff serve --create-admin EMAIL makes an administrator."
