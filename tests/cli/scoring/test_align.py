"""`bakeoff align`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.formats.annotations.pharaoh import read_links
from tests.alignment.test_word_aligner import PAIRS
from tests.cli.conftest import Outcome

TARGET = "".join(" ".join(target).capitalize() + ".\n" for _, target in PAIRS)
SOURCE = "".join(" ".join(source).capitalize() + ".\n" for source, _ in PAIRS)


@pytest.fixture
def files(own_folder: None) -> None:
    Path("source.txt").write_text(SOURCE)
    Path("a.txt").write_text(TARGET)
    Path("b.txt").write_text(TARGET.replace("house", "home"))
    Path("reference.txt").write_text(TARGET)
    Path("words.txt").write_text("".join(f"{' '.join(source)} ||| {' '.join(target)}\n" for source, target in PAIRS))
    Path("gold.links").write_text("".join(" ".join(f"{i}-{i}" for i in range(len(s))) + "\n" for s, _ in PAIRS))


pytestmark = pytest.mark.usefixtures("files")


def test_runs_and_references_are_aligned_together_a_file_each(bakeoff: Callable[..., Outcome]) -> None:
    outcome = bakeoff("align", "a.txt", "b.txt", "-s", "source.txt", "-r", "reference.txt", "-o", "links")
    assert outcome.code == 0, outcome.err
    assert sorted(path.name for path in Path("links").iterdir()) == ["a.links", "b.links", "reference.links"]
    links = read_links("links/a.links")
    assert len(links) == len(PAIRS)
    assert (0, 0) in links[0].sure
    # The full stops, which are words of their own.
    assert (4, 4) in links[0].sure


def test_sentence_pairs_are_aligned_to_standard_output(bakeoff: Callable[..., Outcome]) -> None:
    outcome = bakeoff("align", "--pairs", "words.txt", "--threads", 1)
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == len(PAIRS)
    assert outcome.out.splitlines()[-1] == "0-0"


def test_models_and_symmetrisations_are_measured_by_gold_links(bakeoff: Callable[..., Outcome]) -> None:
    call = (
        "align",
        "--pairs",
        "words.txt",
        "--gold",
        "gold.links",
        "--model",
        "ibm1",
        "--model",
        "hmm",
        "--threads",
        1,
    )
    rows = bakeoff(*call, "--format", "json").json
    assert [(row["alignment"], row["symmetrisation"]) for row in rows][6:8] == [
        ("ibm1", "grow-diag-final-and"),
        ("hmm", "forward"),
    ]
    assert {row["sure"] for row in rows} == {sum(len(source) for source, _ in PAIRS)}
    for row in rows:
        assert 0 <= row["aer"] <= 100


def test_alignments_of_others_are_measured_in_either_order(bakeoff: Callable[..., Outcome]) -> None:
    Path("given.links").write_text("".join("0-0 0-1\n" for _ in PAIRS[:-1]) + "0-0\n")
    Path("turned.links").write_text("".join("0-0 1-0\n" for _ in PAIRS[:-1]) + "0-0\n")
    call = ("align", "--pairs", "words.txt", "--gold", "gold.links", "--given", "given.links")
    outcome = bakeoff(*call, "--given-reversed", "turned.links", "--format", "json")
    given, turned = outcome.json
    assert (given["links"], given["precision"]) == (13, pytest.approx(100 * 7 / 13))
    assert turned == given | {"alignment": "turned.links"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            ["a.txt"],
            "expected runs or references with a source (-s), or a file of sentence pairs (--pairs), found neither",
        ),
        (["a.txt", "-s", "source.txt", "--pairs", "words.txt"], "found both"),
        (["-s", "source.txt"], "expected runs or references to align, found none"),
        (["--pairs", "words.txt", "--model", "all"], "expected one model, or links made by people (--gold)"),
        (["--pairs", "words.txt", "--given", "gold.links"], "expected links made by people (--gold), found none"),
        (["words.txt", "short.txt", "-s", "source.txt"], "short: expected the 7 segments of the source"),
        (
            ["--pairs", "words.txt", "--gold", "gold.links", "--gold-from", "1"],
            "expected words counted from 1, found 0-0",
        ),
    ],
)
def test_calls_that_make_no_sense_say_what_to_do(
    bakeoff: Callable[..., Outcome], call: list[str], message: str
) -> None:
    Path("short.txt").write_text("one\n")
    outcome = bakeoff("align", *call)
    assert outcome.code == 2
    assert message in outcome.err
