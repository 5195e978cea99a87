"""Processor seconds of the comparisons of a board: of all its runs, and of one run that is new.

Usage: python -m bench.board [40 60] [--segments 2000] [--threads 1].

Runs of made-up texts are scored by six metrics, by genres too, and compared as the shipped rulebook of WMT says: all
pairs, 10,000 trials of paired randomisation for each metric and part. The checksum is that of all p-values.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import time
from dataclasses import replace

from bakeoff.evaluation import Comparison, Evaluation, KnownPValues, compare_by_rules, score_runs
from bakeoff.rulebook import Rulebook, read_rulebook
from bench import campaign as world


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=int, nargs="*", default=[40, 60])
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    rules = read_rulebook("wmt")
    scored = _score(max(options.runs), options.segments)
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; {options.segments} segments"
    )
    print(f"{'runs':>4} {'tests':>7} {'complete, s':>9} {'one more, s':>12}  p-values")
    for runs in options.runs:
        evaluation = replace(scored, systems=scored.systems[:runs])
        before, _ = _compare(rules, replace(evaluation, systems=evaluation.systems[:-1]), None, options.threads)
        complete, seconds = _compare(rules, evaluation, None, options.threads)
        added, seconds_added = _compare(rules, evaluation, _known(before), options.threads)
        assert added.comparisons == complete.comparisons
        values = [pair.p for one in complete.comparisons for pair in one.pairs]
        checksum = hashlib.sha256(repr(values).encode()).hexdigest()[:12]
        print(f"{runs:4} {len(values):7} {seconds:9.1f} {seconds_added:12.1f}  {checksum}", flush=True)


def _score(runs: int, segments: int) -> Evaluation:
    texts = world.make_texts(f"general2026-{world.PAIR}", segments)
    return score_runs(
        [texts.output(number) for number in range(runs)],
        [texts.reference],
        source=texts.source,
        metrics=" ".join(world.METRICS),
        by=["genre"],
        target_language="de",
    )


def _compare(
    rules: Rulebook, evaluation: Evaluation, known: KnownPValues | None, threads: int
) -> tuple[Comparison, float]:
    begin = time.process_time()
    found = compare_by_rules(rules, evaluation, track="general", language_pair=world.PAIR, known=known, threads=threads)
    return found, time.process_time() - begin


def _known(comparison: Comparison) -> KnownPValues:
    return KnownPValues(
        comparison.method,
        {
            (one.metric, one.group): {frozenset((pair.a, pair.b)): pair.p for pair in one.pairs}
            for one in comparison.comparisons
        },
    )


if __name__ == "__main__":
    main()
