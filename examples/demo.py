"""Scores and compares the systems of the example campaign; each command is printed first, so that it can be tried."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SCORE = "bakeoff score examples/runs/*.xml -r examples/references.xml -s examples/source.xml"
COMMANDS = (
    "bakeoff stats examples/source.xml examples/references.xml",
    f"{SCORE} --metrics 'bleu nist chrf ter wer per'",
    f"{SCORE} --metrics 'bleu nist chrf ter wer per' --by genre",
    f"{SCORE} --metrics 'bleu ter wer per' --spec case+punc --spec no_case+no_punc",
    f"{SCORE.replace('score', 'compare', 1)} --metrics 'bleu ter'",
    "bakeoff compare examples/runs/aster.xml examples/runs/basalt.xml -r examples/references.xml --segments --top 1",
)


def main() -> int:
    for command in COMMANDS:
        print(f"$ {command}", flush=True)
        status = subprocess.run([sys.executable, "-m", *arguments(command)], cwd=ROOT, check=False).returncode
        if status:
            return status
        print(flush=True)
    print("The program is .venv/bin/bakeoff. Continue with docs/tutorials/first-scores.md or first-package.md there.")
    return 0


def arguments(command: str) -> list[str]:
    """The words of a command as a shell gives them to the program, file patterns filled in."""
    words = []
    for word in shlex.split(command):
        words += sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(word)) if "*" in word else [word]
    return words


if __name__ == "__main__":
    sys.exit(main())
