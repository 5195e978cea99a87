"""Time of the organisers' live view with many judgments stored, on SQLite and PostgreSQL.

Usage: python -m bench.live_view [--quick] [--judgments 200000] [--evaluation ranking] [--database sqlite].

Stores judgments in bulk (dealt by the dealer of the site) and asks for the page as an organiser in a process of its
own: as a worker has packed nothing yet, which reads every judgment; after it has, with empty caches, as in a new
process; again; and after a judgment came. Then a worker analyses the judgments, and the same again with its analysis on
the page. The page and the API of the live view and of the human board are asked for in new processes, each twice. Last,
what workers do every minute about rules, and what a dealer reads in a new process. Times are those of the clock, with
the seconds of the processor that this process took; those of PostgreSQL are not among them. Where an organiser
waits for a page longer than a second, the command fails.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from bench.judged_task import JudgedTask

EVALUATIONS = {"ranking": 10, "scores": 60}
"""Judgments of a segment that each takes."""
DATABASES = ("sqlite", "postgresql")
JUDGES = 300
MOST_SECONDS = 1.0
"""That organisers wait for a page."""
ASKED = {
    "live view": "/campaigns/judged/organise/judging/{evaluation}/",
    "its API": "/api/v1/campaigns/judged/judging-tasks/{evaluation}/live",
    "its rankings by API": "/api/v1/campaigns/judged/judging-tasks/{evaluation}/rankings",
    "human board": "/campaigns/judged/results/human/{evaluation}/en-de/news/",
    "its API of boards": "/api/v1/campaigns/judged/human-boards/{evaluation}/en-de/news",
}
"""What organisers ask for, and where it is."""


def main() -> None:
    options = _options()
    if options.ask:
        _ask(options.ask, options.evaluation)
        return
    if options.child:
        _measure(options.evaluation, options.database, options.judgments)
        return
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    failed = False
    for database in [options.database] if options.database else DATABASES:
        for evaluation in [options.evaluation] if options.evaluation else EVALUATIONS:
            command = [sys.executable, "-m", "bench.live_view", "--child", "--judgments", str(options.judgments)]
            done = subprocess.run([*command, "--evaluation", evaluation, "--database", database], check=False)
            failed = failed or done.returncode != 0
    sys.exit(failed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judgments", type=int, default=200_000)
    parser.add_argument("--evaluation", choices=EVALUATIONS)
    parser.add_argument("--database", choices=DATABASES)
    parser.add_argument("--quick", action="store_true", help="10,000 judgments")
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.judgments = 10_000
    return options


def _measure(evaluation: str, database: str, judgments: int) -> None:
    from bakeoff_site.commands.processes.startup import prepare
    from bench.served_site import configure
    from tests.site import postgresql

    if database == "postgresql" and postgresql.programs() is None:
        sys.exit(postgresql.LEFT_OUT)
    with tempfile.TemporaryDirectory(prefix="bakeoff-bench-") as name:
        configure(Path(name))
        if database == "sqlite":
            del os.environ["BAKEOFF_DATABASE_URL"]
        prepare()
        from bench.judged_task import judge_in_bulk, make_task

        start = time.perf_counter()
        made = make_task(evaluation, segments=judgments // EVALUATIONS[evaluation] + 200, judges=JUDGES)
        judge_in_bulk(made, judgments)
        _gather_statistics()
        stored = time.perf_counter() - start
        print(f"\n{database}, {evaluation}: {judgments:,} judgments of {JUDGES} judges, stored in {stored:.0f} s")
        _ask_for_pages(made)
        print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB", flush=True)


def _gather_statistics() -> None:
    """As databases do by themselves after a while."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _ask_for_pages(made: JudgedTask) -> None:
    from django.test import Client
    from django.urls import reverse

    from bakeoff_site.accounts.models import User
    from bakeoff_site.core.caches import clear_caches
    from bakeoff_site.jobs.execution import work_off
    from bakeoff_site.judging.services.packing import pack_judgments
    from bakeoff_site.judging.services.task_dealers import ready_dealer
    from bench.judged_task import SLUG

    browser = Client(headers={"host": "localhost"})
    browser.force_login(User.objects.get(email="organiser@example.org"))
    address = reverse("judging:live", args=[SLUG, made.task.slug])

    def page(query: str = "") -> str:
        answered = browser.get(address + query)
        if answered.status_code != 200:
            sys.exit(f"{address}: {answered.status_code}")
        return answered.content.decode()

    clear_caches()
    _timed("page without figures, nothing packed", page)
    _timed("its figures, once all judgments are read", lambda: page("?wait"))
    _timed("a worker packs the judgments", pack_judgments)
    clear_caches()
    slow = _timed("first page of a process", page) + _timed("again", page)
    _judge_once(made)
    slow += _timed("after a judgment", page)
    _timed("analysis by a worker (same process)", lambda: work_off("bench"))
    slow += _timed("with that analysis", page)
    _judge_once(made)
    slow += _timed("after a judgment", page)
    clear_caches()
    slow += _timed("first page of a process, with an analysis", page)
    for what in ASKED:
        command = [sys.executable, "-m", "bench.live_view", "--ask", what, "--evaluation", made.task.slug]
        slow += subprocess.run(command, check=False).returncode
    _timed("rules that compare judges, first time", lambda: _failing(made))
    _judge_once(made)
    _timed("the same after a judgment", lambda: _failing(made))
    clear_caches()
    _timed("a dealer in a new process", lambda: ready_dealer(made.task))
    _timed("again", lambda: ready_dealer(made.task))
    if slow:
        sys.exit(f"A page took longer than {MOST_SECONDS:g} s, or there was none.")


def _ask(what: str, evaluation: str) -> None:
    """One of the addresses, asked for twice by an organiser; the first time nothing is held in this process.

    It has loaded what processes of the server load before they answer.
    """
    from bakeoff_site.commands.processes.startup import prepare

    prepare()
    from django.core.wsgi import get_wsgi_application
    from django.test import Client

    from bakeoff_site.accounts.models import User
    from bakeoff_site.accounts.services.tokens import make_token
    from bakeoff_site.commands.processes.warmup import warm_up

    warm_up(get_wsgi_application(), lambda call: call())
    organiser = User.objects.get(email="organiser@example.org")
    token = make_token(organiser, name=what, scopes=["read", "organise"], lifetime=timedelta(days=1))
    headers = {"host": "localhost"} | ({"authorization": f"Bearer {token.text}"} if "API" in what else {})
    browser = Client(headers=headers)
    if "API" not in what:
        browser.force_login(organiser)
    address = ASKED[what].format(evaluation=evaluation)

    def answer() -> None:
        answered = browser.get(address)
        if answered.status_code != 200 or len(answered.content) < 2_000:
            sys.exit(f"{address}: {answered.status_code}, {len(answered.content)} bytes")

    sys.exit(_timed(f"{what}, first in a new process", answer) + _timed("again", answer))


def _failing(made: JudgedTask) -> None:
    """As workers look for judges who fail rules, with one that compares judges."""
    from bakeoff.human_eval.designs.conduct.judge_checks import failing_judges_of
    from bakeoff_site.judging.selectors.collected import collected

    found = collected(made.task.evaluations.select_related("task__campaign").get())
    answers = found.own_answers(frozenset())
    if answers is None:
        sys.exit("No judgment counts.")
    failing_judges_of(found.planned, answers.ranked, ["consensus:least=0.1,fewest=20"])


def _timed(what: str, call: Callable[[], Any]) -> int:
    """1 where it takes longer than anybody should wait for a page."""
    clock, processor = time.perf_counter(), time.process_time()
    call()
    took = time.perf_counter() - clock
    print(f"  {what:45} {took:7.3f} s, processor {time.process_time() - processor:7.3f} s", flush=True)
    return int(took > MOST_SECONDS)


def _judge_once(made: JudgedTask) -> None:
    """A judge corrects their last answer, by the service that pages use."""
    from django.utils import timezone

    from bakeoff_site.judging.choices import ActionKind
    from bakeoff_site.judging.models import Screen
    from bakeoff_site.judging.services.answers import NewAction, save_actions

    screen = Screen.objects.select_related("evaluation__task").filter(judge=made.judges[0]).latest("number")
    save_actions(
        screen,
        [NewAction(key=uuid4(), kind=ActionKind.SUBMIT)],
        version=screen.version,
        text_digest=screen.text_digest,
        now=timezone.now(),
    )


if __name__ == "__main__":
    main()
