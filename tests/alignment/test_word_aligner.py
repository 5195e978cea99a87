"""Word alignment with sil-thot, and its errors on the gold alignment of the Hansards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bakeoff.alignment import (
    ALIGNMENT_MODELS,
    AlignerSettings,
    AlignmentModel,
    GoldLinks,
    SentencePair,
    align_words,
    alignment_errors,
)
from bakeoff.alignment.thot_models import load_thot, schedule
from bakeoff.errors import BakeoffError, InputError
from bakeoff.formats.annotations.pharaoh import read_links, read_sentence_pairs

GERMAN = {"das": "the", "haus": "house", "buch": "book", "kleine": "small", "alte": "old", "ist": "is", "da": "there"}
SENTENCES = [
    "das haus ist da",
    "das buch ist alte",
    "das kleine haus",
    "das alte buch",
    "das haus",
    "buch da",
    "kleine",
]
PAIRS = [(text.split(), [GERMAN[word] for word in text.split()]) for text in SENTENCES]


@pytest.mark.parametrize("model", ALIGNMENT_MODELS)
def test_every_model_learns_a_text_whose_words_correspond(model: AlignmentModel) -> None:
    links = align_words(PAIRS * 3, settings=AlignerSettings(model=model), threads=1).symmetrised("intersection")
    right = [frozenset((place, place) for place in range(len(source))) for source, _ in PAIRS * 3]
    errors = alignment_errors(links, [GoldLinks(each, each) for each in right])
    assert errors.error_rate < 25
    assert len(links) == len(right)


def test_two_processes_find_what_one_finds_and_report_every_step() -> None:
    steps: list[tuple[int, int]] = []
    alone = align_words(PAIRS, threads=1)
    apart = align_words(PAIRS, threads=2, on_progress=lambda done, total: steps.append((done, total)))
    assert apart == alone
    assert [done for done, _ in steps] == list(range(1, steps[-1][1] + 1))


def test_equal_pairs_are_learned_from_once() -> None:
    once = align_words(PAIRS, threads=1)
    often = align_words(PAIRS * 3, extra=PAIRS, threads=1)
    assert often.forward == once.forward * 3
    assert often.backward == once.backward * 3


def test_thot_gets_one_thread_and_nothing_else_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several would add counts in an order that chance decides."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    load_thot()
    assert "OMP_NUM_THREADS" not in os.environ
    program = (
        "import re, threading; from bakeoff.alignment import align_words\n"
        "align_words([(['a'], ['b'])] , threads=1)\n"
        "print(re.search('Threads:.([0-9]+)', open('/proc/self/status').read()).group(1))"
    )
    if Path("/proc/self/status").exists():
        threads = {"OPENBLAS_NUM_THREADS": "1", "PATH": os.environ["PATH"]}
        ran = subprocess.run([sys.executable, "-c", program], env=threads, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == "1"


def test_sampling_goes_over_little_text_more_often() -> None:
    assert schedule("eflomal", 100, None) == (125, 125, 500)
    assert schedule("eflomal", 40_000, None) == (6, 6, 25)
    assert schedule("eflomal", 10**9, None) == (2, 1, 2)
    assert schedule("eflomal", 100, 3) == (3, 3, 12)
    assert schedule("hmm", 100, None) == (5, 5)


def test_more_text_helps_to_align_words_that_are_rare_in_the_pairs() -> None:
    rare: SentencePair = (["das", "kleine", "haus", "ist", "alte"], ["old", "house", "the", "is", "small"])
    gold = [GoldLinks(frozenset({(0, 2), (1, 4), (2, 1), (3, 3), (4, 0)}), frozenset())]
    settings = AlignerSettings(model="ibm1")
    found = [
        alignment_errors(align_words([rare], extra=extra, settings=settings, threads=1).symmetrised("union"), gold)
        for extra in ((), PAIRS * 5)
    ]
    assert found[1].sure_found > found[0].sure_found


def test_words_are_the_same_to_the_models_by_their_first_letters_in_lower_case() -> None:
    endings = [([word.upper() + "en" for word in source], target) for source, target in PAIRS]
    cut = AlignerSettings(letters=2)
    assert align_words(endings, settings=cut, threads=1) == align_words(PAIRS, settings=cut, threads=1)


def test_empty_and_very_long_sentences_have_no_links() -> None:
    long: SentencePair = (["das"] * 201, ["the"] * 201)
    both = align_words([*PAIRS, ([], ["the"]), (["das"], []), long], threads=1)
    assert both.symmetrised("union")[-3:] == (frozenset(),) * 3
    assert all(both.symmetrised("union")[:3])


@pytest.mark.parametrize(("choice", "message"), [({"iterations": 0}, "1 iteration"), ({"letters": 0}, "1 letter")])
def test_numbers_that_make_no_sense_are_refused(choice: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=f"expected at least {message}, found 0"):
        AlignerSettings(**choice)  # type: ignore[arg-type]


def test_a_model_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(BakeoffError, match=r"no model 'giza'; there are: ibm1, ibm2, hmm"):
        AlignerSettings(model="giza")  # type: ignore[arg-type]


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thot", None)
    with pytest.raises(BakeoffError) as caught:
        align_words(PAIRS)
    assert str(caught.value) == (
        "Word alignment needs the package sil-thot, which is not installed. Install it: pip install 'bakeoff[align]'."
    )


@pytest.fixture(scope="module")
def hansards(data: Path) -> Path:
    return data / "align-hansards-en-fr"


@pytest.fixture(scope="module")
def gold(hansards: Path) -> tuple[GoldLinks, ...]:
    return read_links(hansards / "enfr.gold.gz", first=1)


def test_the_gold_alignment_of_the_hansards_is_read_completely(gold: tuple[GoldLinks, ...]) -> None:
    assert len(gold) == 447
    assert sum(len(each.sure) for each in gold) == 4038
    assert sum(len(each.possible) for each in gold) == 17438


@pytest.mark.parametrize(
    ("file", "aer", "more"),
    [
        ("enfr.awesome-align.out", 4.1, ()),
        ("giza/test.enfr.talp", 8.0, (91.4, 92.9, 6069)),
        ("giza/test.enfr.reverse.talp", 9.8, ()),
        ("giza/test.enfr.grow-diagonal.talp", 5.9, (97.5, 89.7)),
        ("giza/test.enfr.grow-diagonal-final.talp", 6.2, (95.5, 91.6)),
        ("giza/test.enfr.intersection.talp", 7.6, ()),
        ("giza/test.enfr.union.talp", 9.9, ()),
        ("fastalign/test.enfr.talp", 16.4, (80.0, 90.1)),
        ("fastalign/test.enfr.reverse.talp", 15.9, ()),
        ("fastalign/test.enfr.grow-diagonal.talp", 10.5, ()),
        ("fastalign/test.enfr.grow-diagonal-final.talp", 12.1, ()),
        ("fastalign/test.enfr.intersection.talp", 11.2, ()),
        ("fastalign/test.enfr.union.talp", 19.5, ()),
    ],
)
def test_aer_of_other_aligners_is_as_published(
    hansards: Path, gold: tuple[GoldLinks, ...], file: str, aer: float, more: tuple[float, ...]
) -> None:
    given = read_links(hansards / file, target_first="reverse" in file)
    errors = alignment_errors([each.sure for each in given], gold)
    assert round(errors.error_rate, 1) == aer
    assert (round(errors.precision, 1), round(errors.recall, 1), errors.links)[: len(more)] == more


@pytest.mark.parametrize(("model", "aer"), [("eflomal", 13.6), ("hmm", 19.7)])
def test_aer_of_our_alignment_of_the_hansards_is_as_the_reference_says(
    model: AlignmentModel, aer: float, hansards: Path, gold: tuple[GoldLinks, ...]
) -> None:
    both = align_words(read_sentence_pairs(hansards / "enfr.src-tgt.gz"), settings=AlignerSettings(model=model))
    errors = alignment_errors(both.symmetrised("grow-diag-final-and"), gold)
    assert round(errors.error_rate, 1) == pytest.approx(aer, abs=0.5)  # other builds of thot round otherwise
