"""Throws broken rulebooks at their reader, and counts what it should never do: anything but a rulebook or a refusal.

Usage: python fuzz/rulebooks.py [--minutes 5] [--seed 1]. Half of the time goes to shipped rulebooks cut off at any
byte, in an order that depends on the seed; the rest to rulebooks with changed bytes, lines and values. A case that
breaks something is kept in build/fuzz, where its number and the seed give it back.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bakeoff.errors import Place  # noqa: E402
from bakeoff.rulebook.files.reader import parse_rulebook  # noqa: E402
from bakeoff.rulebook.files.sources import RulebookError, read_raw_text, rulebook_files  # noqa: E402
from fuzz.cases import Cases, attempt, options_of, peak_mb, print_codes  # noqa: E402

SECONDS = 10.0
VALUES = (
    '""',
    "''",
    '"nothing"',
    "-1",
    "0",
    "9" * 5000,
    "1.5",
    "inf",
    "nan",
    "true",
    "[]",
    "[[]]",
    '["nothing"]',
    "{}",
    "{ a = 1 }",
    "2012-04-06",
    "2012-04-06T11:59",
    "2012-04-06T11:59:00Z",
    "11:59:00",
    '"2012-02-31 11:59"',
    '"\\uD800"',
    '"{site}_{site"',
    "[" * 2000,
    '"""',
    "\u2028",
)
LINES = (
    "[",
    "]",
    "[[",
    "x = [",
    'x = """',
    "x = '",
    "a." * 3000 + "a = 1",
    "[" + "a." * 3000 + "a]",
    'extends = "openmt2012"',
    'extends = "' + "x" * 5000 + '"',
    "extends = 1",
    'without = ["#"]',
    'without = ["phases"]',
    "without = [[]]",
    "\ufeff",
    "\x00",
    "\x85",
)
_VALUE = re.compile(r"(?<==)[^\n#]+")

Change = Callable[[str, random.Random], str]


def shipped() -> dict[str, str]:
    return {name: path.read_text(encoding="utf-8") for name, path in rulebook_files().items()}


def cuts(texts: dict[str, str]) -> list[tuple[str, int]]:
    """Every byte at which a shipped rulebook can be cut off."""
    return [(name, end) for name, text in texts.items() for end in range(len(text.encode()) + 1)]


def cut_off(text: str, end: int) -> str:
    """The beginning of a text; a character that is cut in two keeps its half."""
    return text.encode()[:end].decode("utf-8", "surrogateescape")


def _bytes(text: str, rng: random.Random) -> str:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice((1, 1, 4, 16))):
        at = rng.randrange(len(data) or 1)
        mark = rng.choice(b"[]{}\"'=.#\n,").to_bytes()
        data[at : at + rng.choice((0, 1, 1, 8))] = rng.choice((b"", rng.randbytes(1), mark))
    return data.decode("utf-8", "surrogateescape")


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    new = rng.choice(([], [rng.choice(lines)], [rng.choice(LINES)], lines[at : at + 9] * 2))
    lines[at : at + rng.choice((0, 1, 1, 5))] = new
    return "\n".join(lines)


def _value(text: str, rng: random.Random) -> str:
    places = list(_VALUE.finditer(text))
    if not places:
        return text
    place = rng.choice(places)
    value = rng.choice((rng.choice(VALUES), rng.choice(places)[0]))
    return f"{text[: place.start()]} {value}{text[place.end() :]}"


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


CHANGES: tuple[Change, ...] = (_bytes, _line, _value, _value, _cut)


def mutated(texts: dict[str, str], rng: random.Random) -> str:
    """A shipped rulebook after one to four accidents."""
    text = rng.choice(list(texts.values()))
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(CHANGES)(text, rng)
    return text


def read_whole(text: str) -> list[str]:
    """The codes of a rulebook's mistakes; a right one has none and can be used."""
    written = parse_rulebook(text)
    if not written.findings:
        assert written.rulebook.campaign.id
    for finding in written.findings:
        assert finding.found, finding
        assert finding.expected, finding
        assert finding.place != Place(), finding
    return [finding.code for finding in written.findings]


def read_lines(text: str) -> list[str]:
    """The same as far as syntax goes, which takes a tenth of the time."""
    try:
        read_raw_text(text, "rulebook.toml")
    except RulebookError as error:
        return [finding.code for finding in error.findings]
    return []


def fuzz(minutes: float, seed: int) -> int:
    """Runs cases until the time is over; the number that broke something."""
    texts = shipped()
    found: Counter[str] = Counter()
    cases = Cases(minutes=minutes, seed=seed)

    def run(target: Callable[[str], list[str]], text: str) -> None:
        fault, codes = attempt(lambda: target(text), seconds=SECONDS)
        found.update(set(codes) or {"a rulebook"})
        cases.tried(fault, name=".toml", data=text.encode("utf-8", "surrogatepass"))

    ends = cuts(texts)
    random.Random(seed).shuffle(ends)  # so that little time still reaches all rulebooks
    cut = 0
    while cut < len(ends) and cases.has_time(share=0.5):
        name, end = ends[cut]
        run(read_whole if cut % 20 == 0 else read_lines, cut_off(texts[name], end))
        cut += 1
    print(f"{cut:,} of {len(ends):,} places at which shipped rulebooks can be cut off")
    while cases.has_time():
        run(read_whole, mutated(texts, cases.rng()))
    print(cases.pace)
    print(f"broken (crash, hang): {cases.broken}")
    print(f"peak memory: {peak_mb():.0f} MB")
    print_codes(found)
    return cases.broken


def main() -> None:
    options = options_of(__doc__)
    sys.exit(1 if fuzz(options.minutes, options.seed) else 0)


if __name__ == "__main__":
    main()
