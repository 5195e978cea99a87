"""Speed of scoring against sacreBLEU, both measured in this run, on one thread, library call against library call.

Usage: python bench/score.py [--quick]. Needs the real campaign data (BAKEOFF_DATA) and the test dependencies.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

import bakeoff

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "golden"
SIX = "bleu nist chrf ter wer per"


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def timed(work: Callable[[], object], repeats: int, before: Callable[[], object] = lambda: None) -> float:
    """The fastest of several calls, in seconds; `before` is not counted."""
    times = []
    for _ in range(repeats):
        before()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def forget_tokens() -> None:
    """sacreBLEU remembers the tokens of lines it has seen; a fresh process does not."""
    from sacrebleu.tokenizers import tokenizer_13a, tokenizer_re, tokenizer_ter

    for kind in (tokenizer_13a.Tokenizer13a, tokenizer_re.TokenizerRegexp, tokenizer_ter.TercomTokenizer):
        kind.__call__.cache_clear()


def compare_with_sacrebleu(hypotheses: list[str], references: list[list[str]]) -> None:
    cases: list[tuple[str, str, Callable[[], object]]] = [
        ("bleu@sacrebleu", "BLEU()", lambda: BLEU().corpus_score(hypotheses, references)),
        ("bleu@mteval", "BLEU()", lambda: BLEU().corpus_score(hypotheses, references)),
        ("chrf", "CHRF()", lambda: CHRF().corpus_score(hypotheses, references)),
        ("chrf++", "CHRF(word_order=2)", lambda: CHRF(word_order=2).corpus_score(hypotheses, references)),
        ("ter@sacrebleu", "TER()", lambda: TER().corpus_score(hypotheses, references)),
        ("ter@tercom", "TER()", lambda: TER().corpus_score(hypotheses, references)),
        (
            "ter@tercom:case=yes,normalize=yes",
            "TER(normalized, case_sensitive)",
            lambda: TER(normalized=True, case_sensitive=True).corpus_score(hypotheses, references),
        ),
    ]
    print(f"{'expression':36}{'peer: sacreBLEU ' + sacrebleu.__version__:34}{'peer ms':>10}{'ours ms':>10}{'ratio':>8}")
    for expression, peer, work in cases:
        theirs = timed(work, 2 if "ter" in expression else 5, forget_tokens)
        ours = timed(partial(bakeoff.score_texts, hypotheses, references, metrics=expression, threads=1), 7)
        print(f"{expression:36}{peer:34}{1000 * theirs:10.1f}{1000 * ours:10.2f}{theirs / ours:8.1f}")


# A process of its own: the peak of a child is never below that of the process it was forked from.
LAUNCHER = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
print(json.dumps([code, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024]))
"""


def run(command: Sequence[str]) -> tuple[float, float]:
    """Seconds from start to finish and peak memory in MB of a command."""
    launched = subprocess.run([sys.executable, "-c", LAUNCHER, *command], check=True, capture_output=True, text=True)
    code, seconds, memory = json.loads(launched.stdout)
    if code:
        sys.exit(f"failed: {' '.join(command)}")
    return seconds, memory


def median_time(command: Sequence[str]) -> float:
    return statistics.median(run(command)[0] for _ in range(7))


def compare_commands(hypothesis: Path, reference: Path) -> None:
    tools = Path(sys.executable).parent
    print("\ncommand, start to finish (median of 7)", " " * 34, "s")
    for name, command in {
        f"bakeoff score --metrics '{SIX}'": [
            str(tools / "bakeoff"), "score", str(hypothesis), "-r", str(reference), "--metrics", SIX,
        ],
        f"bakeoff score --metrics '{SIX}' --threads 1": [
            str(tools / "bakeoff"), "score", str(hypothesis), "-r", str(reference), "--metrics", SIX, "--threads", "1",
        ],
        "sacrebleu -m bleu": [str(tools / "sacrebleu"), str(reference), "-i", str(hypothesis), "-m", "bleu"],
        "bakeoff --help": [str(tools / "bakeoff"), "--help"],
        "python -c 'import bakeoff'": [sys.executable, "-c", "import bakeoff"],
        "python -c 'pass'": [sys.executable, "-c", "pass"],
    }.items():  # fmt: skip
        print(f"{name:70}{median_time(command):8.3f}")


def grow(hypotheses: list[str], references: list[str], sizes: Sequence[int]) -> None:
    """Time and memory of the command as the test set grows; each copy of a segment has words of its own."""
    print(f"\nbakeoff score --metrics '{SIX}' --threads 1, growing test set")
    print(f"{'segments':>10}{'s':>10}{'ms / 1000 segments':>22}{'peak MB':>10}")
    tool = str(Path(sys.executable).parent / "bakeoff")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            paths = []
            for name, text in (("hypothesis", hypotheses), ("reference", references)):
                path = Path(folder) / f"{name}.{size}.txt"
                copies = (f"{text[i % len(text)]} copy{i // len(text)}" for i in range(size))
                path.write_text("\n".join(copies) + "\n", encoding="utf-8")
                paths.append(str(path))
            seconds, memory = run([tool, "score", paths[0], "-r", paths[1], "--metrics", SIX, "--threads", "1"])
            print(f"{size:10}{seconds:10.2f}{1e6 * seconds / size:22.1f}{memory:10.0f}")


def main() -> None:
    folder = DATA / "wmt22-de-en"
    if not folder.is_dir():
        sys.exit("The benchmark needs the real campaign data: point BAKEOFF_DATA to them.")
    hypothesis, reference = folder / "hyp.Online-B.txt", folder / "ref.A.txt"
    print(f"WMT22 de-en, Online-B against reference A, {len(lines(hypothesis))} segments, one thread")
    compare_with_sacrebleu(lines(hypothesis), [lines(reference)])
    compare_commands(hypothesis, reference)
    grow(lines(hypothesis), lines(reference), (1_000, 10_000) if "--quick" in sys.argv else (1_000, 10_000, 100_000))


if __name__ == "__main__":
    main()
