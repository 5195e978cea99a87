"""`bakeoff human constituents`, and the plan and the analysis that follow it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.formats.judgments.interchange import record_of
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.cli.conftest import Outcome

SEGMENTS = 6
PLACES = ["Rom", "Paris", "Wien", "Oslo", "Prag", "Bern"]
TEXTS = ("-s", "source.txt", "--run", "a.txt", "--run", "b.txt", "-r", "reference.txt", "--language-pair", "de-en")
PARTS = ("human", "constituents", *TEXTS, "--test-set", "news", "--threads", 1)


@pytest.fixture
def files(own_folder: None) -> None:
    def write(name: str, line: str) -> None:
        Path(name).write_text("".join(line.format(place) + "\n" for place in PLACES))

    write("source.txt", "Gestern kam der alte Mann aus {}.")
    write("reference.txt", "Yesterday the old man from {} came.")
    write("a.txt", "Yesterday the old man from {} came.")
    write("b.txt", "Yesterday came, the old man from {}!")
    write("parses.txt", "(S (ADV Gestern) (V kam) (NP (D der) (A alte) (N Mann) (PP (P aus) (N {}))) (. .))")
    Path("spans.tsv").write_text("segment\tphrase\n1\tder alte Mann aus Rom\n2\talte Mann\n")
    # Gestern kam der alte Mann aus X .  Yesterday the old man from X came .
    Path("links").mkdir()
    straight = "0-0 1-6 2-1 3-2 4-3 5-4 6-5 7-7\n"
    for name in ("a", "reference"):
        Path(f"links/{name}.links").write_text(straight * SEGMENTS)
    Path("links/b.links").write_text("0-0 1-1 2-3 3-4 4-5 5-6 6-7 7-8\n" * (SEGMENTS - 1) + "0-0 1-5 2-3 3-4 6-7\n")


pytestmark = pytest.mark.usefixtures("files")


def test_parts_of_a_parse_are_kept_where_every_text_has_a_phrase_and_others_are_counted(
    bakeoff: Callable[..., Outcome],
) -> None:
    outcome = bakeoff(*PARTS, "--parses", "parses.txt", "--links", "links", "-o", "parts.jsonl", "--format", "json")
    assert outcome.code == 0, outcome.err
    assert outcome.json == {
        "candidates": 18,
        "constituents": 5,
        "left_out": {"complete sentence": 6, "too short": 6, "output": 1},
        "lacking": {"a": 0, "b": 1},
    }
    rows = [json.loads(line) for line in Path("parts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["source"]["phrase"] for row in rows] == [f"der alte Mann aus {place}" for place in PLACES[:-1]]
    assert rows[0]["outputs"]["b"] == {"span": [16, 36], "phrase": "the old man from Rom"}
    kept = bakeoff(
        *PARTS, "--parses", "parses.txt", "--links", "links", "--complete-sentences", "--format", "json"
    ).json
    assert (kept["constituents"], kept["left_out"]) == (11, {"too short": 6, "output": 1})
    text = bakeoff(*PARTS, "--parses", "parses.txt", "--links", "links").out
    assert "has no consistent phrase in an output" in text
    assert "Without a consistent phrase in the output: b 1." in text


def test_a_list_of_parts_and_a_tagger_take_the_place_of_parses(bakeoff: Callable[..., Outcome]) -> None:
    listed = bakeoff(*PARTS, "--spans", "spans.tsv", "--links", "links", "--words", 2, 9, "--format", "json")
    assert listed.json["constituents"] == 2
    by_rules = bakeoff(
        *PARTS, "--spans", "spans.tsv", "--links", "links", "--rules", "wmt2008", "--evaluation", "yes-no"
    )
    assert "has too few words" in by_rules.out
    tagged = bakeoff(*PARTS, "--tagger", "hanta", "--source-language", "de", "--links", "links", "--format", "json")
    assert tagged.json["constituents"] == 5


def test_words_are_aligned_where_no_links_are_given(bakeoff: Callable[..., Outcome]) -> None:
    outcome = bakeoff(*PARTS, "--parses", "parses.txt", "--format", "json")
    assert outcome.code == 0, outcome.err
    assert outcome.json["candidates"] == 18


def test_more_text_helps_to_align_words(bakeoff: Callable[..., Outcome]) -> None:
    pairs = [("gestern", "yesterday"), ("kam", "came"), ("der", "the"), ("alte", "old"), ("Mann", "man")]
    pairs += [("aus", "from"), (".", "."), *((place, place) for place in PLACES)]
    Path("more.de").write_text("".join(f"{one}\n" for one, _ in pairs))
    Path("more.en").write_text("".join(f"{other}\n" for _, other in pairs))
    call = (*PARTS, "--parses", "parses.txt", "--format", "json")
    alone, helped = bakeoff(*call), bakeoff(*call, "--extra", "more.de", "more.en")
    assert helped.code == 0, helped.err
    assert alone.json["constituents"] < helped.json["constituents"] == SEGMENTS
    refused = bakeoff(*call, "--links", "links", "--extra", "more.de", "more.en")
    assert "expected --links, or --extra to learn links from, found both" in refused.err


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ([], "expected one of --parses, --tagger and --spans, which say what the parts are, found none."),
        (["--parses", "parses.txt", "--spans", "spans.tsv"], "found --parses and --spans."),
        (["--parses", "short.txt"], "short.txt: expected 6 parses, one for each segment of the source, found 1."),
        (
            ["--parses", "parses.txt", "--links", "wrong"],
            "b.links: expected 6 lines, one for each sentence pair, found 1.",
        ),
        (["--tagger", "hanta"], "tags=hanta needs the language of the text"),
    ],
)
def test_calls_that_make_no_sense_say_what_to_do(
    bakeoff: Callable[..., Outcome], call: list[str], message: str
) -> None:
    Path("short.txt").write_text("(S (N Rom))\n")
    Path("wrong").mkdir()
    for name in ("a", "reference"):
        Path(f"wrong/{name}.links").write_text(Path(f"links/{name}.links").read_text())
    Path("wrong/b.links").write_text("0-0\n")
    outcome = bakeoff(*PARTS, *call)
    assert outcome.code == 2
    assert message in outcome.err


def test_parts_are_planned_judged_and_analysed_to_shares_of_yes(bakeoff: Callable[..., Outcome]) -> None:
    bakeoff(*PARTS, "--parses", "parses.txt", "--links", "links", "-o", "parts.jsonl")
    plan = ("human", "design", "wmt2008", "yes-no", *TEXTS, "--test-set", "news", "--judges", "ann", "-o", "plan.jsonl")
    refused = bakeoff(*plan)
    assert refused.code == 2
    assert "Choose them first" in refused.err
    outcome = bakeoff(*plan, "--constituents", "parts.jsonl", "--offline", "out")
    assert outcome.code == 0, outcome.err
    [screen, *_] = json.loads(Path("out/ann/screens.json").read_text(encoding="utf-8"))
    shown = screen["outputs"][0]["text"][slice(*screen["highlights"]["outputs"][0][0])]
    assert shown.startswith("the old man from")

    protocol, rng = find_protocol("constituent_acceptability"), np.random.default_rng(1)
    asked = [each for each in read_judgments("plan.jsonl") if not each.control]
    # Both systems have the same phrase, so that it is on the screen once.
    assert {each.systems for each in asked} == {("a,b",)}
    answers = [replace(each, systems=("a",), answer=protocol.imagine([1.0], rng)) for each in asked]
    answers[0] = replace(answers[0], answer="not sure")
    Path("judgments.jsonl").write_text("".join(json.dumps(record_of(each)) + "\n" for each in answers))
    outcome = bakeoff("human", "analyse", "judgments.jsonl", "--constituents", "parts.jsonl", "--format", "json")
    assert outcome.code == 0, outcome.err
    assert (
        "8 of 10 phrases have an answer; 4 of them (50.0 %) because another system has the same phrase." in outcome.err
    )
    every, first, second = outcome.json["answers"]
    assert (every["system"], every["counts"]) == (None, {"yes": 4, "no": 0, "not sure": 1})
    assert (first["system"], second["system"], second["yes"], second["not_sure"]) == ("a", "b", 1.0, 0.2)
    table = bakeoff("human", "analyse", "judgments.jsonl", "--table", "answers").out
    assert table.splitlines()[1].split()[:4] == ["group", "system", "yes", "interval"]


def test_a_file_of_parts_of_other_texts_is_refused(bakeoff: Callable[..., Outcome]) -> None:
    bakeoff(*PARTS, "--parses", "parses.txt", "--links", "links", "-o", "parts.jsonl")
    Path("b.txt").write_text(Path("b.txt").read_text().replace("Yesterday came, the", "Then came the"))
    plan = ("human", "design", "wmt2008", "yes-no", *TEXTS, "--test-set", "news", "--judges", "ann")
    outcome = bakeoff(*plan, "--constituents", "parts.jsonl")
    assert outcome.code == 2
    assert (
        "parts.jsonl, line 1: expected a phrase of the output of b at 16-36, found 'the old man from Rom'."
        in outcome.err
    )
    Path("parts.jsonl").write_text('{"segment": "1"}\nnothing\n')
    outcome = bakeoff(*plan, "--constituents", "parts.jsonl")
    assert "parts.jsonl, line 1: expected a constituent as bakeoff human constituents writes it" in outcome.err
    assert "parts.jsonl, line 2" in outcome.err


def test_shares_of_answers_are_for_protocols_that_offer_choices(bakeoff: Callable[..., Outcome]) -> None:
    bakeoff("simulate", "ranking", "--segments", 5, "-o", "ranking.jsonl")
    outcome = bakeoff("human", "analyse", "ranking.jsonl", "--table", "answers")
    assert outcome.code == 2
    assert "expected judgments by yes, no or not sure, which have shares of answers, found ranking." in outcome.err


@pytest.mark.parametrize("protocol", ["constituent_ranking", "constituent_acceptability"])
def test_simulated_judges_of_constituents_recover_the_true_order(
    bakeoff: Callable[..., Outcome], protocol: str
) -> None:
    bakeoff("simulate", protocol, "--segments", 400, "--systems", 4, "--spread", 2, "-o", "judgments.jsonl")
    found = bakeoff("human", "analyse", "judgments.jsonl", "--samples", 50, "--trials", 50, "--format", "json").json
    systems = found["rankings"][0]["systems"]
    assert [each["name"] for each in systems] == ["system1", "system2", "system3", "system4"]


def test_agreement_with_identical_counts_shared_phrases_for_each_system(bakeoff: Callable[..., Outcome]) -> None:
    rows = [
        {
            "judgment_id": f"{judge}{segment}",
            "protocol": "constituent_acceptability",
            "judge": judge,
            "segment_id": str(segment),
            "kind": "constituent",
            "systems": ["a,b,c", "d"],
            "answer": ["yes", "yes" if judge == "ann" or segment % 2 else "no"],
        }
        for judge in ("ann", "bob")
        for segment in range(8)
    ]
    Path("two.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    call = ("agreement", "two.jsonl", "--measure", "kappa", "--samples", 0, "--by", "all", "--format", "json")
    found = bakeoff(*call, "--with-identical").json
    once, often = found["groups"][0]["agreement"][0], found["with_identical"][0]["agreement"][0]
    # Judges agree on 12 of 16 phrases, and on 28 of 32 outputs.
    assert (once["observed"], once["expected"]) == (0.75, 0.5)
    assert (often["observed"], often["expected"]) == (0.875, 0.5)
