"""Speed of significance tests against sacreBLEU's paired tests, both measured in this run, from texts to p-values.

Usage: python bench/compare.py [--quick]. Needs the real campaign data (BAKEOFF_DATA) and the test dependencies.
sacreBLEU tests 8 systems against a baseline; we test all 36 pairs of the 9. With the bootstrap both also give intervals
from the same samples: sacreBLEU of the scores, we of the differences.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.evaluation import Comparison, add_intervals, compare_runs, score_runs
from bakeoff.evaluation.comparison.pair_tests import PairTest
from bakeoff.formats import read

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data"))
SEGMENTS = 2000
SYSTEMS = 9
SIX = "bleu nist chrf ter wer per"


def load() -> tuple[dict[str, list[str]], list[str]]:
    """The outputs of the systems and the first reference."""
    sets = read(str(DATA / "wmt22-uk-en" / "wmttest2022.uk-en.all.xml.gz")).sets
    runs = [text for text in sets if isinstance(text, Run)][:SYSTEMS]
    reference = next(text for text in sets if isinstance(text, ReferenceSet))
    lines = {run.system: [segment.text for segment in run.segments][:SEGMENTS] for run in runs}
    return lines, [segment.text for segment in reference.segments][:SEGMENTS]


def as_text(lines: list[str]) -> tuple[Document, ...]:
    return (Document("", tuple(Segment(str(i), line) for i, line in enumerate(lines, start=1)), numbered=True),)


def compare(
    systems: dict[str, list[str]],
    reference: list[str],
    metrics: str,
    test: PairTest,
    trials: int,
    *,
    intervals: bool = False,
) -> Comparison:
    runs = [Run(system=name, documents=as_text(lines)) for name, lines in systems.items()]
    scored = score_runs(runs, [ReferenceSet(name="r", documents=as_text(reference))], metrics=metrics)
    return compare_runs(add_intervals(scored) if intervals else scored, test=test, trials=trials)


def timed(work: Callable[[], object], repeats: int = 1) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def tested_by_sacrebleu(systems: dict[str, list[str]], reference: list[str], test: str, trials: int) -> object:
    return PairedTest(
        list(systems.items()),
        {"BLEU": BLEU(references=[reference]), "chrF2": CHRF(references=[reference])},
        references=None,
        test_type=test,
        n_samples=trials,
    )()


def against_sacrebleu(systems: dict[str, list[str]], reference: list[str], *, trials: Mapping[PairTest, int]) -> None:
    peers: dict[PairTest, str] = {"randomization": "ar", "bootstrap": "bs"}
    print(
        f"{'test':16}{'trials':>8}{'sacreBLEU ' + sacrebleu.__version__ + ', 8 pairs, s':>30}{'ours, 36 pairs, s':>20}",
        end="",
    )
    print(f"{'ratio':>8}")
    for test, peer in peers.items():
        count = trials[test]
        theirs = timed(partial(tested_by_sacrebleu, systems, reference, peer, count))
        ours = timed(partial(compare, systems, reference, "bleu@sacrebleu chrf", test, count), 3)
        print(f"{test:16}{count:8}{theirs:30.2f}{ours:20.3f}{theirs / ours:8.1f}")


def many_systems(systems: dict[str, list[str]], count: int) -> dict[str, list[str]]:
    """Systems that take each segment from one of the real ones, so that neighbours differ little."""
    rng = random.Random(1)
    outputs = list(systems.values())
    mixed = {}
    for number in range(count):
        favourite = outputs[number % len(outputs)]
        mixed[f"S{number}"] = [
            segment if rng.random() < 0.7 else rng.choice(outputs)[index] for index, segment in enumerate(favourite)
        ]
    return mixed


def campaign(systems: int, trials: int) -> None:
    """One complete campaign in a process of its own; prints seconds for scoring and testing, and peak memory."""
    import resource

    real, reference = load()
    mixed = many_systems(real, systems)
    start = time.perf_counter()
    comparison = compare(mixed, reference, SIX, "randomization", trials, intervals=True)
    seconds = time.perf_counter() - start
    pairs = sum(len(one.pairs) for one in comparison.comparisons)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "pairs": pairs, "memory": memory}))


def main() -> None:
    if not (DATA / "wmt22-uk-en").is_dir():
        sys.exit("The benchmark needs the real campaign data: point BAKEOFF_DATA to them.")
    if "--campaign" in sys.argv:
        campaign(int(sys.argv[-2]), int(sys.argv[-1]))
        return
    quick = "--quick" in sys.argv
    systems, reference = load()
    print(f"WMT22 uk-en, {len(systems)} systems, {len(reference)} segments, BLEU and chrF, {os.cpu_count()} cores")
    trials: dict[PairTest, int] = {"randomization": 1000 if quick else 10_000, "bootstrap": 100 if quick else 1000}
    against_sacrebleu(systems, reference, trials=trials)
    size, count = (20, 1000) if quick else (50, 10_000)
    finished = subprocess.run(
        [sys.executable, __file__, "--campaign", str(size), str(count)], check=True, capture_output=True, text=True
    )
    found = json.loads(finished.stdout)
    print(
        f"\n{size} systems × 6 metrics, {count} trials, all pairs ({found['pairs']} tests), scoring and intervals "
        f"included: {found['seconds']:.1f} s, peak {found['memory']:.0f} MB"
    )


if __name__ == "__main__":
    main()
