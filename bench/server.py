"""Speed of the campaign server: submissions until they are scored, then leaderboards with people who look at them.

Usage: python -m bench.server [--quick] [--seconds 60] [--users 50] [--submissions 100] [--segments 2000].

Starts PostgreSQL (with everything on the disk that was committed), `bakeoff serve --workers 2` and its worker, each a
process of its own. Teams hand in a package each by the REST API, four at a time; every run is checked and scored by six
metrics with intervals, by genres too. 60 of them are on one board. Then half of the users are signed in as
participants and half are strangers; they look at the board (sorted and filtered in some ways), the overview and pages
of runs, a second apart. Queries are those of one page in a process, counted after the page was asked for once.

`--keep` leaves the server running afterwards, to look at it. On a busy machine only the seconds of the processor say
something; they are those of the server and its worker, without PostgreSQL.
"""Speed of the campaign server on PostgreSQL: submissions from hand-in to scores, and leaderboards for many people.

Usage: python bench/server.py [--quick]. Prints the machine, seconds until everything is scored, queries of each page,
and the times of pages while people look at them, each a second after the last.
"""

from __future__ import annotations

import argparse
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx

from bakeoff.client import Client
from bakeoff_site.commands.preparing import prepare
from bench import campaign as world
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
    print("python -m bench.server", *sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as name:
        folder = Path(name)
        base_url = _configure(folder)
        prepare()
        entrants = _fill(folder, options)
        with _server(base_url, folder) as server:
            _measure_submissions(server, base_url, entrants)
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


def _configure(folder: Path) -> str:
    """Settings for this process and those that it starts; the address of the server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        base_url = f"http://localhost:{probe.getsockname()[1]}"
    for name in [name for name in os.environ if name.startswith("BAKEOFF_")]:
        del os.environ[name]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings",
        "BAKEOFF_CONFIG": os.devnull,
        "BAKEOFF_DATA_FOLDER": str(folder / "data"),
        "BAKEOFF_DATABASE_URL": postgresql.url_at(postgresql.start(), "postgres"),
        "BAKEOFF_BASE_URL": base_url,
        "BAKEOFF_WORKER_THREADS": "2",
    }
    return base_url


def _fill(folder: Path, options: argparse.Namespace) -> list[world.Entrant]:
    texts = world.make_texts(f"general2026-{world.PAIR}", options.segments)
    campaign = world.begin(texts, folder)
    return [
        world.enter(campaign, texts, number, "constrained" if number < ON_BOARD else "open", folder)
        for number in range(options.submissions)
    ]


class Server:
    """The server, its processes, and what they took."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._ticks = os.sysconf("SC_CLK_TCK")

    def processor_seconds(self) -> float:
        """Of all processes of its session: those that answer, and the worker."""
        found = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(fields[3]) == self._process.pid:
                found += int(fields[11]) + int(fields[12])
        return found / self._ticks


@contextmanager
def _server(base_url: str, folder: Path) -> Iterator[Server]:
    command = [sys.executable, "-m", "bakeoff", "serve", "--workers", "2", "--port", base_url.rpartition(":")[2]]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        while True:
            if process.poll() is not None:
                sys.exit((folder / "log").read_text(encoding="utf-8"))
            try:
                if httpx.get(f"{base_url}/healthz", trust_env=False).is_success:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
        yield Server(process)
    finally:
        process.terminate()
        process.wait()


def _measure_submissions(server: Server, base_url: str, entrants: Sequence[world.Entrant]) -> None:
    from django.db.models import Avg, F, Max, Min

    from bakeoff_site.jobs.models import Job
    from bakeoff_site.submissions.models import Submission

    def hand_in(entrant: world.Entrant) -> None:
        with Client(base_url, entrant.token) as client:
            client.submit(world.SLUG, entrant.team.pk, entrant.package)

    before, begin = server.processor_seconds(), time.perf_counter()
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        list(pool.map(hand_in, entrants))
    print(f"\n{len(entrants)} submissions handed in: {time.perf_counter() - begin:.1f} s")
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
import logging
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import psycopg

from bakeoff.client import Client
from bakeoff.data import Document, ReferenceSet, Segment, TestSet
from bakeoff.formats.registry import format_named
from bakeoff.submissions.building import Output, PackageNames, build_package
from bakeoff_site.config.environment import Environment, write_environment
from tests.site import postgresql

THINK_SECONDS = 1.0
METRICS = ("bleu", "nist", "chrf", "ter", "wer", "per")
RULES = """
[campaign]
id = "bench"
title = "Bench"
[language_pairs]
de-en = { source = "German", target = "English" }
fr-en = { source = "French", target = "English" }
[tracks.mt]
kind = "mt"
language_pairs = ["de-en", "fr-en"]
[test_sets.news]
role = "current"
report_by = ["genre"]
[phases.evaluation]
start = 2001-01-01
end = 2999-01-01
opens = ["submit:main"]
[phases.results]
start = 2001-01-01
releases = { public = ["scores", "system-names", "participants"] }
[submission]
file = "{site}_{language_pair}_{system_type}.xml"
format = "nist-xml"
[submission.packages.main]
test_sets = ["news"]
[submission.system_types.primary]
exactly = 1
compared = true
[evaluation]
official_metric = "bleu"
metrics = ["bleu", "nist", "chrf", "ter", "wer", "per"]
interval = { samples = 1000 }
comparison = { test = "randomization", trials = 1000, level = 0.05, correction = "holm" }
"""


@dataclass(frozen=True)
class Size:
    """How much is done."""

    submissions: int = 100
    on_board: int = 60
    """Of them on the board that people look at; the others are on a second one."""
    segments: int = 2_000
    users: int = 50
    seconds: float = 60.0
    processes: int = 2


QUICK = Size(submissions=10, on_board=6, segments=200, users=10, seconds=10)


@dataclass(frozen=True)
class Entrant:
    team: int
    token: str
    package: Path


def texts(size: Size, seed: int) -> tuple[str, ...]:
    """Segments in invented words; another seed changes every tenth word or so."""
    shared, own = random.Random(1), random.Random(seed)
    words = ["".join(shared.choices("etaoinshrdlucmfwyp", k=shared.randint(2, 9))) for _ in range(8_000)]
    share = 0.02 * (seed % 20)
    return tuple(
        " ".join(own.choice(words) if own.random() < share else word for word in shared.choices(words, k=25))
        for _ in range(size.segments)
    )


def documents(lines: tuple[str, ...]) -> Iterator[Document]:
    for number, start in enumerate(range(0, len(lines), 20)):
        segments = tuple(Segment(str(n), text) for n, text in enumerate(lines[start : start + 20], 1))
        yield Document(f"doc-{number}", segments, {"genre": ("nw", "wb")[number % 2]})


def make_campaign(size: Size, folder: Path) -> list[Entrant]:
    """The campaign with its data and teams, each with a package that it has still to hand in."""
    from django.utils import timezone

    from bakeoff_site.accounts.choices import SCOPES
    from bakeoff_site.accounts.models import User
    from bakeoff_site.accounts.services.tokens import make_token
    from bakeoff_site.campaigns.models import Team, TeamMember
    from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
    from bakeoff_site.datasets.services import add_data_file

    organiser = User.objects.create_superuser("organiser@example.org", None, name="Organiser")
    campaign = create_campaign(RULES, creator=organiser)
    set_listed(campaign, actor=organiser, listed=True)
    sources = {}
    for pair, language in (("de-en", "German"), ("fr-en", "French")):
        source = TestSet(documents=tuple(documents(texts(size, 0))), test_set="news", source_language=language)
        reference = ReferenceSet(
            documents=source.documents, test_set="news", source_language=language, target_language="English", name="A"
        )
        sources[pair] = source
        for kind, text in (("source", source), ("reference", reference)):
            data = "".join(format_named("nist-xml").load().write([text])).encode()
            add_data_file(
                campaign,
                kind=kind,
                name=f"{kind}.xml",
                chunks=[data],
                test_set="news",
                language_pair=pair,
                by=organiser,
            )
    entrants = []
    for number in range(size.submissions):
        site, pair = f"TEAM{number}", "de-en" if number < size.on_board else "fr-en"
        team = Team.objects.create(campaign=campaign, name=site, site_id=site, language_pairs=[pair])
        user = User.objects.create_user(f"{site}@example.org", None, name=site, email_verified_at=timezone.now())
        TeamMember.objects.create(campaign=campaign, team=team, user=user, is_contact=True)
        output = folder / f"{site}.txt"
        output.write_text("\n".join(texts(size, number + 1)) + "\n", encoding="utf-8")
        names = PackageNames(
            rulebook=campaign.rules,
            package=campaign.rules.submission.packages["main"],
            site=site,
            language_pair=pair,
            day=timezone.now().date(),
            further={},
        )
        made = build_package(
            names, [Output(path=output, system="primary", test_set="news")], source=sources[pair], folder=folder
        )
        token = make_token(user, name="bench", scopes=SCOPES, lifetime=timedelta(days=1)).text
        entrants.append(Entrant(team.pk, token, made))
    return entrants


def hand_in(entrants: list[Entrant], address: str) -> None:
    """All packages over the API, from the machine's own side: the server and its worker share the cores with it."""
    from bakeoff_site.jobs.choices import JobKind
    from bakeoff_site.jobs.models import Job

    begin = time.perf_counter()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda each: Client(address, each.token).submit("bench", each.team, each.package), entrants))
    print(f"  {'handed in and receipted':40}{time.perf_counter() - begin:8.1f} s")
    for words, kinds in (
        ("checked and scored, 6 metrics, intervals", [JobKind.CHECK_SUBMISSION, JobKind.SCORE_RUN]),
        ("all pairs of systems compared", list(JobKind)),
    ):
        jobs = Job.objects.filter(kind__in=kinds)
        while jobs.exclude(state__in=["done", "failed"]).exists() or jobs.count() < 2 * len(entrants):
            time.sleep(0.2)
        print(f"  {words:40}{time.perf_counter() - begin:8.1f} s")
    if failed := list(Job.objects.filter(state="failed").values_list("kind", "error")[:3]):
        sys.exit(f"jobs failed: {failed}")


def pages() -> dict[str, str]:
    """The pages that people look at, by what they are."""
    from bakeoff_site.submissions.models import Board

    board = Board.objects.get(language_pair="de-en")
    place = f"/campaigns/bench/results/{board.pk}/"
    return {
        "overview": "/campaigns/bench/results/",
        "board": place,
        "board, one genre": f"{place}?group=genre%3Dnw",
        "board, by name": f"{place}?sort=name",
    }


def count_queries(addresses: dict[str, str]) -> None:
    from django.db import connection
    from django.test import Client as Visitor
    from django.test.utils import CaptureQueriesContext

    logging.getLogger("bakeoff_site.requests").setLevel(logging.WARNING)
    for words, address in addresses.items():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = Visitor().get(address, headers={"host": "localhost"})
        if answer.status_code != 200:
            sys.exit(f"{address} answers {answer.status_code}")
        print(f"  {words:40}{len(queries):8} queries{len(answer.content) / 1024:10.0f} KB")


def look_at(addresses: dict[str, str], address: str, size: Size) -> None:
    """People who look at one page after another."""
    taken: list[tuple[str, float]] = []
    errors: list[str] = []
    end = time.monotonic() + size.seconds

    def person(number: int) -> None:
        draw = random.Random(number)
        time.sleep(draw.random() * THINK_SECONDS)
        with httpx.Client(base_url=address, trust_env=False, timeout=30) as client:
            while time.monotonic() < end:
                words = draw.choice(list(addresses))
                begin = time.perf_counter()
                try:
                    status = client.get(addresses[words]).status_code
                except httpx.HTTPError as error:
                    errors.append(str(error))
                else:
                    taken.append((words, time.perf_counter() - begin))
                    errors.extend([f"{status}"] if status != 200 else [])
                time.sleep(THINK_SECONDS)

    people = [threading.Thread(target=person, args=[number]) for number in range(size.users)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    print(f"  {'page':24}{'asked':>8}{'p50 ms':>10}{'p95 ms':>10}{'p99 ms':>10}")
    for words in [*addresses, "all"]:
        times = sorted(seconds for name, seconds in taken if words in (name, "all"))
        marks = statistics.quantiles(times, n=100, method="inclusive")
        shown = "".join(f"{1000 * marks[mark - 1]:10.1f}" for mark in (50, 95, 99))
        print(f"  {words:24}{len(times):8}{shown}")
    print(f"  {len(taken) / size.seconds:.1f} requests a second, {len(errors)} errors {errors[:3] or ''}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(port: int, size: Size, log: Path) -> subprocess.Popen[Any]:
    with log.open("wb") as stream:
        server = subprocess.Popen(
            [sys.executable, "-m", "bakeoff", "serve", "--port", str(port), "--workers", str(size.processes)],
            stdout=stream,
            stderr=stream,
        )
    while True:
        try:
            if httpx.get(f"http://localhost:{port}/healthz", trust_env=False).status_code == 200:
                return server
        except httpx.TransportError:
            if server.poll() is not None:
                sys.exit(log.read_text(encoding="utf-8"))
            time.sleep(0.1)


def tell_machine(size: Size) -> None:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        "unknown processor",
    )
    version = subprocess.run(
        [f"{postgresql.programs()}/postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    print(f"{os.cpu_count()} cores of {model}; load before {os.getloadavg()[0]:.1f}; {version}, durable")
    print(f"{size.processes} processes of the server, its worker, and those who ask, all on this machine")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="little of everything, to see that it runs")
    size = QUICK if parser.parse_args().quick else Size()
    if postgresql.programs() is None:
        sys.exit(postgresql.LEFT_OUT)
    tell_machine(size)
    sockets = postgresql.start({"max_connections": "200"})
    with psycopg.connect(f"postgresql://bakeoff@/postgres?host={sockets}", autocommit=True) as connection:
        connection.execute("CREATE DATABASE bench")
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as work:
        folder, port = Path(work), free_port()
        address = f"http://localhost:{port}"
        url = f"postgresql://bakeoff@/bench?host={sockets}"
        environment = Environment(
            data_folder=folder / "data", database_url=url, base_url=address, worker_threads=os.cpu_count() or 1
        )
        os.environ.update({k: v for k, v in write_environment(environment).items() if v})
        os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
        from bakeoff_site.commands.preparing import prepare

        prepare()
        entrants = make_campaign(size, folder)
        server = start_server(port, size, folder / "log")
        try:
            print(f"{size.submissions} submissions of {size.segments:,} segments")
            hand_in(entrants, address)
            print(f"pages of a board with {size.on_board} runs")
            count_queries(pages())
            print(f"{size.users} people, {THINK_SECONDS:.0f} s between pages, for {size.seconds:.0f} s")
            look_at(pages(), address, size)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)
        from django.db import connections

        connections.close_all()


if __name__ == "__main__":
    main()
