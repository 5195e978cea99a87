"""How long `bakeoff score -m bleu` takes from start to finish, next to Python with NumPy and click alone.

The aim: at most 1.35 times as long, the scoring itself not counted. Both are measured in turn in the same run, so that
whatever else the machine does weighs on both alike.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 31
AIM = 1.35
_SCORE = """
import time
from bakeoff.evaluation import score_runs
from bakeoff.formats import read_references, read_runs
run, reference = read_runs({run!r}), read_references({reference!r})
score_runs(run, reference)
start = time.perf_counter()
score_runs(run, reference)
print(time.perf_counter() - start)
"""


def plain_texts(folder: Path) -> tuple[Path, Path]:
    """Run and reference of the example campaign, a segment a line."""
    from bakeoff.formats import read

    paths = []
    for name in ("runs/aster.xml", "references.xml"):
        lines = [segment.text for segment in read(ROOT / "examples" / name).sets[0].segments]
        paths.append(folder / f"{Path(name).stem}.txt")
        paths[-1].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths[0], paths[1]


def seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what is compiled anew each time is no start as users have it
    tool = str(Path(sys.executable).parent / "bakeoff")
    with tempfile.TemporaryDirectory() as folder:
        run, reference = plain_texts(Path(folder))
        code = _SCORE.format(run=str(run), reference=str(reference))
        scoring = float(subprocess.check_output([sys.executable, "-c", code], text=True))
        commands = {
            "python -c 'import numpy, click'": [sys.executable, "-c", "import numpy, click"],
            "bakeoff score -m bleu": [tool, "score", str(run), "-r", str(reference), "-m", "bleu"],
            "bakeoff --version": [tool, "--version"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS + 1):
            for name, command in commands.items():
                times[name].append(seconds(command))
    print(f"start to finish, median and least of {ROUNDS}, in turn{'median ms':>24}{'least ms':>12}")
    for name, measured in times.items():
        kept = measured[1:]  # the first round fills caches
        print(f"{name:64}{1000 * statistics.median(kept):11.1f}{1000 * min(kept):12.1f}")
    base, score = (times[name][1:] for name in list(commands)[:2])
    for word, choose in (("median", statistics.median), ("least", min)):
        ratio = (choose(score) - scoring) / choose(base)
        print(f"ratio by {word} without the scoring itself ({1000 * scoring:.1f} ms): {ratio:.2f} (aim: {AIM})")


if __name__ == "__main__":
    main()
