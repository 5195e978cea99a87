"""Speed of the matching metrics against their tools: our library calls against the Java commands, on one thread; and
all metrics as one command against sacreBLEU's.

Usage: python bench/matching.py [--quick]. Needs the real campaign data (BAKEOFF_DATA), WordNet and METEOR's table of
paraphrases. METEOR 1.5 is measured in this run where Java and its program (METEOR_JAR, or that of pycocoevalcap) are
there. For other tools the time is one that was measured elsewhere, and marked so: no side-by-side comparison.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import bakeoff
from bakeoff.text.resources import find_paraphrases

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "golden" / "wmt22-de-en"
HYPOTHESIS, REFERENCE = DATA / "hyp.Online-B.txt", DATA / "ref.A.txt"

# A process of its own, so that the first call has nothing at hand that an earlier one looked up.
FIRST_CALL = """
import sys, time, bakeoff
hypotheses, references = (open(path, encoding="utf-8").read().split("\\n")[:-1] for path in sys.argv[2:])
bakeoff.score_texts  # imports are not counted, on either side of a comparison of calls
start = time.perf_counter()
bakeoff.score_texts(hypotheses, [references], metrics=sys.argv[1])
print(time.perf_counter() - start)
"""


# Everything that a result table of IWSLT 2012 shows, against two metrics of sacreBLEU without intervals.
OURS = ["score", HYPOTHESIS, "-r", REFERENCE, "--metrics", "all", "--interval", "bootstrap", "--samples", "1000"]
OURS += ["--spec", "case+punc", "--spec", "no_case+no_punc"]
SACREBLEU = [REFERENCE, "-i", HYPOTHESIS, "-m", "bleu", "chrf"]

# Segments of 500 words, few of them different: there METEOR, GTM and TER have most to choose from.
REPEATED = {
    "one word 500 times": [" ".join(["w"] * 500), " ".join(["w"] * 499)],
    "3 and 7 different words": [" ".join(f"w{number % kinds}" for number in range(500)) for kinds in (3, 7)],
}


class Case(NamedTuple):
    expression: str
    specification: str
    tool: str
    options: tuple[str, ...]
    elsewhere: float
    """Seconds that the command took on the machine where the golden scores were made."""


CASES = [
    Case("meteor", "case+punc", "METEOR 1.5", ("-m", "exact stem"), 3.4),
    Case("meteor@1.5:modules=exact+stem+synonym", "case+punc", "METEOR 1.5", ("-m", "exact stem synonym"), 5.0),
    Case("meteor@1.5", "case+punc", "METEOR 1.5", (), 18.1),
    Case("gtm", "raw", "GTM 1.4", ("-e", "1"), 0.8),
    Case("gtm:exponent=2", "raw", "GTM 1.4", ("-e", "2"), 0.8),
]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def meteor_command() -> list[str] | None:
    """METEOR's command line without the modules, where it can be run."""
    table = find_paraphrases().path
    jar = Path(os.environ.get("METEOR_JAR", table.parent.parent / "meteor-1.5.jar"))
    if not jar.is_file() or not shutil.which("java"):
        return None
    return ["java", "-Xmx2g", "-jar", str(jar), str(HYPOTHESIS), str(REFERENCE), "-l", "en", "-norm", "-a", str(table)]


def seconds_of(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def fastest_call(case: Case, repeats: int) -> float:
    hypotheses, references = lines(HYPOTHESIS), [lines(REFERENCE)]
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        bakeoff.score_texts(
            hypotheses, references, metrics=case.expression, specification=case.specification, threads=1
        )
        times.append(time.perf_counter() - start)
    return min(times)


def first_call(case: Case) -> float:
    command = [sys.executable, "-c", FIRST_CALL, case.expression, str(HYPOTHESIS), str(REFERENCE)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def compare_commands(repeats: int) -> None:
    """Both commands in turn, start to finish."""
    folder = Path(sys.executable).parent
    commands = {
        name: [str(folder / name), *map(str, rest)] for name, rest in (("sacrebleu", SACREBLEU), ("bakeoff", OURS))
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            times[name].append(seconds_of(command))
    theirs, ours = (statistics.median(each) for each in times.values())
    print(f"\nwhole commands, median of {repeats}")
    print(f"{'sacrebleu -m bleu chrf':60}{theirs:6.2f} s")
    print(f"{'bakeoff score --metrics all, two specifications, intervals':60}{ours:6.2f} s: {ours / theirs:.2f} of it")


def time_repeated_words() -> None:
    expressions = ("meteor", "gtm", "gtm:exponent=2", "ter")
    print(f"\n{'one segment of 500 words, seconds':34}" + "".join(f"{expression:>16}" for expression in expressions))
    for name, (hypothesis, reference) in REPEATED.items():
        times = []
        for expression in expressions:
            bakeoff.score_texts(["a"], [["a"]], metrics=expression)  # resources are loaded now
            start = time.perf_counter()
            bakeoff.score_texts([hypothesis], [[reference]], metrics=expression, threads=1)
            times.append(time.perf_counter() - start)
        print(f"{name:34}" + "".join(f"{seconds:16.3f}" for seconds in times))


def main() -> None:
    quick = "--quick" in sys.argv
    command = meteor_command()
    print(f"{len(lines(HYPOTHESIS))} segments, one reference; * measured elsewhere")
    print(f"{'expression':40}{'tool':12}{'tool s':>9}{'first call s':>14}{'next calls s':>14}{'ratio':>8}")
    for case in CASES:
        measured = command is not None and case.tool.startswith("METEOR") and not (quick and not case.options)
        runs = [seconds_of([*command, *case.options]) for _ in range(1 if quick else 3)] if command and measured else []
        theirs = min(runs, default=case.elsewhere)
        first = min(first_call(case) for _ in range(1 if quick else 3))
        ours = fastest_call(case, 3 if quick else 7)
        print(
            f"{case.expression:40}{case.tool:12}{theirs:8.2f}{' ' if runs else '*'}{first:14.3f}{ours:14.3f}"
            f"{theirs / ours:8.1f}"
        )
    compare_commands(3 if quick else 7)
    time_repeated_words()


if __name__ == "__main__":
    main()
