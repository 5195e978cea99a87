"""Prints which files and which tests take most processor time, from what `make test-profile` measured."""

from collections import defaultdict
from pathlib import Path

FOLDER = Path("build/test-profile")
LISTED = 40

by_file: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
by_test: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
for path in FOLDER.glob("*.tsv"):
    for line in path.read_text(encoding="utf-8").splitlines():
        own, others, what = line.split("\t", 2)
        for sums in (by_file[what.partition("::")[0]], by_test[what]):
            sums[0] += float(own)
            sums[1] += float(others)
            sums[2] += 1


def show(title: str, rows: dict[str, list[float]]) -> None:
    print(f"{title:>10}{'programs':>10}{'times':>7}")
    for name, (own, others, times) in sorted(rows.items(), key=lambda item: -sum(item[1][:2]))[:LISTED]:
        print(f"{own:10.1f}{others:10.1f}{times:7}  {name}")


show("tests", by_test)
show("files", by_file)
total = [sum(sums[place] for sums in by_file.values()) for place in (0, 1)]
print(
    f"{total[0]:10.1f}{total[1]:10.1f}         seconds of the processor, of tests and of the programs that they started"
)
