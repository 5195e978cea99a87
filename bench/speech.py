"""Speed and memory of ASR scoring and re-segmentation against NIST's sclite, jiwer and mweralign, measured in this run.

Usage: python bench/speech.py [WORDS]. By default 200,000 words in utterances of 20, a fifth of them disturbed, and 500
segments to be cut; with 1,000,000 words or more, all 1,984 segments. sclite (Debian's sctk) and the real campaign data
(BAKEOFF_DATA) are left out where they are absent; sclite and mweralign run once each, what is ours three times, of
which the best counts.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

LENGTH = 20
TRIALS = 3
BIN = Path(sys.executable).parent
DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "golden" / "wmt22-de-en"


@dataclass(frozen=True, order=True)
class Measured:
    """What a process took: elapsed seconds, those of the processor, peak memory."""

    seconds: float
    processor: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.seconds:8.2f} s {self.processor:8.2f} s CPU {self.megabytes:6.0f} MB"


def measured(command: list[str], folder: Path, trials: int = 1) -> Measured:
    """The quickest of some runs of a command."""
    return min(_run(command, folder) for _ in range(trials))


# A process is charged with the memory of the one that starts it, so a small one must.
LAUNCHER = """
import os, subprocess, sys, time
begin = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
sys.exit(status != 0)
"""


def _run(command: list[str], folder: Path) -> Measured:
    launched = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    if launched.returncode:
        sys.exit(f"{' '.join(command)}: failed")
    return Measured(*map(float, launched.stdout.split()))


LIBRARY = """
import resource, sys, time
from bakeoff.evaluation import read_side, score_recognition
usage = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
begin, processor = time.perf_counter(), usage()
score_recognition(read_side(sys.argv[1], "ref"), read_side(sys.argv[2], "hyp")).total
print(time.perf_counter() - begin, usage() - processor)
"""


def library_call(reference: str, hypothesis: str, folder: Path) -> Measured:
    """Reading and scoring in a process of its own, what it had to load left out of the time, not of the memory."""
    command = [sys.executable, "-c", LIBRARY, reference, hypothesis]
    memory = measured(command, folder).megabytes
    found = [
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout for _ in range(TRIALS)
    ]
    times = [[float(number) for number in each.split()] for each in found]
    return min(Measured(seconds, processor, memory) for seconds, processor in times)


def make(folder: Path, words: int) -> None:
    """TRN, STM and CTM files of the same text."""
    rng = random.Random(5)
    vocabulary = [f"w{number}" for number in range(20_000)]
    weights = list(accumulate(1 / (number + 1) for number in range(len(vocabulary))))
    lines: dict[str, list[str]] = {name: [] for name in ("ref.trn", "hyp.trn", "ref.stm", "hyp.ctm")}
    for number in range(words // LENGTH):
        text = rng.choices(vocabulary, cum_weights=weights, k=LENGTH)
        heard = [rng.choice(vocabulary) if rng.random() < 0.1 else word for word in text if rng.random() > 0.05]
        heard += [rng.choice(vocabulary)] * (rng.random() < 0.5)
        file, begin = f"talk{number // 500:04d}", 10 * (number % 500)
        lines["ref.trn"].append(f"{' '.join(text)} (s{number % 40}-{number})\n")
        lines["hyp.trn"].append(f"{' '.join(heard)} (s{number % 40}-{number})\n")
        lines["ref.stm"].append(f"{file} 1 s{number % 40} {begin}.00 {begin + 10}.00 {' '.join(text)}\n")
        lines["hyp.ctm"] += [
            f"{file} 1 {begin + 0.4 * place:.2f} 0.30 {word} 0.9\n" for place, word in enumerate(heard)
        ]
    for name, content in lines.items():
        (folder / name).write_text("".join(content))


FILES = {
    "TRN": ("ref.trn", "hyp.trn", ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id"]),
    "STM and CTM": ("ref.stm", "hyp.ctm", ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm"]),
}


def against_sclite(folder: Path) -> None:
    for name, (reference, hypothesis, options) in FILES.items():
        command = [sys.executable, "-m", "bakeoff", "asr", hypothesis, "-r", reference, "--format", "json"]
        ours = {
            "bakeoff asr": measured(command, folder, TRIALS),
            "library call": library_call(reference, hypothesis, folder),
        }
        theirs = None
        if shutil.which("sctk") is not None:
            theirs = measured(["sctk", "sclite", *options, "-o", "rsum", "-O", ".", "-n", "out", "-f", "0"], folder)
        print(f"{name:12}  sclite        {theirs or 'left out (apt install sctk)'}")
        for title, found in ours.items():
            print(f"{name:12}  {title:12}  {found}{_ratios(theirs, found)}")


def _ratios(theirs: Measured | None, ours: Measured) -> str:
    if theirs is None:
        return ""
    return (
        f"   {theirs.seconds / ours.seconds:5.1f} × faster, {theirs.processor / ours.processor:5.1f} × by CPU, "
        f"1/{theirs.megabytes / ours.megabytes:.1f} of the memory"
    )


def against_jiwer(folder: Path) -> None:
    import jiwer

    from bakeoff import score_texts

    reference, hypothesis = (
        [line.rpartition(" (")[0] for line in (folder / name).read_text().splitlines()]
        for name in ("ref.trn", "hyp.trn")
    )
    begin = time.perf_counter()
    theirs = jiwer.process_words(reference, hypothesis)
    middle = time.perf_counter()
    ours = score_texts(hypothesis, [reference], metrics="wer", specification="raw")["wer"]
    seconds = time.perf_counter() - middle
    assert abs(ours - 100 * theirs.wer) < 1e-9
    other = middle - begin
    print(f"plain WER     bakeoff {seconds:7.2f} s   jiwer {other:7.2f} s   {other / seconds:5.1f} × faster")


def against_mweralign(folder: Path, count: int | None) -> None:
    """WMT22 German–English in one stream, cut into segments again."""
    if not DATA.is_dir():
        print("re-segmentation left out: it needs the real campaign data, to which BAKEOFF_DATA points.")
        return
    texts = {
        name: (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()[:count]
        for name in ("hyp.Online-B", "ref.A", "ref.B")
    }
    (folder / "stream.txt").write_text(" ".join(texts["hyp.Online-B"]) + "\n", encoding="utf-8")
    for name in "AB":
        (folder / f"{name}.txt").write_text("\n".join(texts[f"ref.{name}"]) + "\n", encoding="utf-8")
    print(f"re-segmentation, {len(texts['ref.A']):,} segments in one stream:")
    peer = [str(BIN / "mweralign"), "-t", "stream.txt", "-r", "A.txt", "-m", "none", "-o", "out.txt"]
    theirs = measured(peer, folder)
    print(f"{'mweralign -m none':42}{theirs}")
    for title, options in {
        "bakeoff resegment": ["-r", "A.txt"],
        "bakeoff resegment --compat mwersegmenter": ["--compat", "mwersegmenter", "-r", "A.txt"],
        "bakeoff resegment, two references": ["-r", "A.txt", "B.txt"],
    }.items():
        command = [str(BIN / "bakeoff"), "resegment", "stream.txt", "-o", "out.txt", *options]
        ours = measured(command, folder, TRIALS)
        print(f"{title:42}{ours}{_ratios(theirs, ours)}")


def long_utterance() -> None:
    from bakeoff.native import NetworkWords

    rng = random.Random(1)
    reference = [f"w{rng.randrange(3000)}" for _ in range(10_000)]
    hypothesis = [word if rng.random() < 0.8 else "x" for word in reference if rng.random() < 0.95]
    for name, words in {
        "chain": reference,
        "alternatives": [f"{{ {w} / {w} y }}" if i % 50 == 0 else w for i, w in enumerate(reference)],
    }.items():
        table = NetworkWords()
        ours, theirs = (table.networks_of_texts([" ".join(text)]) for text in (words, hypothesis))
        begin = time.perf_counter()
        table.align(ours, theirs)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"one utterance of 10,000 words ({name}): {time.perf_counter() - begin:.2f} s, {memory:.0f} MB in all")


def main() -> None:
    words = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 200_000
    long_utterance()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, words)
        print(f"{words:,} words:")
        against_sclite(folder)
        against_jiwer(folder)
        against_mweralign(folder, None if words >= 1_000_000 else 500)


if __name__ == "__main__":
    main()
