"""Speed and memory of ASR scoring against NIST's sclite and jiwer, all measured in this run.

Usage: python bench/speech.py [WORDS]. By default 200,000 words in utterances of 20, a fifth of them disturbed. sclite
(Debian's sctk) is left out where it is absent, and runs once for each kind of file.
"""

from __future__ import annotations

import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LENGTH = 20


def make(folder: Path, words: int) -> None:
    """TRN, STM and CTM files of the same text."""
    rng = random.Random(5)
    vocabulary = [f"w{number}" for number in range(20_000)]
    weights = [1 / (number + 1) for number in range(len(vocabulary))]
    lines: dict[str, list[str]] = {name: [] for name in ("ref.trn", "hyp.trn", "ref.stm", "hyp.ctm")}
    for number in range(words // LENGTH):
        text = rng.choices(vocabulary, weights, k=LENGTH)
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


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds and megabytes that a program takes."""
    script = (
        "import resource, subprocess, sys, time\n"
        "begin = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command], cwd=folder, check=True, capture_output=True, text=True
    )
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


FILES = {
    "TRN": (["hyp.trn", "-r", "ref.trn"], ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id"]),
    "STM and CTM": (["hyp.ctm", "-r", "ref.stm"], ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm"]),
}


def against_sclite(folder: Path) -> None:
    for name, (ours, theirs) in FILES.items():
        seconds, megabytes = run([sys.executable, "-m", "bakeoff", "asr", *ours, "--format", "json"], folder)
        print(f"{name:12}  bakeoff asr {seconds:7.2f} s {megabytes:6.0f} MB", end="")
        if shutil.which("sctk") is None:
            print("   sclite left out (apt install sctk)")
            continue
        other, more = run(["sctk", "sclite", *theirs, "-o", "rsum", "-O", ".", "-n", "out", "-f", "0"], folder)
        ratios = f"{other / seconds:5.1f} × faster, 1/{more / megabytes:.1f} of the memory"
        print(f"   sclite {other:7.2f} s {more:6.0f} MB   {ratios}")


def against_jiwer(folder: Path) -> None:
    import jiwer

    from bakeoff import score_texts

    texts = [
        [line.rpartition(" (")[0] for line in (folder / name).read_text().splitlines()]
        for name in ("ref.trn", "hyp.trn")
    ]
    begin = time.perf_counter()
    theirs = jiwer.process_words(*texts)
    middle = time.perf_counter()
    ours = score_texts(texts[1], [texts[0]], metrics="wer", specification="raw")["wer"]
    seconds = time.perf_counter() - middle
    assert abs(ours - 100 * theirs.wer) < 1e-9
    other = middle - begin
    print(f"plain WER     bakeoff {seconds:7.2f} s   jiwer {other:7.2f} s   {other / seconds:5.1f} × faster")


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
        make(Path(name), words)
        print(f"{words:,} words:")
        against_jiwer(Path(name))
        against_sclite(Path(name))


if __name__ == "__main__":
    main()
