"""Throws broken HTTP at a real server on this machine, and counts what it should never do.

Usage: python fuzz/gateway.py [--minutes 5] [--seed 1]. The server is started with an empty data folder and stopped at
the end. A case that breaks something is kept in build/fuzz, where its number and the seed give it back.
"""

from __future__ import annotations

import os
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from fuzz.cases import Cases, options_of  # noqa: E402
from fuzz.requests import Case, random_case  # noqa: E402

SECONDS = 20.0
"""How long an answer to a complete request may take; a body that stalls is waited for longer, and not by us."""
START_SECONDS = 120
GROWTH_MB = 50.0
"""What caches of a process may come to take while it serves."""
_TROUBLE = re.compile(r"Traceback|Error|Exception|RSGI|panic|Unexpected exit|Fatal|CRITICAL")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d\d\d)")


@dataclass
class Server:
    """`bakeoff serve`, and what it says."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def trouble(self) -> list[str]:
        return [line for line in self.log.read_text(errors="replace").splitlines() if _TROUBLE.search(line)]

    @property
    def memory_mb(self) -> float:
        """Of all its processes."""
        return sum(_resident_kb(pid) for pid in _tree(self.process.pid)) / 1024

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)


def _tree(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = [pid]
    for child in children.read_text().split() if children.exists() else []:
        found += _tree(int(child))
    return found


def _resident_kb(pid: int) -> int:
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except FileNotFoundError:
        return 0
    return int(found[1]) if found else 0


def start_server(folder: Path) -> Server:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("BAKEOFF_", "DJANGO_"))}
    settings = {
        "BAKEOFF_DATA_FOLDER": str(folder / "data"),
        "BAKEOFF_CONFIG": os.devnull,
        "BAKEOFF_MIN_FREE_BYTES": "0",
    }
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "bakeoff", "serve", "--port", str(port)],
            env={**inherited, **settings},
            cwd=folder,
            stdout=file,
            stderr=file,
        )
    server = Server(process, port, log)
    end = time.monotonic() + START_SECONDS
    while "Bakeoff is at" not in log.read_text():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            sys.exit(f"the server did not start:\n{log.read_text()}")
        time.sleep(0.1)
    return server


def try_case(server: Server, case: Case) -> tuple[list[int], str | None]:
    """The statuses of the answers, and what went wrong, if anything did."""
    answer = b""
    try:
        with server.connect() as connection:
            for piece in case.pieces:
                connection.sendall(piece)
                time.sleep(case.pause)
            if case.ending == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return [], None
            if case.ending == "half-closed":
                connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(1 << 16):
                answer += piece
                if case.ending == "answered" and _STATUS.search(answer):
                    break
    except TimeoutError:
        return [], f"hang of more than {SECONDS:g} s, {len(answer)} bytes came"
    except ConnectionRefusedError:
        return [], "the server does not listen any more"
    except OSError:
        pass  # the server may close on nonsense while it is sent
    statuses = [int(found) for found in _STATUS.findall(answer)]
    failed = [status for status in statuses if status >= 500]
    return statuses, f"answered with {failed[0]}" if failed else None


def fuzz(server: Server, minutes: float, seed: int) -> int:
    """Runs cases until the time is over; the number of things that broke."""
    for number in range(300):  # what is loaded at first use is no growth
        try_case(server, random_case(random.Random(f"first {number}")))
    before, at_first = server.memory_mb, len(server.trouble)
    said = at_first
    cases = Cases(minutes=minutes, seed=seed)
    statuses: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    while cases.has_time() and server.process.poll() is None:
        case = random_case(cases.rng())
        found, fault = try_case(server, case)
        statuses.update(found)
        kinds[case.kind] += 1
        trouble = server.trouble[said:] if cases.count % 20 == 0 or fault else []
        said += len(trouble)
        report = " / ".join([fault, *trouble] if fault else trouble)
        cases.tried(report, name=f"-{case.kind}.http", data=b"".join(case.pieces))
    broken = at_first + cases.broken + len(server.trouble[said:])
    growth = server.memory_mb - before
    print(f"{cases.pace}: {', '.join(f'{kind} {count:,}' for kind, count in kinds.most_common())}")
    print(f"answers: {', '.join(f'{status}: {count:,}' for status, count in sorted(statuses.items()))}")
    print(f"broken (5xx, hang, line on standard error): {broken}")
    print(f"memory: {before + growth:.0f} MB, {growth:.0f} MB more than after the first cases")
    return broken + (growth > GROWTH_MB) + (server.process.poll() is not None)


def main() -> None:
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as top:
        server = start_server(Path(top))
        try:
            broken = fuzz(server, options.minutes, options.seed)
        finally:
            server.process.terminate()
            server.process.wait(60)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
