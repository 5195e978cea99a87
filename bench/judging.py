"""How fast the server answers people who judge, at the start of a task and after many judgments.

Usage: python -m bench.judging [--quick] [--protocol ranking] [--judges 300] [--seconds 120] [--before 200000].

Starts PostgreSQL and `bakeoff serve --workers 2`, each a process of its own. Every judge is signed in and gets a screen
each 20 seconds as a browser does: the way to the next screen, its page, three saves, the last of which submits; with
`--protocol esa` one to three saves of marked errors, one of a score, and the submission. That is measured twice: on a
task that nobody has judged yet, and with as many judgments stored as `--before` says (dealt by the same dealer and
stored in bulk, with their actions and events). The server is started again in between; how long it then reads what was
judged is said, and judges come after that. The judges' programs run on the same machine. Where a request fails, or 95
of 100 answers take longer than 150 ms, the command fails at its end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

from bakeoff_site.commands.processes.startup import prepare
from bench.judged_task import SLUG, JudgedTask, judge_in_bulk, make_task
from bench.light_client import Answer, Connection, LostConnectionError
from bench.served_site import Server, configure, database_seconds, served
from bench.visitors import Visits, percentile
from tests.site import postgresql

BETWEEN_SECONDS = 20.0
"""From one screen of a judge to the next."""
_QUIET_SECONDS = 3.0
_QUIET_SHARE = 0.1
"""Of one core, that a server uses at most when it has nothing to do."""
MOST_MILLISECONDS = 150
"""That 95 of 100 answers take."""
KINDS = ("next", "page", "save", "submit")
_FIELD = re.compile(r'name="(version|text_digest|csrfmiddlewaretoken)" value="([^"]*)"')
_OUTPUTS = re.compile(r"data-output")
_MARKING = re.compile(r'data-spans="([^"]*)"')


def main() -> None:
    options = _options()
    if postgresql.programs() is None:
        sys.exit(postgresql.LEFT_OUT)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    print("python -m bench.judging", *sys.argv[1:], flush=True)
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as name:
        folder = Path(name)
        base_url = configure(folder)
        os.environ["BAKEOFF_WORKER_PROCESSES"] = "1"
        prepare()
        segments = max(300, (options.before + 20 * options.judges) // 10)
        made = make_task(options.protocol, segments=segments, judges=options.judges)
        cookies = _sessions(made)
        missed: list[str] = []
        for stored in (0, options.before):
            if stored:
                start = time.perf_counter()
                judge_in_bulk(made, stored)
                _analyse()
                _store_state(made)
                print(f"{stored:,} judgments stored in {time.perf_counter() - start:.0f} s")
            missed += _measure(base_url, folder, made, cookies, stored=stored, seconds=options.seconds)
            _forget(made)
    if missed:
        sys.exit("\n".join(missed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--protocol", choices=["ranking", "esa"], default="ranking")
    parser.add_argument("--judges", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--before", type=int, default=200_000)
    parser.add_argument("--quick", action="store_true", help="30 judges for 30 seconds, 2,000 judgments before")
    options = parser.parse_args()
    if options.quick:
        options.judges, options.seconds, options.before = 30, 30, 2_000
    return options


def _sessions(made: JudgedTask) -> list[str]:
    from tests.site.judging.world import signed_in

    return [signed_in(judge).cookies["sessionid"].value for judge in made.judges]


def _analyse() -> None:
    """As PostgreSQL does by itself after a while: otherwise it plans by the sizes that tables had before."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _store_state(made: JudgedTask) -> None:
    """As a worker does every minute while people judge."""
    from bakeoff_site.judging.services.dealer_states import store_state

    store_state(made.task)


def _forget(made: JudgedTask) -> None:
    """Deletes what was judged, so that the next measurement is on the same task."""
    from bakeoff_site.judging.models import DealerState, Screen

    DealerState.objects.all().delete()
    made.task.events.all().delete()
    Screen.objects.filter(evaluation__task=made.task).delete()


def _measure(
    base_url: str, folder: Path, made: JudgedTask, cookies: Sequence[str], *, stored: int, seconds: float
) -> list[str]:
    """Prints what was measured; in sentences, what is not as it should be."""
    from bakeoff_site.judging.models import Judgment

    with served(base_url, folder) as server:
        asyncio.run(_first_screen(base_url, made.task.slug, cookies[0]))
        _settle(server, stored)
        before = _processor(server)
        visits = asyncio.run(_judge_all(base_url, made.task.slug, cookies, seconds))
        processor = [now - then for now, then in zip(_processor(server), before, strict=True)]
    submitted = len(visits.milliseconds["submit"])
    kept = Judgment.objects.count() - stored
    requests = len(visits.every)
    print(f"\nafter {stored:,} judgments: {len(cookies)} judges, {visits.seconds:.0f} s, {requests} requests", end=", ")
    print(
        f"{requests / visits.seconds:.1f}/s, {sum(visits.errors.values())} errors {dict(visits.errors) or ''}".rstrip()
    )
    served_by, workers, database, clients = (1000 * each / requests for each in processor)
    print(f"{submitted} answers confirmed, {kept} stored; of the processor for a request", end=" ")
    print(f"{served_by:.1f} ms by the processes that answer, {workers:.1f} by workers,", end=" ")
    print(f"{database:.1f} by the database, {clients:.1f} by the judges' programs")
    print(f"{'request':8} {'number':>7} {'p50, ms':>8} {'p95, ms':>8} {'p99, ms':>8} {'most, ms':>9}")
    for kind, found in {**visits.milliseconds, "all": visits.every}.items():
        figures = " ".join(f"{percentile(found, percent):8.1f}" for percent in (50, 95, 99))
        print(f"{kind:8} {len(found):7} {figures} {max(found):9.1f}", flush=True)
    if kept != submitted:
        sys.exit("What was confirmed is not what is stored.")
    slowest = percentile(visits.every, 95)
    missed = {
        f"{sum(visits.errors.values())} requests failed after {stored:,} judgments.": bool(visits.errors),
        f"95 of 100 answers took up to {slowest:.0f} ms after {stored:,} judgments.": slowest > MOST_MILLISECONDS,
    }
    return [sentence for sentence, is_true in missed.items() if is_true]


def _processor(server: Server) -> tuple[float, float, float, float]:
    """Seconds of the processes that answer, of the workers, of the database, and of this process: all judges."""
    workers = server.worker_seconds()
    return server.processor_seconds() - workers, workers, database_seconds(), time.process_time()


async def _first_screen(base_url: str, task: str, cookie: str) -> None:
    """How long somebody waits who comes as soon as the server answers at all."""
    async with Connection(base_url, {"sessionid": cookie}) as person:
        begin = time.perf_counter()
        answer = await person.ask("GET", _next_address(task))
        took = time.perf_counter() - begin
    print(f"\nThe first screen after the start came in {took:.2f} s ({answer.status}).")


def _settle(server: Server, stored: int) -> None:
    """Waits until the processes have read what was judged: judges come to a server that runs for a while."""
    start, last = time.perf_counter(), server.processor_seconds()
    while True:
        time.sleep(_QUIET_SECONDS)
        now = server.processor_seconds()
        if now - last < _QUIET_SHARE * _QUIET_SECONDS:
            break
        last = now
    waited = time.perf_counter() - start - _QUIET_SECONDS
    print(f"The server has read {stored:,} judgments {waited:.0f} s after its start ({now:.0f} s of the processor).")


async def _judge_all(base_url: str, task: str, cookies: Sequence[str], seconds: float) -> Visits:
    visits = Visits({kind: [] for kind in KINDS})
    start = time.perf_counter()
    judges = [
        _judge(Connection(base_url, {"sessionid": cookie}), task, visits, random.Random(number), until=start + seconds)
        for number, cookie in enumerate(cookies)
    ]
    await asyncio.gather(*judges)
    visits.seconds = time.perf_counter() - start
    return visits


async def _judge(person: Connection, task: str, visits: Visits, rng: random.Random, *, until: float) -> None:
    async with person:
        await asyncio.sleep(rng.uniform(0, BETWEEN_SECONDS))
        while (begin := time.perf_counter()) < until:
            try:
                await _one_screen(person, task, visits, rng)
            except LostConnectionError as error:
                visits.errors[str(error)] += 1
            await asyncio.sleep(max(0.0, BETWEEN_SECONDS - (time.perf_counter() - begin)))


async def _one_screen(person: Connection, task: str, visits: Visits, rng: random.Random) -> None:
    """The next screen, and saves while it is read."""

    async def ask(kind: str, method: str, address: str, **content: Any) -> Answer:
        begin = time.perf_counter()
        answer = await person.ask(method, address, **content)
        visits.milliseconds[kind].append(1000 * (time.perf_counter() - begin))
        if answer.is_error:
            visits.errors[f"{kind} {answer.status}"] += 1
        return answer

    answer = await ask("next", "GET", _next_address(task))
    address = answer.headers.get("location")
    if address is None:
        visits.errors["no screen"] += 1
        return
    shown = await ask("page", "GET", address)
    page = shown.text
    fields = dict(_FIELD.findall(page))
    version = int(fields["version"])
    cookie = shown.headers["set-cookie"].partition(";")[0]
    changes = list(_marked(page, rng) if _MARKING.search(page) else _ranked(page, rng))
    for number, change in enumerate(changes, start=1):
        await asyncio.sleep(rng.uniform(0.6, 0.9) * BETWEEN_SECONDS / len(changes))
        kind = "submit" if number == len(changes) else "save"
        actions: list[dict[str, Any]] = []
        if change:
            actions.append({"key": str(uuid4()), "kind": "answer", "payload": {"fields": change}})
        if kind == "submit":
            actions.append({"key": str(uuid4()), "kind": "submit", "payload": {}})
        said = {"version": version, "text_digest": fields["text_digest"], "actions": actions}
        saved = await ask(
            kind, "POST", f"{address}actions/", said=said, token=fields["csrfmiddlewaretoken"], cookie=cookie
        )
        if not saved.is_error:
            version = saved.json()["version"]


def _ranked(page: str, rng: random.Random) -> Iterator[dict[str, str]]:
    """The fields of a form as a judge changes them: all ranks, three times."""
    outputs = len(_OUTPUTS.findall(page))
    for _ in range(3):
        yield {f"answer-{number}": str(rng.randint(1, outputs)) for number in range(outputs)}


def _marked(page: str, rng: random.Random) -> Iterator[dict[str, str]]:
    """One mark after the other, a score, and nothing more before the submission."""
    [marking] = _MARKING.findall(page)
    boundaries = json.loads(unescape(marking))["target"]["words"]
    marks: list[dict[str, Any]] = []
    for number in range(rng.randint(1, 3)):
        start, end = sorted(rng.sample(boundaries, 2))
        severity = rng.choice(["minor", "major"])
        marks.append({"id": f"m{number}", "start": start, "end": end, "severity": severity, "side": "target"})
        yield {"answer-marks": json.dumps(marks), "answer-0": ""}
    yield {"answer-marks": json.dumps(marks), "answer-0": str(rng.randint(0, 100))}
    yield {}


def _next_address(task: str) -> str:
    return f"/campaigns/{SLUG}/judging/{task}/next/"


if __name__ == "__main__":
    main()
