"""METEOR 1.5 in other languages than English: every segment of real texts, and of texts made of them, by its jar."""

from __future__ import annotations

import gzip
import itertools
import random
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bakeoff.evaluation import score_texts
from bakeoff.formats import read_source
from tests.depth import THOROUGH
from tests.metrics.meteor.jar import check_against

Columns = list[list[str]]
"""Hypotheses and references."""

RUSSIAN_ENDINGS = "а е и о у ы я ю ой ый ий ая ое ами ями ов ах ось ость ём ет ёт ешь ла ло ли вший ённый ейший ся"
CZECH_ENDINGS = "a e y i u ou em ami ého ému ých ová ový ost ovat al ala"


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def german_runs(data: Path) -> Columns:
    columns: Columns = [[], []]
    for folder in (data / "golden" / "newstest2014-en-de", data / "golden" / "wmt22-en-de"):
        for hypotheses in sorted(folder.glob("hyp.*.txt")):
            columns[0] += lines_of(hypotheses)
            columns[1] += lines_of(folder / "ref.A.txt")
    return columns


def spanish_post_edits(data: Path) -> Columns:
    folder = data / "iwslt2019-five-postedits"
    names = [name.strip("<>\n") for name in (folder / "header").read_text(encoding="utf-8").split("\t")]
    rows = []
    for file in sorted(folder.glob("ann*.gz")):
        with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
            rows += [dict(zip(names, line.rstrip("\n").split("\t"), strict=True)) for line in lines]
    return [[row["MT"] for row in rows], [row["PE"] for row in rows]]


def french_outputs(data: Path) -> Columns:
    outputs = [lines_of(file) for file in sorted((data / "iwslt22-isometric").rglob("*.fr"))]
    pairs = list(itertools.permutations(outputs, 2))
    return [[text for pair in pairs for text in pair[side]] for side in (0, 1)]


def changed(segments: Sequence[str], *, seed: str, endings: Sequence[str]) -> list[str]:
    """Segments with other endings, fewer words and words in other places."""
    rng = random.Random(seed)

    def ending_of(word: str) -> str:
        return word[: -rng.randint(1, 3)] + rng.choice(endings) if word.isalpha() and len(word) > 4 else word

    texts = []
    for segment in segments:
        words = [ending_of(word) if rng.random() < 0.3 else word for word in segment.split() if rng.random() > 0.08]
        for _ in range(len(words) // 6):
            first, second = rng.randrange(len(words)), rng.randrange(len(words))
            words[first], words[second] = words[second], words[first]
        texts.append(" ".join(words))
    return texts


def russian_sources(data: Path) -> Columns:
    with tarfile.open(data / "mlqe-pe" / "post-editing" / "ru-en-test.tar.gz") as archive:
        member = archive.extractfile("ru-en-test20/test20.src")
        assert member is not None
        sources = 3 * member.read().decode().splitlines()
    assert any("ё" in source for source in sources)
    hypotheses = changed(sources, seed="ru", endings=RUSSIAN_ENDINGS.split())
    # Many who write Russian write е for ё.
    return [[text.replace("ё", "е") if number % 2 else text for number, text in enumerate(hypotheses)], sources]


def czech_sources(data: Path) -> Columns:
    source = read_source(data / "wmt12-ranking-cs-de" / "sgm" / "newstest2012-src.cs.sgm.gz")
    sources = [segment.text for document in source.documents for segment in document.segments]
    return [changed(sources, seed="cs", endings=CZECH_ENDINGS.split()), sources]


@pytest.mark.parametrize(
    ("language", "modules", "texts"),
    [
        ("de", "exact+stem", german_runs),
        ("es", "exact+stem", spanish_post_edits),
        ("fr", "exact+stem", french_outputs),
        ("ru", "exact+stem", russian_sources),
        ("cs", "exact", czech_sources),
    ],
)
def test_segments_against_meteor(
    jar: Path, data: Path, tmp_path: Path, language: str, modules: str, texts: Callable[..., Any]
) -> None:
    columns = texts(data)
    assert len(columns[0]) >= 2000
    if not THOROUGH:
        columns = [column[::4] for column in columns]
    options = ("-l", language, "-norm", "-m", modules.replace("+", " "))
    check_against(jar, tmp_path, f"meteor@1.5:language={language},modules={modules}", columns, *options)


def test_yo_is_another_letter_than_ye() -> None:
    """`java -jar meteor-1.5.jar hypothesis reference -l ru -norm -m 'exact stem'` prints 0.15000000000000002."""
    scores = score_texts(["все хорошо"], [["всё хорошо"]], metrics="meteor", target_language="ru")
    assert scores["meteor"] == pytest.approx(15.0)
