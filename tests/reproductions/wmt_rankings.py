"""The WMT rankings that several reproductions read, by language pair."""

from collections import defaultdict
from functools import cache
from pathlib import Path

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import read_judgments


@cache
def by_language_pair(path: Path) -> dict[str, list[Judgment]]:
    found = defaultdict(list)
    for judgment in read_judgments(path, equal_rows="keep"):
        found[judgment.language_pair].append(judgment)
    return found
