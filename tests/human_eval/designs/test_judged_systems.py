"""Which systems are judged, what teams owe, where judgments count as well: keys of a rulebook's human evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bakeoff.data import Document, Run, Segment
from bakeoff.data.entrants import Entrant
from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError
from bakeoff.formats import read_entrants
from bakeoff.human_eval import (
    HumanAnalysis,
    Measure,
    analyse_judgments,
    best_by,
    choose_systems,
    deal_out,
    design_evaluation,
    imagined_texts,
    judgments_for,
    reuse_answers,
    shares_of_teams,
)
from bakeoff.human_eval.designs.owed_shares import Owed, OwedShare, parse_owed
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation
from tests.human_eval.judgments import pairwise, ranking

OPENMT, IWSLT, WMT = (read_rulebook(name) for name in ("openmt2012", "iwslt2012", "wmt2008"))


def test_only_primary_systems_of_consenting_teams_are_judged() -> None:
    """N12, 8.2."""
    agreed = frozenset({"human-assessment"})
    entrants = [
        Entrant(system="a", team="A", system_type="primary", consents=agreed),
        Entrant(system="a2", team="A", system_type="contrast", consents=agreed),
        Entrant(system="b", team="B", consents=frozenset({"share-outputs"})),
        Entrant(system="c", team="C", consents=agreed | {"share-outputs"}),
        Entrant(system="nist", baseline=True),
    ]
    found = choose_systems(OPENMT, OPENMT.human["ranking"], entrants)
    assert found.judged == ("a", "c")
    assert found.left_out == {
        "a2": "of type contrast, not primary",
        "b": "its team did not consent to being judged",
        "nist": "the organiser's systems are not judged",
    }
    with pytest.raises(InputError, match="systems that ranking is about, found none"):
        choose_systems(OPENMT, OPENMT.human["ranking"], entrants[1:3])


def test_named_systems_are_judged_whatever_their_type_but_only_with_consent() -> None:
    agreed = frozenset({"human-assessment"})
    entrants = [
        Entrant(system="a", team="A", consents=agreed),
        Entrant(system="a2", team="A", system_type="contrast", consents=agreed),
        Entrant(system="b", team="B"),
        Entrant(system="nist", baseline=True),
    ]
    rules = OPENMT.human["ranking"].model_copy(update={"systems": ("a2", "b", "nist")})
    found = choose_systems(OPENMT, rules, entrants)
    assert found.judged == ("a2", "nist")
    assert found.left_out == {
        "a": "not among the systems that were chosen",
        "b": "its team did not consent to being judged",
    }


def test_combinations_and_contrasts_are_judged_where_the_rules_name_them() -> None:
    """W08, tables 7 and 14."""
    entrants = [Entrant(system=kind, system_type=kind) for kind in ("primary", "contrast", "combo", "other")]
    found = choose_systems(WMT, WMT.human["ranking"], [*entrants, Entrant(system="moses", baseline=True)])
    assert found.judged == ("primary", "contrast", "combo", "moses")


def test_the_best_are_those_of_the_evaluation_before_else_of_the_official_metric() -> None:
    dialog = IWSLT.human["olympics-dialog"]
    assert best_by(IWSLT, dialog) == Measure("median", "highest")
    entrants = [Entrant(system=name) for name in "abc"]
    assert choose_systems(IWSLT, dialog, entrants, scores={"a": 3, "b": 4, "c": 2}).judged == ("b",)
    with pytest.raises(InputError, match=r"a score \(median\) of every system, .* found none of c"):
        choose_systems(IWSLT, dialog, entrants, scores={"a": 3, "b": 4})
    i16 = read_rulebook("iwslt2016")
    rules = i16.human["en-fr"]
    assert best_by(i16, rules) == Measure("bleu@mteval", "highest")
    assert choose_systems(i16, rules, entrants, scores={"a": 3, "b": 4, "c": 2}).judged == ("a", "b")
    # Fewer errors are better where people marked them.
    spans = IWSLT.human["olympics-adequacy"].model_copy(update={"protocol": "error_spans", "score": ""})
    book = IWSLT.model_copy(update={"human": {**IWSLT.human, "olympics-adequacy": spans}})
    assert best_by(book, dialog) == Measure("penalty", "lowest")


def test_files_of_entrants(tmp_path: Path) -> None:
    path = tmp_path / "entrants.csv"
    path.write_text("system,team,system_type,consents,baseline,country\na,A,primary,x;y,,DE\nb,,,,yes,\n", "utf-8")
    first, second = read_entrants(path)
    assert first == Entrant(system="a", team="A", system_type="primary", consents=frozenset({"x", "y"}))
    assert (second.baseline, second.team) == (True, "")
    for text, message in (
        ("team\nA\n", "a header row with the column system"),
        ("system\na\na\n", "each system once"),
        ("system,baseline\na,perhaps\n", "yes or no under baseline"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(FormatError, match=message):
            read_entrants(path)


def owing(owed: str) -> HumanEvaluation:
    return WMT.human["ranking"].model_copy(update={"owed": owed, "longest_minutes": None})


def answers(judge: str, count: int, *, seconds: int | None = None) -> list[Judgment]:
    return [
        Judgment(
            id=f"{judge}{n}", screen=f"{judge}{n}", protocol="ranking", judge=judge, segment=str(n), systems=("a", "b"),
            answer=[1, 2], elapsed_seconds=seconds,
        )
        for n in range(count)
    ]  # fmt: skip


def test_what_is_owed_is_a_number_of_screens_or_hours_or_an_even_share() -> None:
    teams = {"ann": "A", "bob": "A", "cid": "B"}
    done = [*answers("ann", 3, seconds=1800), *answers("bob", 2, seconds=1800), *answers("zoe", 9)]
    assert shares_of_teams(owing("4 screens"), teams, answered=done) == (OwedShare("A", 4, 5), OwedShare("B", 4, 0))
    hours = shares_of_teams(owing("each team gives 8 hours"), teams, answered=done)
    assert hours == (OwedShare("A", 8, 2.5, "hours"), OwedShare("B", 8, 0, "hours"))
    plan = [*answers("ann", 5), *answers("cid", 6)]
    even = shares_of_teams(owing("some assessments"), teams, answered=done, planned=plan)
    assert even == (OwedShare("A", 6, 5), OwedShare("B", 6, 0))
    assert [each.missing for each in even] == [1, 6]
    assert shares_of_teams(owing(""), teams, answered=done) == ()
    assert parse_owed("1 hour") == Owed(1, "hours")
    # Two judgments on one screen are one screen.
    both = [replace(each, screen="same") for each in answers("ann", 2)]
    assert shares_of_teams(owing("4 screens"), teams, answered=both)[0].done == 1


def test_judges_choose_where_the_rules_let_them() -> None:
    rules = WMT.human["ranking"].model_copy(update={"mixed_with": ()})
    texts = [replace(imagined_texts(3, 20), language_pair=pair, test_set="news") for pair in ("de-en", "fr-en")]
    design = design_evaluation(rules, texts)
    chosen = {"ann": {"fr-en"}, "bob": {"de-en", "news"}}
    dealt = deal_out({"r": design}, {"r": rules}, ["ann", "bob", "cid"], screens=8, chosen=chosen)
    seen = {
        judge: {design.pools[e.assignment.pool].language_pair for e in dealt if e.assignment.judge == judge}
        for judge in ("ann", "bob", "cid")
    }
    assert seen == {"ann": {"fr-en"}, "bob": {"de-en"}, "cid": {"de-en", "fr-en"}}
    with pytest.raises(InputError, match=r"found 'xx'\. There are: de-en, fr-en, news"):
        deal_out({"r": design}, {"r": rules}, ["ann"], chosen={"ann": {"xx"}})
    fixed = rules.model_copy(update={"free_choice": False})
    with pytest.raises(InputError, match="in which judges choose what they judge, found r"):
        deal_out({"r": design}, {"r": fixed}, ["ann"], chosen={"ann": {"fr-en"}})


def test_judgments_of_joined_directions_count_in_the_single_pairs() -> None:
    """W08, table 3: those of all directions into English were used again in the single pairs."""
    joined = ranking("ann", "1", {"de-en/a": 1, "de-en/b": 2, "fr-en/c": 3}, campaign="all-english", language_pair="en")
    own = ranking("bob", "1", {"a": 2, "b": 1}, campaign="ranking", language_pair="de-en")
    strange = ranking("cid", "1", {"a": 2, "b": 1}, campaign="elsewhere", language_pair="de-en")
    other = ranking("eve", "1", {"a": 2, "b": 1}, campaign="constituents", language_pair="de-en")
    found, told = judgments_for(WMT, "ranking", [joined, own, strange, other])
    assert [(each.judge, each.language_pair, each.systems) for each in found] == [
        ("ann", "de-en", ("a", "b")), ("bob", "de-en", ("a", "b")), ("cid", "de-en", ("a", "b")),
    ]  # fmt: skip
    assert told == ("1 judgments of all-english count here as 1.", "1 judgments of constituents do not count here.")
    assert judgments_for(WMT, "all-english", [joined, own])[0] == (joined,)


def run(system: str, texts: Sequence[str]) -> Run:
    segments = tuple(Segment(str(number), text) for number, text in enumerate(texts, start=1))
    return Run(system=system, documents=(Document("d", segments),), test_set="t")


def test_an_answer_holds_for_identical_outputs_of_systems_that_came_later() -> None:
    """W08, 7.3."""
    runs = [run("a", ["x", "y"]), run("b", ["z", "w"]), run("late", ["x", "w"])]
    judgments = [
        pairwise("ann", "1", ("a", "b"), "first", document="d"),
        pairwise("ann", "2", ("a", "b"), "second", document="d"),
        pairwise("ann", "1", ("a", "b"), "first", document="d", control="gold"),
    ]
    reused = reuse_answers(judgments, runs)
    assert [each.systems for each in reused] == [("a,late", "b"), ("a", "b,late"), ("a", "b")]
    analysis = HumanAnalysis(interval="none", test="sign", majority=False, score="better-or-equal")
    (found,) = analyse_judgments(reused, analysis=analysis).rankings
    assert {each.system: each.score for each in found.systems} == {"late": 1.0, "a": 0.5, "b": 0.5}


def test_grades_hold_for_identical_outputs_and_judges_agree_on_them_once() -> None:
    runs = [run("a", ["x", "y"]), run("b", ["x", "w"])]
    judgments = [
        Judgment(
            id=f"{judge}{n}", protocol="direct", judge=judge, document="d", segment=str(n), systems=("a",), answer=grade
        )
        for judge, grades in {"ann": (80, 20), "bob": (60, 30)}.items()
        for n, grade in enumerate(grades, start=1)
    ]
    analysis = HumanAnalysis(interval="none", standardised=False)
    (found,) = analyse_judgments(reuse_answers(judgments, runs), analysis=analysis).rankings
    assert {each.system: (each.score, each.judgments) for each in found.systems} == {"a": (47.5, 4), "b": (70.0, 2)}
    assert found.agreement[0].count == 2
    assert found.agreement == analyse_judgments(judgments, analysis=analysis).rankings[0].agreement


def test_systems_on_one_screen_keep_what_they_got_there() -> None:
    runs = [run("a", ["x"]), run("b", ["x"]), run("c", ["x"])]
    (found,) = reuse_answers([ranking("ann", "1", {"a": 1, "b": 2}, document="d")], runs)
    assert found.systems == ("a,c", "b")
