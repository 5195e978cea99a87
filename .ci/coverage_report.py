"""Prints how many lines and branches of each package the tests ran, from the data that `make coverage` collected."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

report = Path("build/coverage/coverage.json")
subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", report], check=True)
packages: dict[str, Counter[str]] = defaultdict(Counter)
for name, file in json.loads(report.read_text())["files"].items():
    parts = Path(name).parts
    inside = parts[parts.index("src") + 1 : -1]
    for package in (".".join(inside[:2]), "all"):
        packages[package].update({key: value for key, value in file["summary"].items() if isinstance(value, int)})


def share(done: int, total: int) -> str:
    return f"{100 * done / total:.1f} %" if total else "none"


print(f"{'package':28}{'lines':>8}{'run':>9}{'branches':>10}{'run':>9}")
for package, counts in sorted(packages.items(), key=lambda item: (item[0] == "all", item[0])):
    lines, branches = counts["num_statements"], counts["num_branches"]
    run, taken = share(counts["covered_lines"], lines), share(counts["covered_branches"], branches)
    print(f"{package:28}{lines:>8}{run:>9}{branches:>10}{taken:>9}")
print("Line by line: build/coverage/html/index.html")
