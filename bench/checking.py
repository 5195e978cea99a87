"""Speed of the submission checker: one package of 20 runs on a test set of 3,000 segments, the complete command.

Usage: python bench/checking.py [--repeats 3]. Prints the seconds of each call from start to exit, and of the parts.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bakeoff.data import Document, Run, Segment, TestSet
from bakeoff.formats import write
from bakeoff.formats.text.text_file import TextFile
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.packages.contents import PackedFile

DOCUMENTS, SEGMENTS = 150, 20
RULES = """extends = "openmt2012"
[submission.system_types.contrast]
at_most = 9
"""
# Letters of a source and of its translation.
LETTERS = {"Arabic": "ابتثجحخدذرزسشصضطعغفقكلمنهوي", "English": "etaoinshrdlucmfwyp"}
ENGLISH = tuple("the of and to in a is that for it as was with be by on not he his but at are this have from".split())  # noqa: SIM905


def documents(language: str, seed: int) -> Iterator[Document]:
    """Segments of the same lengths and numbers in every language, in words that depend on the seed."""
    shared, own = random.Random(1), random.Random(seed)
    words = ["".join(own.choices(LETTERS[language], k=own.randint(3, 9))) for _ in range(4_000)]
    words += [*ENGLISH] * 80 if language == "English" else []
    for number in range(DOCUMENTS):
        segments = []
        for each in range(1, SEGMENTS + 1):
            text = own.choices(words, k=shared.randint(8, 40))
            text.insert(len(text) // 2, str(shared.randint(1, 99_999)))
            segments.append(Segment(str(each), " ".join(text) + "."))
        yield Document(f"document-{number}", tuple(segments), {"genre": "nw"})


def make(folder: Path) -> list[str]:
    """Writes rulebook, source and package; gives the arguments of the command."""
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    name, language = "openmt12-ara2eng", "Arabic"
    source = TestSet(documents=tuple(documents("Arabic", 1)), test_set=name, source_language=language)
    write(TextFile((source,), "nist-xml"), folder / "source.xml")
    files: list[PackedFile] = []
    for condition in ("cn", "un"):
        for kind in ["primary", *(f"contrast{number}" for number in range(1, 10))]:
            system = f"NIST_ara2eng_{kind}_{condition}"
            texts = tuple(documents("English", 2 + len(files)))
            run = Run(
                documents=texts, system=system, test_set=name, source_language=language, target_language="English"
            )
            path = folder / f"{system}_eval_20120405.xml"
            write(TextFile((run,), "nist-xml"), path)
            files.append(PackedFile(f"output/NIST/ara2eng/{path.name}", path, path.stat().st_size))
    archive = folder / "OpenMT12_Eval_NIST_ara2eng_01.tgz"
    write_archive(files, archive, "tgz")
    return [
        str(archive),
        "--rules",
        str(folder / "rules.toml"),
        "--source",
        str(folder / "source.xml"),
        "--site",
        "NIST",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as name:
        arguments = make(Path(name))
        command = [sys.executable, "-m", "bakeoff", "check", *arguments]
        for _ in range(repeats):
            start, before = time.perf_counter(), os.times()
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds, after = time.perf_counter() - start, os.times()
            cpu = after.children_user + after.children_system - before.children_user - before.children_system
            # On a busy machine only the second figure says something.
            print(f"complete command: {seconds:.2f} s, {cpu:.2f} s of the processor: {done.stdout.splitlines()[-1]}")
        for _ in range(repeats):
            start = time.perf_counter()
            rulebook = read_rulebook(arguments[2])
            read = time.perf_counter()
            check_package(arguments[0], rulebook, sources=[arguments[4]], team="NIST")
            print(f"rulebook {read - start:.2f} s, unpacking and checking {time.perf_counter() - read:.2f} s")


if __name__ == "__main__":
    main()
