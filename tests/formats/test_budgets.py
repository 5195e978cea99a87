"""Small files that would take minutes and gigabytes to read are refused in little of both; real ones pass."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats import read_references
from bakeoff.formats.budgets import BudgetError, require_affordable
from bakeoff.formats.tables.tab_separated import check_names
from tests.depth import THOROUGH

READ = """
    import json, resource, sys
    from pathlib import Path
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    from bakeoff.errors import InputError
    from bakeoff.formats import read_corrections, read_references, read_scores, read_speech
    from bakeoff.formats.budgets import require_affordable

    path = Path(sys.argv[1])
    readers = {"stm": read_speech, "ctm": read_speech, "uem": read_speech, "trn": read_speech,
               "scores": read_scores, "corrections": read_corrections}
    said = ""
    try:
        require_affordable(path)
        readers.get(path.suffixes[0][1:], read_references)(path)
    except InputError as error:
        said = str(error)
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    print(json.dumps([peak // 1024, said]))
"""
HEAD = '<mteval><refset setid="s" srclang="ar" trglang="en" refid="r"><doc docid="d" genre="nw">'
FOOT = "</doc></refset></mteval>\n"


def numbered(text: str, count: int) -> str:
    return "".join(text.format(number) for number in range(count))


HOSTILE: dict[str, Callable[[], str]] = {
    "elements.xml": lambda: HEAD + "<p/>" * 3_000_000 + FOOT,
    "documents.xml": lambda: HEAD + '</doc><doc docid="d">' * 1_500_000 + FOOT,
    "segments.sgm": lambda: HEAD.removeprefix("<mteval>") + '<seg id="1">x</seg>\n' * 1_500_000,
    "lines.txt": lambda: "\n" * 24_000_000,
    "letters.txt": lambda: "a\n" * 12_000_000,
    "cells.tsv": lambda: "text\n" + "\t" * 12_000_000,
    "rows.jsonl": lambda: '{"text":""}\n' * 2_000_000,
    "objects.jsonl": lambda: '{"text":"","a":[' + "{}," * 5_000_000,
    "a.stm": lambda: "a 1 s 0 1 x\n" * 2_000_000,
    "a.ctm": lambda: "a 1 0 1 x\n" * 2_000_000,
    "a.uem": lambda: "a 1 0 1\n" * 2_000_000,
    "a.trn": lambda: "x (a)\n" * 2_000_000,
    "rows.corrections": lambda: "segment\told\tnew\twho\twhy\n" + "\n" * 4_000_000,
    "columns.scores": lambda: "system,score" + "," * 8_000_000,
}
CHEAP: dict[str, Callable[[], str]] = {
    "nested.jsonl": lambda: "[" * 16_000_000,
    "line.txt": lambda: "ab " * 5_000_000,
    "words.stm": lambda: "a 1 s 0 1 " + "ab " * 5_000_000,
    "words.trn": lambda: "ab " * 5_000_000 + "(a)\n",
    "nested.xml": lambda: HEAD + "<p>" * 90_000,
    "columns.scores": lambda: "system\tscore\t" + numbered("c{}\t", 20_000) + "\n",
    "columns.corrections": lambda: numbered("c{}\t", 20_000),
}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


def read_apart(path: Path) -> tuple[int, str]:
    """The peak of memory in megabytes and the refusal, from a process of its own with limited processor time."""
    program = [sys.executable, "-c", textwrap.dedent(READ), str(path)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    peak, said = json.loads(done.stdout)
    return peak, said


@pytest.mark.parametrize("name", HOSTILE)
def test_a_small_file_of_millions_of_parts_is_refused_unread(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, HOSTILE[name]())
    assert path.stat().st_size < 150_000
    with pytest.raises(BudgetError) as refusal:
        require_affordable(path)
    assert str(refusal.value).endswith(
        " for the size of the file as it was sent, found more. "
        "Upload only real data; if these are real, upload the file without compression, or split it."
    )


@pytest.mark.parametrize("name", CHEAP)
def test_few_parts_are_cheap_however_long_or_nested(name: str, tmp_path: Path) -> None:
    peak, said = read_apart(written(tmp_path, name, CHEAP[name]()))
    assert peak < 300
    assert len(said) < 5000


PADDED: tuple[str, ...] = ("segments.sgm", "letters.txt", "a.ctm")
if THOROUGH:
    PADDED += ("elements.xml", "rows.jsonl", "a.stm", "a.uem", "a.trn")


@pytest.mark.parametrize("name", PADDED)
def test_the_most_that_a_small_file_may_hold_is_cheap(name: str, tmp_path: Path) -> None:
    whole = HOSTILE[name]()
    low, high = 0, len(whole)
    while high - low > len(whole) // 64:
        middle = (low + high) // 2
        try:
            require_affordable(written(tmp_path, name, whole[:middle]))
            low = middle
        except BudgetError:
            high = middle
    peak, _ = read_apart(written(tmp_path, name, whole[:low]))
    assert low
    assert peak < 300


def test_a_file_that_is_sent_at_once_is_limited_too(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"a\n" * 4_000_001)
    with pytest.raises(BudgetError, match=r"at most 4,000,000 lines, tags and cells in a file"):
        require_affordable(path)


def test_gzip_that_grows_more_than_text_does_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "long.txt", "a" * (20 << 20))
    with pytest.raises(FormatError, match=r"data that grow more than 100-fold when decompressed"):
        read_references(path)


def real_words() -> list[str]:
    rng = random.Random(2)
    return ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9))) for _ in range(5000)]


REAL: dict[str, Callable[[str, int], str]] = {
    "xml": lambda text, number: f'<p>\n<seg id="{number}">{text}</seg>\n</p>\n',
    "txt": lambda text, _: f"{text}\n",
    "tsv": lambda text, number: f"doc-1\t{number}\t{text}\n",
    "jsonl": lambda text, number: json.dumps({"document": "doc-1", "segment": str(number), "text": text}) + "\n",
    "stm": lambda text, number: f"talk 1 speaker {number}.00 {number}.95 <o,f0,male> {text}\n",
    "ctm": lambda text, number: "".join(
        f"talk 1 {number}.{at:02} 0.1 {each}\n" for at, each in enumerate(text.split())
    ),
    "uem": lambda _, number: f"talk 1 {number}.00 {number}.95\n",
    "scores": lambda text, number: f"system\tdoc-1\t{number}\t{-(len(text) % 4)}\n",
}


SEGMENTS = 200_000 if THOROUGH else 50_000


@pytest.mark.parametrize("compressed", [False, True] if THOROUGH else [True])
@pytest.mark.parametrize("kind", REAL)
def test_real_files_of_many_segments_pass(kind: str, compressed: bool, tmp_path: Path) -> None:
    rng, words = random.Random(3), real_words()
    text = "".join(
        REAL[kind](" ".join(rng.choices(words, k=rng.randint(4, 30))), number) for number in range(1, SEGMENTS + 1)
    )
    path = tmp_path / f"real.{kind}"
    path.write_bytes(gzip.compress(text.encode(), compresslevel=6) if compressed else text.encode())
    require_affordable(path)


def test_names_of_a_hundred_thousand_columns_are_compared_at_once() -> None:
    names = [f"c{number}" for number in range(100_000)]
    check_names(names, "a.tsv")  # by pairs it would take minutes
    with pytest.raises(FormatError, match=r"found c7 twice"):
        check_names([*names, "c7"], "a.tsv")
