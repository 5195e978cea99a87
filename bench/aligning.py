"""Word alignment: how good it is, and how fast: 2,000 sentence pairs of each of 20 systems, aligned together, in at
most five minutes on two cores.

Usage: python bench/aligning.py [--quick] [--errors] [MODEL…]. Needs the real campaign data (BAKEOFF_DATA) and the extra
`align`. Sources and outputs are those of WMT22 German-English; systems that are missing are made of others by leaving
out, swapping and replacing words, so that no two of them are alike. Prints seconds, the processor's time, and how busy
the machine was. With --errors instead the alignment error rate of every model and symmetrisation on the Hansards,
trained on these alone, and with text of another subject: an IWSLT test set with its reference and four systems.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bakeoff.alignment import (
    ALIGNMENT_MODELS,
    SYMMETRISATIONS,
    AlignerSettings,
    AlignmentModel,
    SentencePair,
    align_words,
    alignment_errors,
)
from bakeoff.formats.annotations.pharaoh import read_links, read_sentence_pairs
from bakeoff.text import words_of

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data"))
NEWS, HANSARDS, TALKS = (DATA / name for name in ("golden/wmt22-de-en", "align-hansards-en-fr", "iwslt22-isometric"))
SEGMENTS, SYSTEMS = 2000, 20
SECONDS = 300


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
    sources = [words_of(line) for line in lines(NEWS / "src.txt")]
    outputs = [[words_of(line) for line in lines(path)] for path in sorted(NEWS.glob("hyp.*.txt"))]
    rng = random.Random(12345)
    while len(outputs) < SYSTEMS:
        outputs.append([tuple(changed(words, rng)) if words else () for words in rng.choice(outputs)])
    places = [number % len(sources) for number in range(segments)]
    return [(sources[place], output[place]) for output in outputs[:SYSTEMS] for place in places]


def more_text() -> list[SentencePair]:
    """1,000 sentence pairs of another subject."""
    test_set = TALKS / "dataset" / "isometric-mt-test" / "en-fr"
    files = [test_set / "test.fr", *sorted(TALKS.glob("submissions/*/en-fr/*/*.fr"))]
    sources = [words_of(line) for line in lines(test_set / "test.en")]
    return [(source, words_of(line)) for path in files for source, line in zip(sources, lines(path), strict=True)]


def print_errors(models: Sequence[AlignmentModel]) -> None:
    gold, given = read_links(HANSARDS / "enfr.gold.gz", first=1), read_sentence_pairs(HANSARDS / "enfr.src-tgt.gz")
    print("model", "letters", "more text", *SYMMETRISATIONS, "seconds", sep="\t")
    for model in models:
        for letters in (4, None):
            for extra in ((), more_text()):
                start = time.perf_counter()
                settings = AlignerSettings(model=model, letters=letters)
                both = align_words(given, extra=extra, settings=settings, threads=2)
                rates = [alignment_errors(both.symmetrised(way), gold).error_rate for way in SYMMETRISATIONS]
                found = [f"{rate:.1f}" for rate in (*rates, time.perf_counter() - start)]
                print(model, letters or "all", len(extra), *found, sep="\t", flush=True)


def main() -> int:
    models = [model for model in ALIGNMENT_MODELS if model in sys.argv]
    if "--errors" in sys.argv:
        print_errors(models or ALIGNMENT_MODELS)
        return 0
    segments = SEGMENTS // 10 if "--quick" in sys.argv else SEGMENTS
    given = pairs(segments)
    words = sum(len(source) + len(target) for source, target in given)
    print(
        f"{segments:,} segments × {SYSTEMS} systems, {words:,} words; "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    slow = False
    default = AlignerSettings().model
    for model in models or (default,):
        start, before = time.perf_counter(), os.times()
        align_words(given, settings=AlignerSettings(model=model), threads=2)
        seconds, after = time.perf_counter() - start, os.times()
        busy = after.user + after.children_user - before.user - before.children_user
        slow = slow or (model == default and seconds > SECONDS)
        print(f"{model}: {seconds:.0f} s, processor {busy:.0f} s; load {os.getloadavg()[0]:.1f}", flush=True)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
