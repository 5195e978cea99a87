"""Speed and memory of re-segmentation against mweralign, both as whole commands, measured in this run.

Usage: python bench/resegment.py [--quick]. Needs the real campaign data (BAKEOFF_DATA) and the test dependencies.
WMT22 German–English in one stream, 1,984 segments; with --quick the first 500.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "golden" / "wmt22-de-en"
BIN = Path(sys.executable).parent


def measured(command: list[str]) -> tuple[float, float, float]:
    """Elapsed seconds, seconds of the processor, and peak memory in MB of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    if status:
        sys.exit(f"{' '.join(command)}: failed")
    return elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    if not DATA.is_dir():
        sys.exit("The benchmark needs the real campaign data: point BAKEOFF_DATA to them.")
    count = 500 if "--quick" in sys.argv else None
    with tempfile.TemporaryDirectory() as folder:
        stream, references = Path(folder) / "stream.txt", [Path(folder) / f"{name}.txt" for name in "AB"]
        texts = {name: (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()[:count] for name in
                 ("hyp.Online-B", "ref.A", "ref.B")}  # fmt: skip
        stream.write_text(" ".join(texts["hyp.Online-B"]) + "\n", encoding="utf-8")
        for path in references:
            path.write_text("\n".join(texts[f"ref.{path.stem}"]) + "\n", encoding="utf-8")
        out = str(Path(folder) / "out.txt")
        first, both = [str(references[0])], [str(path) for path in references]
        ours = [str(BIN / "bakeoff"), "resegment", str(stream), "-o", out]
        peer = measured([str(BIN / "mweralign"), "-t", str(stream), "-r", *first, "-m", "none", "-o", out])
        print(f"{'command':46}{'s':>8}{'CPU s':>8}{'MB':>6}{'CPU ratio':>11}")
        print(f"{'mweralign -m none':46}{peer[0]:8.2f}{peer[1]:8.2f}{peer[2]:6.0f}")
        for title, options in {
            "bakeoff resegment": ["-r", *first],
            "bakeoff resegment --compat mwersegmenter": ["--compat", "mwersegmenter", "-r", *first],
            "bakeoff resegment, two references": ["-r", *both],
        }.items():
            found = min((measured([*ours, *options]) for _ in range(3)), key=lambda each: each[1])
            print(f"{title:46}{found[0]:8.2f}{found[1]:8.2f}{found[2]:6.0f}{peer[1] / found[1]:11.1f}")


if __name__ == "__main__":
    main()
