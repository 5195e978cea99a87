"""How fast the server answers people who judge, at the start of a task and after many judgments.

Usage: python -m bench.judging [--quick] [--judges 300] [--seconds 120] [--before 200000].

Starts PostgreSQL and `bakeoff serve --workers 2`, each a process of its own. Every judge is signed in and gets a screen
each 20 seconds as a browser does: the way to the next screen, its page, three saves, the last of which submits. That is
measured twice: on a task that nobody has judged yet, and with as many judgments stored as `--before` says (dealt by the
same dealer and stored in bulk, with their actions and events). The server is started again in between; how long it then
reads what was judged is said, and judges come after that. The judges' programs run on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import httpx

from bakeoff_site.commands.processes.startup import prepare
from bench.judged_task import SLUG, JudgedTask, judge_in_bulk, make_task
from bench.served_site import Server, configure, served
from bench.visitors import Visits, percentile
from tests.site import postgresql

BETWEEN_SECONDS = 20.0
"""From one screen of a judge to the next."""
_QUIET_SECONDS = 3.0
_QUIET_SHARE = 0.1
"""Of one core, that a server uses at most when it has nothing to do."""
KINDS = ("next", "page", "save", "submit")
_FIELD = re.compile(r'name="(version|text_digest|csrfmiddlewaretoken)" value="([^"]*)"')
_OUTPUTS = re.compile(r"data-output")


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
        made = make_task("ranking", segments=segments, judges=options.judges)
        cookies = _sessions(made)
        for stored in (0, options.before):
            if stored:
                start = time.perf_counter()
                judge_in_bulk(made, stored)
                _analyse()
                print(f"{stored:,} judgments stored in {time.perf_counter() - start:.0f} s")
            _measure(base_url, folder, made, cookies, stored=stored, seconds=options.seconds)
            _forget(made)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judges", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--before", type=int, default=200_000)
    parser.add_argument("--quick", action="store_true", help="30 judges for 30 seconds, 2,000 judgments before")
    options = parser.parse_args()
    if options.quick:
        options.judges, options.seconds, options.before = 30, 30, 2_000
    return options


def _sessions(made: JudgedTask) -> list[str]:
    from django.test import Client as Browser

    found = []
    for judge in made.judges:
        browser = Browser()
        browser.force_login(judge.user)
        found.append(browser.cookies["sessionid"].value)
    return found


def _analyse() -> None:
    """As PostgreSQL does by itself after a while: otherwise it plans by the sizes that tables had before."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _forget(made: JudgedTask) -> None:
    """Deletes what was judged, so that the next measurement is on the same task."""
    from bakeoff_site.judging.models import Screen

    made.task.events.all().delete()
    Screen.objects.filter(evaluation__task=made.task).delete()


def _measure(
    base_url: str, folder: Path, made: JudgedTask, cookies: Sequence[str], *, stored: int, seconds: float
) -> None:
    from bakeoff_site.judging.models import Judgment

    with served(base_url, folder) as server:
        _settle(server, stored)
        before = server.processor_seconds()
        visits = asyncio.run(_judge_all(base_url, made.task.slug, cookies, seconds))
        processor = server.processor_seconds() - before
    submitted = len(visits.milliseconds["submit"])
    kept = Judgment.objects.count() - stored
    requests = len(visits.every)
    print(f"\nafter {stored:,} judgments: {len(cookies)} judges, {visits.seconds:.0f} s, {requests} requests", end=", ")
    print(
        f"{requests / visits.seconds:.1f}/s, {sum(visits.errors.values())} errors {dict(visits.errors) or ''}".rstrip()
    )
    print(
        f"{submitted} answers confirmed, {kept} stored; {1000 * processor / requests:.1f} ms of the processor a request"
    )
    print(f"{'request':8} {'number':>7} {'p50, ms':>8} {'p95, ms':>8} {'p99, ms':>8} {'most, ms':>9}")
    for kind, found in {**visits.milliseconds, "all": visits.every}.items():
        figures = " ".join(f"{percentile(found, percent):8.1f}" for percent in (50, 95, 99))
        print(f"{kind:8} {len(found):7} {figures} {max(found):9.1f}", flush=True)
    if kept != submitted:
        sys.exit("What was confirmed is not what is stored.")


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
    print(f"\nThe server has read {stored:,} judgments {waited:.0f} s after its start ({now:.0f} s of the processor).")


async def _judge_all(base_url: str, task: str, cookies: Sequence[str], seconds: float) -> Visits:
    visits = Visits({kind: [] for kind in KINDS})
    clients = [
        httpx.AsyncClient(
            base_url=base_url, cookies={"sessionid": cookie}, headers={"Referer": base_url}, trust_env=False, timeout=60
        )
        for cookie in cookies
    ]
    start = time.perf_counter()
    judges = [
        _judge(client, task, visits, random.Random(number), until=start + seconds)
        for number, client in enumerate(clients)
    ]
    await asyncio.gather(*judges)
    visits.seconds = time.perf_counter() - start
    return visits


async def _judge(client: httpx.AsyncClient, task: str, visits: Visits, rng: random.Random, *, until: float) -> None:
    async with client:
        await asyncio.sleep(rng.uniform(0, BETWEEN_SECONDS))
        while (begin := time.perf_counter()) < until:
            try:
                await _one_screen(client, task, visits, rng)
            except httpx.TransportError as error:
                visits.errors[type(error).__name__] += 1
            await asyncio.sleep(max(0.0, BETWEEN_SECONDS - (time.perf_counter() - begin)))


async def _one_screen(client: httpx.AsyncClient, task: str, visits: Visits, rng: random.Random) -> None:
    """The next screen, and three saves while it is read."""

    async def ask(kind: str, method: str, address: str, **content: object) -> httpx.Response:
        begin = time.perf_counter()
        answer = await client.request(method, address, **content)  # type: ignore[arg-type]
        visits.milliseconds[kind].append(1000 * (time.perf_counter() - begin))
        if answer.is_error:
            visits.errors[f"{kind} {answer.status_code}"] += 1
        return answer

    answer = await ask("next", "GET", f"/campaigns/{SLUG}/judging/{task}/next/")
    if not answer.has_redirect_location:
        visits.errors["no screen"] += 1
        return
    address = answer.headers["Location"]
    page = (await ask("page", "GET", address)).text
    fields = dict(_FIELD.findall(page))
    version, outputs = int(fields["version"]), len(_OUTPUTS.findall(page))
    for kind in ("save", "save", "submit"):
        await asyncio.sleep(rng.uniform(0.2, 0.3) * BETWEEN_SECONDS)
        answered = {"fields": {f"answer-{number}": str(rng.randint(1, outputs)) for number in range(outputs)}}
        actions = [{"key": str(uuid4()), "kind": "answer", "payload": answered}]
        if kind == "submit":
            actions.append({"key": str(uuid4()), "kind": "submit", "payload": {}})
        said = {"version": version, "text_digest": fields["text_digest"], "actions": actions}
        saved = await ask(
            kind, "POST", f"{address}actions/", json=said, headers={"X-CSRFToken": fields["csrfmiddlewaretoken"]}
        )
        if saved.is_success:
            version = saved.json()["version"]


if __name__ == "__main__":
    main()
