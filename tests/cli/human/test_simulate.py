"""`bakeoff simulate --plan`: plans of `bakeoff human design`, and what tasks store, answered by simulated judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import imagined_texts
from bakeoff.human_eval.designs.evaluation_designs import design_evaluation
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations
from bakeoff.rulebook import read_rulebook

Bakeoff = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_plan_is_answered_by_the_judges_whom_it_names(bakeoff: Bakeoff) -> None:
    planned = bakeoff(
        "human", "design", "iwslt2005", "fluency", "adequacy", "--systems", 4, "--segments", 20,
        "--judges", "ann,bob,cy", "-o", "plan.jsonl",
    )  # fmt: skip
    assert planned.code == 0, planned.err
    call = ("simulate", "--plan", "plan.jsonl", "--rules", "iwslt2005", "--noise", 0.2, "--spread", 2)
    first = bakeoff(*call, "-o", "judgments.jsonl", "--truth", "truth.csv")
    assert first.code == 0, first.err
    assert "by 3 judges" in first.err
    answered = read_judgments("judgments.jsonl")
    assert [(each.id, each.systems) for each in answered] == [
        (each.id, each.systems) for each in read_judgments("plan.jsonl")
    ]
    grades = {grade for each in answered for grade in each.answer}
    assert grades <= {0, 1, 2, 3, 4}  # the scale of the rulebook
    assert len(grades) > 2
    ranked = bakeoff(
        "human", "analyse", "judgments.jsonl", "--rules", "iwslt2005", "--evaluation", "fluency", "-f", "json"
    )
    truth = [line.split(",")[0] for line in Path("truth.csv").read_text("utf-8").splitlines()[1:]]
    assert [each["name"] for each in ranked.json["rankings"][0]["systems"]] == truth
    bakeoff(*call, "-o", "again.jsonl")
    assert read_judgments("again.jsonl") == answered


def test_qualities_of_systems_and_a_number_of_screens_can_be_given(bakeoff: Bakeoff) -> None:
    bakeoff(
        "human", "design", "wmt2008", "ranking", "--systems", 3, "--segments", 30, "--judges", 2, "-o", "plan.jsonl"
    )
    Path("given.csv").write_text("system,score\nsystem1,-2\nsystem2,0\nsystem3,2\n", encoding="utf-8")
    done = bakeoff("simulate", "--plan", "plan.jsonl", "--qualities", "given.csv", "--screens", 10, "-o", "out.jsonl")
    assert done.code == 0, done.err
    assert Counter(each.judge for each in read_judgments("out.jsonl")) == {"judge1": 10, "judge2": 10}
    ranked = bakeoff("human", "analyse", "out.jsonl", "--format", "json").json
    assert [each["name"] for each in ranked["rankings"][0]["systems"]] == ["system3", "system2", "system1"]


def test_a_stored_task_is_dealt_to_a_number_of_judges(bakeoff: Bakeoff) -> None:
    rules = read_rulebook("wmt2008").human["ranking"]
    texts = (imagined_texts(4, 12, language_pair="fr-en"),)
    planned = PlannedEvaluation(rules=rules, design=design_evaluation(rules, texts), texts=texts)
    Path("task").write_bytes(pack_evaluations({"ranking": planned}))
    done = bakeoff("simulate", "--plan", "task", "--judges", 3, "--frauds", 1, "-o", "out.jsonl")
    assert done.code == 0, done.err
    assert "Answering at random: judge3." in done.err
    answered = read_judgments("out.jsonl")
    assert {each.evaluation for each in answered} == {"ranking"}
    assert {each.segment for each in answered} == {str(number) for number in range(1, 13)}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say what to simulate"),
        (("ranking", "--plan", "plan.jsonl"), "say what to simulate"),
        (("--plan", "plan.jsonl", "--segments", 3), "--segments says nothing with --plan"),
        (("ranking", "--task", "it"), "--task says nothing with a protocol"),
        (("--plan", "nowhere.jsonl"), "could not be read"),
        (("--server", "https://bakeoff.example", "--campaign", "demo"), "--campaign NAME and --task NAME"),
        (("--server", "https://bakeoff.example", "--campaign", "demo", "--task", "it"), "columns text and score"),
        (("--server", "https://bakeoff.example", "--truth", "it"), "--truth says nothing with --server"),
    ],
)
def test_calls_that_mean_nothing_are_refused_with_a_sentence(
    bakeoff: Bakeoff, arguments: tuple[object, ...], said: str
) -> None:
    refused = bakeoff("simulate", *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert said in " ".join(refused.err.split())


def test_tables_of_texts_are_checked_row_by_row(bakeoff: Bakeoff) -> None:
    server = ("--server", "https://bakeoff.example", "--campaign", "demo", "--task", "it")
    for text, said in (
        ("text,quality\na,1\n", "columns text and score"),
        ("text,score\na,good\n", "a number under score"),
    ):
        Path("texts.csv").write_text(text, encoding="utf-8")
        refused = bakeoff("simulate", *server, "--qualities", "texts.csv")
        assert (refused.code, said in refused.err) == (2, True), refused.err
    Path("texts.csv").write_text("text,score\na,1\n", encoding="utf-8")
    Path("tokens.txt").write_text("one\none\n", encoding="utf-8")
    refused = bakeoff("simulate", *server, "--qualities", "texts.csv", "--token-file", "tokens.txt")
    assert (refused.code, "a token is there twice" in refused.err) == (2, True), refused.err
