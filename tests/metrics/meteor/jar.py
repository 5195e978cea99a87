"""What METEOR 1.5 prints: scores of segments and texts, and stems of words."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bakeoff.metrics import parse_expression
from tests.metrics.random_texts import rows_of

_QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java ends before it would gain from more work on its own code, by threads of their own."""
_CODES = {"sv": "se"}
"""METEOR's codes of languages, where they are its own."""


def printed_by(jar: Path, folder: Path, columns: Sequence[Sequence[str]], *options: str) -> tuple[list[float], float]:
    """The scores of the segments and of the whole, in percent; the first column is the hypothesis."""
    hypothesis, *references = columns
    interleaved = [text for segment in zip(*references, strict=True) for text in segment]
    for name, lines in (("hypothesis", hypothesis), ("references", interleaved)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = ["java", *_QUICK, "-Xmx1500m", "-Dfile.encoding=UTF-8", "-jar", str(jar), "hypothesis", "references"]
    run = subprocess.run(
        [*command, "-r", str(len(references)), *options], cwd=folder, check=True, capture_output=True, text=True
    )
    segments = [100 * float(found) for found in re.findall(r"^Segment \d+ score:\t(\S+)", run.stdout, re.MULTILINE)]
    return segments, 100 * float(re.search(r"Final score:\s+(\S+)", run.stdout)[1])


def check_against(jar: Path, folder: Path, expression: str, columns: list[list[str]], *options: str) -> None:
    segments, whole = printed_by(jar, folder, columns, *options)
    metric = parse_expression(expression)
    rows = rows_of(metric, columns[0], columns[1:])
    assert len(segments) == len(rows)
    np.testing.assert_allclose(metric.segment_scores(rows), segments, rtol=1e-12, atol=1e-12)
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(whole, rel=1e-12)


def stems_by(jar: Path, language: str, words: Sequence[str]) -> list[str]:
    """The stem of each word by the stemmer that METEOR uses for the language."""
    command = ["java", *_QUICK, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", str(jar), "Stemmer"]
    run = subprocess.run(
        [*command, _CODES.get(language, language)],
        input="".join(f"{word}\n" for word in words),
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return run.stdout.removesuffix("\n").split("\n")
