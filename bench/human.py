"""Speed of human evaluation: 200,000 judgments analysed, the next screen for a judge.

Usage: python bench/human.py [--quick]. Analyses run in a process of their own, so that the peak of memory is theirs:
scores with intervals, tests of all pairs with clusters, agreement. The dealer hands out a design of 10,000 segments and
50 systems to 1,000 judges; a screen must come at once, however much was dealt before, and also where little of what is
left may be shown to the judge.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Sequence

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import analyse_judgments
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer

SYSTEMS, SEGMENTS, JUDGES = 20, 3000, 500
HIDDEN = ("system0", "system1")


def make_judgments(protocol: str, count: int) -> list[Judgment]:
    """Judgments whose answers follow a known quality, every third segment judged by several."""
    rng = np.random.default_rng(1)
    quality = np.linspace(1, -1, SYSTEMS)
    names = [f"system{number}" for number in range(SYSTEMS)]
    shown = 5 if protocol == "ranking" else 1
    found = []
    for number in range(count):
        systems = rng.permutation(SYSTEMS)[:shown]
        seen = quality[systems] + rng.normal(0, 1, shown)
        answer = (
            (np.argsort(np.argsort(-seen)) + 1).tolist() if shown > 1 else float(np.clip(50 + 20 * seen[0], 0, 100))
        )
        found.append(
            Judgment(
                id=str(number),
                protocol=protocol,
                judge=f"judge{rng.integers(JUDGES)}",
                segment=str(rng.integers(SEGMENTS)),
                language_pair="de-en",
                systems=tuple(names[system] for system in systems),
                answer=answer,
                elapsed_seconds=float(rng.lognormal(3, 0.5)),
            )
        )
    return found


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def analyse(protocol: str, count: int) -> None:
    """Prints seconds by the clock and of the processor, and the peak of memory in megabytes, after and before."""
    judgments = make_judgments(protocol, count)
    before, start, begun = peak_megabytes(), time.perf_counter(), time.process_time()
    result = analyse_judgments(judgments)
    seconds, busy = time.perf_counter() - start, time.process_time() - begun
    ranking = result.rankings[0]
    assert len(ranking.systems) == SYSTEMS
    assert ranking.agreement
    print(f"{seconds:.2f} {busy:.2f} {peak_megabytes():.0f} {before:.0f}")


def design_of(segments: int, shown: int, *, systems: int = 50, by_document: bool = False) -> Design:
    """A design with all kinds of screens."""
    pool = Pool(
        language_pair="de-en",
        test_set="test",
        segments=tuple((f"document{number // 10}", str(number)) for number in range(segments)),
        systems=tuple(f"system{number}" for number in range(systems)),
    )
    return Design(
        name="bench",
        protocol="ranking",
        pools=(pool,),
        shown=shown,
        redundancy=3,
        repeats=0.1,
        common_pool=0.2,
        attention=0.05,
        by_document=by_document,
    )


def deal(name: str, dealer: Dealer, judges: int, screens: int, *, excluded: Sequence[str] = ()) -> None:
    """Prints percentiles of the time for the next screen, early and late."""
    times, busy = [], []
    for number in range(screens):
        start, begun = time.perf_counter(), time.thread_time()
        dealer.next(f"judge{number % judges}", excluded=excluded)
        times.append(time.perf_counter() - start)
        busy.append(time.thread_time() - begun)
    milliseconds = 1000 * np.array(times)
    tenth = screens // 10
    first, last = np.median(milliseconds[:tenth]), np.median(milliseconds[-tenth:])
    p50, p99 = np.percentile(milliseconds, [50, 99])
    print(
        f"{name}, {judges:,} judges, {screens:,} screens: "
        f"p50 {p50:.3f} ms, p99 {p99:.3f} ms (of the processor {1000 * np.percentile(busy, 99):.3f} ms); "
        f"median of the first tenth {first:.3f} ms, of the last {last:.3f} ms"
    )


def where_what_is_left_is_hidden(systems: Sequence[str]) -> Dealer:
    """A dealer whose least judged outputs are all of a few systems: those who must not see them get others."""
    dealer = Dealer(design_of(10_000, 1))
    pool = dealer.design.pools[0]
    dealer.replay(
        Assignment(judge=f"early{segment}", position=position, pool=0, segment=segment, systems=(system,))
        for segment in range(len(pool.segments))
        for position, system in enumerate(each for each in pool.systems if each not in systems)
    )
    return dealer


def main() -> None:
    count = 20_000 if "--quick" in sys.argv else 200_000
    if "--analyse" in sys.argv:
        analyse(sys.argv[sys.argv.index("--analyse") + 1], count)
        return
    quick = ["--quick"] if "--quick" in sys.argv else []
    print(f"{count:,} judgments, {SYSTEMS} systems, {SEGMENTS:,} segments, {JUDGES} judges")
    for protocol in ("ranking", "direct"):
        command = [sys.executable, __file__, *quick, "--analyse", protocol]
        seconds, busy, peak, before = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        print(
            f"{protocol:10}{seconds:>8} s by the clock, {busy} s of the processor; "
            f"peak {peak} MB, {before} MB before the analysis"
        )
    screens = 2_000 if quick else 30_000
    for shown in (5, 1):
        begun = time.perf_counter()
        dealer = Dealer(design_of(10_000, shown))
        ready = time.perf_counter() - begun
        deal(f"{shown} shown of 50, 10,000 segments, ready in {ready:.2f} s", dealer, 1_000, screens)
    deal("complete documents", Dealer(design_of(10_000, 1, by_document=True)), 1_000, screens)
    deal("nearly all seen by one judge", Dealer(design_of(10_000, 1, systems=1)), 1, 12_000)
    deal("what is left is hidden", where_what_is_left_is_hidden(HIDDEN), 1_000, screens // 10, excluded=HIDDEN)


if __name__ == "__main__":
    main()
