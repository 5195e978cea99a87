"""Time of a screen and its answer at the start and after 200,000 events, and of the replay of these in a new process.

Usage: python bench/dealing.py [--quick]. The new process reads the events from a file first; that is not counted.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import DealingEvent
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer

JUDGES = 300
MEASURED = 2_000
"""Screens at the start, and as many at the end."""


def design_of(name: str, segments: int, systems: int, shown: int, *, by_document: bool = False) -> Design:
    pool = Pool(
        language_pair="de-en",
        test_set="test",
        segments=tuple((f"document{number // 10}", str(number)) for number in range(segments)),
        systems=tuple(f"system{number}" for number in range(systems)),
    )
    return Design(
        name=name,
        protocol="ranking",
        pools=(pool,),
        shown=shown,
        redundancy=5,
        repeats=0.1,
        attention=0.02,
        by_document=by_document,
    )


DESIGNS = {
    "20 systems, 2,000 segments, 5 judgments": design_of("grades", 2_000, 20, 1),
    "5 of 12 systems, 20,000 segments, 5 judgments": design_of("ranking", 20_000, 12, 5),
    "20 systems, 200 documents, 5 judgments": design_of("documents", 2_000, 20, 1, by_document=True),
}


def dealer_of(name: str) -> MixedDealer:
    return MixedDealer({"evaluation": Evaluation(dealer=Dealer(DESIGNS[name]), batch=10)})


def deal(name: str, events: int) -> list[DealingEvent]:
    """Judges ask and answer in turn; every fiftieth screen is given back. Prints the time of screen and answer."""
    dealer, log, times = dealer_of(name), list[DealingEvent](), list[float]()
    number = 0
    while len(log) < events:
        judge = f"judge{number % JUDGES}"
        number += 1
        start = time.thread_time()
        found = dealer.next(judge)
        assert isinstance(found, tuple)
        if number % 50:
            dealer.answer(*found)
        else:
            dealer.give_back(*found)
        times.append(time.thread_time() - start)
        for kind in ("dealt", "answered" if number % 50 else "returned"):
            log.append(DealingEvent(kind=kind, judge=judge, evaluation=found[0], assignment=found[1]))
    milliseconds = 1000 * np.array(times)
    for when, part in (("at the start", milliseconds[:MEASURED]), ("at the end", milliseconds[-MEASURED:])):
        median, high = np.percentile(part, [50, 99])
        print(f"  a screen and its answer {when}: median {median:.3f} ms, p99 {high:.3f} ms")
    return log


def replay(name: str, file: str) -> None:
    """Prints how long a new dealer takes to get to where the first one was, in seconds of the processor."""
    with Path(file).open("rb") as stream:
        events = pickle.load(stream)
    dealer = dealer_of(name)
    start = time.thread_time()
    dealer.replay(events)
    seconds = time.thread_time() - start
    rate = len(events) / seconds
    print(f"  replay in a new process: {len(events):,} events in {seconds:.2f} s, {rate:,.0f} a second")


def main() -> None:
    if "--replay" in sys.argv:
        replay(*sys.argv[-2:])
        return
    events = 20_000 if "--quick" in sys.argv else 200_000
    for name in DESIGNS:
        print(f"{name}; {JUDGES} judges, {events:,} events")
        with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
            pickle.dump(deal(name, events), file)
            file.flush()
            subprocess.run([sys.executable, __file__, "--replay", name, file.name], check=True)


if __name__ == "__main__":
    main()
