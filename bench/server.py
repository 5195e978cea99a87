"""Speed of the campaign server: submissions until they are scored, then leaderboards with people who look at them.

Usage: python -m bench.server [--quick] [--seconds 60] [--users 50] [--submissions 100] [--segments 2000].

Starts PostgreSQL (with everything on the disk that was committed), `bakeoff serve --workers 2` and its worker, each a
process of its own. Teams submit a package each by the REST API, four at a time; every run is checked and scored by six
metrics with intervals, by genres too. 60 of them are on one board. Then the server is started again; half of the users
are signed in as participants and half are strangers; they look at the board (sorted and filtered in some ways), the
overview and pages of runs, a second apart. Queries are those of one page in a process, counted after the page was asked
for once.

`--keep` leaves the server running afterwards, to look at it. On a busy machine only the seconds of the processor say
something; they are those of the server and its worker, without PostgreSQL.
"""

from __future__ import annotations

import argparse
import logging
import os
import platform
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bakeoff.client import Client
from bakeoff_site.commands.processes.startup import prepare
from bench import campaign as world
from bench.served_site import Server, configure, served
from bench.visitors import Town, Visits, percentile
from tests.site import postgresql

ON_BOARD = 60
AT_A_TIME = 4


def main() -> None:
    options = _options()
    if postgresql.programs() is None:
        sys.exit(postgresql.LEFT_OUT)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    print("python -m bench.server", *sys.argv[1:], flush=True)
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as name:
        folder = Path(name)
        base_url = configure(folder)
        prepare()
        entrants = _fill(folder, options)
        with served(base_url, folder) as server:
            _measure_submissions(server, base_url, entrants)
        with served(base_url, folder) as server:
            _measure_pages(server, base_url, entrants, options)
            if options.keep:
                input(f"{base_url}/campaigns/{world.SLUG}/ – Enter ends it. ")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--submissions", type=int, default=100)
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--quick", action="store_true", help="15 seconds, 64 submissions of 300 segments")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.seconds, options.submissions, options.segments = 15, 64, 300
    return options


def _fill(folder: Path, options: argparse.Namespace) -> list[world.Entrant]:
    texts = world.make_texts(f"general2026-{world.PAIR}", options.segments)
    campaign = world.begin(texts, folder)
    return [
        world.enter(campaign, texts, number, "constrained" if number < ON_BOARD else "open", folder)
        for number in range(options.submissions)
    ]


def _measure_submissions(server: Server, base_url: str, entrants: Sequence[world.Entrant]) -> None:
    from django.db.models import Avg, F, Max, Min

    from bakeoff_site.jobs.models import Job
    from bakeoff_site.submissions.models import Submission

    def submit(entrant: world.Entrant) -> None:
        with Client(base_url, entrant.token) as client:
            client.submit(world.SLUG, entrant.team.pk, entrant.package)

    before, begin = server.processor_seconds(), time.perf_counter()
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        list(pool.map(submit, entrants))
    print(f"\n{len(entrants)} submissions submitted: {time.perf_counter() - begin:.1f} s")
    while Job.objects.filter(state__in=["queued", "running"]).exists():
        time.sleep(0.5)
    if failed := Job.objects.filter(state="failed").first():
        sys.exit(f"{failed}: {failed.error}")
    if refused := Submission.objects.exclude(state="valid").first():
        sys.exit(f"{refused}: {refused.findings}")
    first = Submission.objects.aggregate(first=Min("received_at"))["first"]
    lasts = dict(Job.objects.order_by().values_list("kind").annotate(last=Max("finished_at")))
    means = dict(Job.objects.order_by().values_list("kind").annotate(mean=Avg(F("finished_at") - F("started_at"))))
    for kind, last in lasts.items():
        seconds, jobs = (last - first).total_seconds(), Job.objects.filter(kind=kind).count()
        print(f"first receipt to last {kind}: {seconds:.1f} s ({jobs} jobs of {means[kind].total_seconds():.2f} s)")
    print(f"processor: {server.processor_seconds() - before:.1f} s")


def _measure_pages(
    server: Server, base_url: str, entrants: Sequence[world.Entrant], options: argparse.Namespace
) -> None:
    pages = _pages()
    cookies = _cookies(entrants, options.users // 2)
    people = [*cookies, *[""] * (options.users - len(cookies))]
    before = server.processor_seconds()
    visits = Town(base_url=base_url, pages=pages).visit(people, seconds=options.seconds)
    processor = server.processor_seconds() - before
    _print_visits(visits, processor, _queries(pages, entrants[0]), options.users)


def _pages() -> dict[str, list[str]]:
    """Addresses by the kind of page; the board as most look at it, and in other ways."""
    from bakeoff_site.submissions.models import Board

    start = f"/campaigns/{world.SLUG}/results/"
    board = Board.objects.get(condition="constrained")
    plain = f"{start}{board.pk}/"
    return {
        "board": [*[plain] * 4, f"{plain}?sort=chrf", f"{plain}?sort=name", f"{plain}?group=genre%3Dnews"],
        "boards": [start],
        "home": ["/"],
        "campaign": [f"/campaigns/{world.SLUG}/"],
        "run": [f"{start}runs/{key}/" for key in board.runs.order_by("pk").values_list("pk", flat=True)],
    }


def _cookies(entrants: Sequence[world.Entrant], count: int) -> list[str]:
    """Sessions of people who signed in."""
    from django.test import Client as Browser

    found = []
    for entrant in entrants[:count]:
        browser = Browser()
        browser.force_login(entrant.user)
        found.append(browser.cookies["sessionid"].value)
    return found


def _queries(pages: Mapping[str, Sequence[str]], entrant: world.Entrant) -> dict[str, tuple[int, int]]:
    """Queries of a page of each kind for a stranger and for a participant; the most that any address takes."""
    from django.db import connection
    from django.test import Client as Browser
    from django.test.utils import CaptureQueriesContext

    logging.disable()  # a line for each request is for the server to print
    participant = Browser(headers={"host": "localhost"})
    participant.force_login(entrant.user)

    def most(browser: Browser, addresses: Sequence[str]) -> int:
        found = []
        for address in dict.fromkeys(addresses[:7]):
            browser.get(address)
            with CaptureQueriesContext(connection) as queries:
                browser.get(address)
            found.append(len(queries))
        return max(found)

    return {
        kind: (most(Browser(headers={"host": "localhost"}), addresses), most(participant, addresses))
        for kind, addresses in pages.items()
    }


def _print_visits(visits: Visits, processor: float, queries: Mapping[str, tuple[int, int]], users: int) -> None:
    every = visits.every
    print(f"\n{users} users for {visits.seconds:.0f} s: {len(every) / visits.seconds:.1f} requests/s", end=", ")
    print(f"{sum(visits.errors.values())} errors {dict(visits.errors) or ''}".rstrip(), end=", ")
    print(f"{1000 * processor / len(every):.1f} ms of the processor a request")
    print(f"{'page':8} {'requests':>8} {'p50, ms':>8} {'p95, ms':>8} {'p99, ms':>8}  queries: stranger, participant")
    for kind, found in {**visits.milliseconds, "all": every}.items():
        figures = " ".join(f"{percentile(found, percent):8.1f}" for percent in (50, 95, 99))
        counted = "  {}, {}".format(*queries[kind]) if kind in queries else ""
        print(f"{kind:8} {len(found):8} {figures}{counted}")


if __name__ == "__main__":
    main()
