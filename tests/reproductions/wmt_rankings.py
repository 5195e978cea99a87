"""The WMT rankings that several reproductions read, by language pair."""

from collections import defaultdict
from functools import cache

from bakeoff.formats.judgments import read_judgments


@cache
def by_language_pair(path):
    found = defaultdict(list)
    for judgment in read_judgments(path, equal_rows="keep"):
        found[judgment.language_pair].append(judgment)
    return found
