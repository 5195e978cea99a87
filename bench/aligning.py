"""Speed of word alignment: 2,000 sentence pairs of each of 20 systems, aligned together, in at most five minutes on two
cores.

Usage: python bench/aligning.py [--quick]. Needs the real campaign data (BAKEOFF_DATA) and the extra `align`. Sources
and outputs are those of WMT22 German-English; systems that are missing are made of others by leaving out, swapping and
replacing words, so that no two of them are alike. Prints seconds, the processor's time, and how busy the machine was.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bakeoff.alignment import AlignerSettings, AlignmentModel, SentencePair, align_words
from bakeoff.text import words_of

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "golden" / "wmt22-de-en"
SEGMENTS, SYSTEMS = 2000, 20
SECONDS = 300
MODELS: tuple[AlignmentModel, ...] = ("hmm", "fast-align")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def changed(words: Sequence[str], rng: random.Random) -> list[str]:
    """The words of an output as another system might have them: about a tenth are different."""
    kept = [rng.choice(words) if rng.random() < 0.05 else word for word in words if rng.random() > 0.03]
    for place in range(len(kept) - 1):
        if rng.random() < 0.03:
            kept[place], kept[place + 1] = kept[place + 1], kept[place]
    return kept


def pairs(segments: int) -> list[SentencePair]:
    sources = [words_of(line) for line in lines(DATA / "src.txt")]
    outputs = [[words_of(line) for line in lines(path)] for path in sorted(DATA.glob("hyp.*.txt"))]
    rng = random.Random(12345)
    while len(outputs) < SYSTEMS:
        outputs.append([tuple(changed(words, rng)) if words else () for words in rng.choice(outputs)])
    places = [number % len(sources) for number in range(segments)]
    return [(sources[place], output[place]) for output in outputs[:SYSTEMS] for place in places]


def main() -> int:
    segments = SEGMENTS // 10 if "--quick" in sys.argv else SEGMENTS
    given = pairs(segments)
    words = sum(len(source) + len(target) for source, target in given)
    print(
        f"{segments:,} segments × {SYSTEMS} systems, {words:,} words; "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    slow = False
    for model in MODELS:
        start, before = time.perf_counter(), os.times()
        align_words(given, settings=AlignerSettings(model=model), threads=2)
        seconds, after = time.perf_counter() - start, os.times()
        busy = after.user + after.children_user - before.user - before.children_user
        slow = slow or (model == MODELS[0] and seconds > SECONDS)
        print(f"{model}: {seconds:.0f} s, processor {busy:.0f} s; load {os.getloadavg()[0]:.1f}")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
