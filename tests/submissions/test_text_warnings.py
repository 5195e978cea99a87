"""Warnings about texts: none for right output, exactly one for each kind of damage."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.formats import read_references, read_source
from bakeoff.submissions.finding_codes import CODES
from bakeoff.submissions.text_warnings import ComparedTexts, text_warnings
from bakeoff.submissions.text_warnings.languages import scripts_of
from tests.conftest import ROOT

EXAMPLE = [segment.text for segment in read_source(ROOT / "examples" / "source.xml").segments]
TRANSLATION = [segment.text for segment in read_references(ROOT / "examples" / "references.xml")[0].segments]


def lengthened(texts: list[str]) -> list[str]:
    """Texts long enough to be shifted: over and over again, each segment with a number of its own."""
    return [f"{texts[index % len(texts)]} ({1000 + 7 * index})" for index in range(200)]


SOURCE, OUTPUT = lengthened(EXAMPLE), lengthened(TRANSLATION)
RUSSIAN = "Мы сегодня говорим о погоде, и завтра будет дождь, поэтому возьмите с собой зонтик и тёплую куртку. "
FRENCH = "Nous parlons aujourd'hui du temps qu'il fait, et demain il va pleuvoir, alors prenez un parapluie avec vous. "

Segments = list[str]


def warnings(hypothesis: Segments, *, others: dict[str, Segments] | None = None) -> list[str]:
    texts = ComparedTexts(
        file="run.txt",
        hypothesis=hypothesis,
        source=SOURCE,
        source_language="German",
        target_language="English",
        others=others or {},
    )
    return [finding.code for finding in text_warnings(texts)]


def changed(share: float, change: Callable[[str], str]) -> Segments:
    """Output with a share of its segments changed, evenly spread."""
    step = round(1 / share)
    return [change(text) if index % step == 1 % step else text for index, text in enumerate(OUTPUT)]


def shuffled() -> Segments:
    mixed = OUTPUT.copy()
    random.Random(3).shuffle(mixed)
    return mixed


DAMAGE: dict[str, Segments] = {
    "text-empty": changed(0.1, lambda text: " "),
    "text-duplicate": [OUTPUT[index - index % 2] for index in range(len(OUTPUT))],
    "text-looping": changed(0.05, lambda text: text + " and so on" * 40),
    "text-entities": changed(0.2, lambda text: text.replace(" ", " &quot;", 1)),
    "text-unknown-words": changed(0.2, lambda text: text + " <unk>"),
    "text-subwords": changed(0.2, lambda text: text.replace(" ", "@@ ", 1)),
    "text-control-characters": changed(0.01, lambda text: text + "\x07"),
    "text-untranslated": SOURCE,
    "text-wrong-script": [f"{RUSSIAN}{text[-6:]}" for text in OUTPUT],
    "text-wrong-language": [f"{FRENCH}{text[-6:]}" for text in OUTPUT],
    "text-shifted": [*OUTPUT[1:], OUTPUT[0]],
    "text-shuffled": shuffled(),
}


def test_right_output_yields_nothing() -> None:
    assert warnings(OUTPUT) == []


@pytest.mark.parametrize("code", DAMAGE)
def test_one_damage_yields_one_warning(code: str) -> None:
    assert warnings(DAMAGE[code]) == [code]


def test_output_of_another_system() -> None:
    assert warnings(OUTPUT, others={"primary": OUTPUT}) == ["text-copied"]
    assert warnings(OUTPUT, others={"primary": DAMAGE["text-unknown-words"]}) == []


def test_every_code_of_texts_is_provoked_here() -> None:
    assert {code for code in CODES if code.startswith("text-")} == {*DAMAGE, "text-copied"}


def test_a_lost_segment_is_found_where_it_was_lost() -> None:
    texts = ComparedTexts(
        file="run.txt",
        hypothesis=[*OUTPUT[:120], *OUTPUT[121:], "end"],
        source=SOURCE,
        lines=[2 * index + 1 for index in range(len(SOURCE))],
    )
    (finding,) = text_warnings(texts)
    assert finding.code == "text-shifted"
    assert finding.place.line is not None
    assert abs(finding.place.line - 241) <= 20
    assert "1 segment later" in finding.found


def test_nothing_is_said_of_no_text() -> None:
    assert text_warnings(ComparedTexts(file="run.txt", hypothesis=[], source=[])) == ()


def test_without_a_source_only_the_run_is_looked_at() -> None:
    texts = ComparedTexts(file="run.txt", hypothesis=DAMAGE["text-shifted"], target_language="English")
    assert text_warnings(texts) == ()


def test_scripts_of_languages() -> None:
    assert scripts_of("Korean") == ("Hangul", "Han")
    assert scripts_of("Dari") == scripts_of("Farsi") == ("Arabic",)


GOLDEN = {
    "wmt22-de-en": ("German", "English"),
    "wmt22-en-de": ("English", "German"),
    "wmt22-en-zh": ("English", "Chinese"),
}


def lines(path: Path) -> Segments:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.mark.parametrize("campaign", GOLDEN)
def test_real_systems_and_references_yield_nothing(campaign: str, data: Path) -> None:
    folder = data / "golden" / campaign
    source = lines(folder / "src.txt")
    languages = dict(zip(("source_language", "target_language"), GOLDEN[campaign], strict=True))
    runs = sorted({*folder.glob("hyp.*.txt"), *folder.glob("ref.*.txt")})
    assert len(runs) >= 4
    for run in runs:
        texts = ComparedTexts(file=run.name, hypothesis=lines(run), source=source, **languages)  # type: ignore[arg-type]
        assert text_warnings(texts) == ()


@pytest.mark.parametrize("campaign", GOLDEN)
@pytest.mark.parametrize("place", [0, 700, 1900])
@pytest.mark.parametrize("lost", [1, 3])
def test_a_real_run_that_lost_segments_is_recognised(campaign: str, place: int, lost: int, data: Path) -> None:
    folder = data / "golden" / campaign
    source, run = lines(folder / "src.txt"), lines(folder / "hyp.Online-B.txt")
    broken = [*run[:place], *run[place + lost :], *["."] * lost]
    (finding,) = text_warnings(ComparedTexts(file="run.txt", hypothesis=broken, source=source))
    assert finding.code == "text-shifted"
    assert abs(int(finding.place.segment or 0) - place) <= 60
