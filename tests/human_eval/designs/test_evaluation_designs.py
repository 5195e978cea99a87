"""Human evaluations planned from rulebooks, and judged offline."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, InputError, MistakesError
from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import (
    JudgedTexts,
    ShownTexts,
    collect_answers,
    deal_out,
    design_evaluation,
    imagined_texts,
    planned_judgments,
    protocol_by_rules,
    write_packages,
    write_plan,
)
from bakeoff.human_eval.designs.balance import Spread, verify_design
from bakeoff.human_eval.designs.shown_columns import without_scripts
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation


def rules_of(rulebook: str, name: str, **changes: Any) -> HumanEvaluation:
    return read_rulebook(rulebook).human[name].model_copy(update=changes)


def texts_of(
    words: Sequence[int] | range,
    *,
    systems: tuple[str, str] = ("aster", "basalt"),
    language_pair: str = "zh-en",
    genre: str | None = None,
) -> JudgedTexts:
    segments = tuple(Segment(str(number), "") for number in range(len(words)))
    document = Document("d", segments, {"genre": genre} if genre else {})
    columns = tuple(tuple(f"{system} {number} 猫" for number in range(len(words))) for system in systems)
    return JudgedTexts(
        language_pair=language_pair,
        test_set="test",
        texts=AlignedTexts(
            documents=(document,) * len(words),
            segment_ids=tuple(segment.id for segment in segments),
            references=(tuple(f"reference {number}" for number in range(len(words))),),
            runs=columns,
            systems=systems,
            source=tuple(" ".join(["猫"] * count) for count in words),
        ),
    )


def test_the_sample_of_the_rulebook_is_drawn_by_length() -> None:
    """I12, section 5: 400 segments with the lengths of the test set, none of fewer than five words."""
    words = [number % 40 + 1 for number in range(1000)]
    design = design_evaluation(rules_of("iwslt2012", "olympics-ranking"), [texts_of(words)])
    chosen = [words[int(segment)] for _, segment in design.pools[0].segments]
    assert len(chosen) == 400
    assert min(chosen) >= 5
    kept = [count for count in words if count >= 5]
    assert sum(chosen) / 400 == pytest.approx(sum(kept) / len(kept), rel=0.01)


def test_pairs_meet_in_pools_of_their_own_and_three_judge_each() -> None:
    rules = rules_of("iwslt2012", "olympics-ranking")
    design = design_evaluation(rules, [imagined_texts(4, 400)])
    assert [pool.systems for pool in design.pools][:2] == [("system1", "system2"), ("system1", "system3")]
    assert len(design.pools) == 6
    planned = deal_out({"it": design}, {"it": rules}, [f"judge{n}" for n in range(5)])
    balance = verify_design(design, [each.assignment for each in planned])
    assert (balance.judges_an_item, balance.duplicates) == (Spread(3, 3), 0)


def test_a_knockout_needs_to_be_told_who_meets() -> None:
    rules = rules_of("iwslt2012", "ted-mt-ar-en")
    with pytest.raises(ExpressionError, match="name the matches"):
        design_evaluation(rules, [imagined_texts(4, 400)])
    design = design_evaluation(rules, [imagined_texts(4, 400)], matches=[("system4", "system1")])
    assert [pool.systems for pool in design.pools] == [("system4", "system1")]
    with pytest.raises(InputError, match="matches of system1"):
        design_evaluation(rules, [imagined_texts(4, 400)], matches=[("x", "y")])


def test_a_reference_hides_among_the_systems_and_adequacy_comes_after_fluency() -> None:
    """I05, 2.6: all outputs of a segment at once, fluency for the complete set first."""
    names = ("fluency", "adequacy")
    rules = {name: rules_of("iwslt2005", name) for name in names}
    designs = {name: design_evaluation(rules[name], [texts_of([9] * 60)]) for name in names}
    assert designs["fluency"].pools[0].systems == ("aster", "basalt", "reference")
    planned = deal_out(designs, rules, ["ann", "bob", "cid"])
    for judge in ("ann", "bob", "cid"):
        own = [each.evaluation for each in planned if each.assignment.judge == judge]
        assert all(second in (first, "adequacy") for first, second in pairwise(own))
    assert verify_design(designs["fluency"], [e.assignment for e in planned if e.evaluation == "fluency"]).controls


def test_nobody_sees_what_is_hidden_from_them_and_screens_end() -> None:
    rules = rules_of("wmt2008", "ranking", after=None)
    design = design_evaluation(rules, [imagined_texts(8, 50)])
    assert design.shown == 5
    planned = deal_out({"r": design}, {"r": rules}, ["ann", "bob"], screens=10, excluded={"ann": ["system1"]})
    assert len(planned) == 20
    seen = {system for each in planned if each.assignment.judge == "ann" for system in each.assignment.systems}
    assert "system1" not in seen
    assert "system1" in {system for each in planned for system in each.assignment.systems}


def test_directions_into_one_language_are_judged_together() -> None:
    rules = rules_of("wmt2008", "ranking", mixed_sources=True, sample=rules_of("iwslt2005", "fluency").sample)
    pools = [texts_of([9] * 5, language_pair=pair) for pair in ("de-en", "fr-en")]
    design = design_evaluation(rules, pools)
    (pool,) = design.pools
    assert pool.systems == ("de-en/aster", "de-en/basalt", "fr-en/aster", "fr-en/basalt")
    assert pool.language_pair == "en"
    (planned, *_) = deal_out({"r": design}, {"r": rules}, ["ann"])
    screen = ShownTexts(design, pools, protocol_by_rules(rules)).screen(planned.assignment)
    assert {output.text.split()[0] for output in screen.outputs} <= {"aster", "basalt"}


def test_directions_into_one_language_are_judged_on_the_same_sample() -> None:
    sample = rules_of("iwslt2012", "olympics-ranking").sample.model_copy(update={"size": 7})
    rules = rules_of("wmt2008", "all-english", sample=sample)
    pools = [texts_of(range(5, 45), language_pair=pair) for pair in ("de-en", "en-de", "fr-en", "fr-de")]
    english, german = design_evaluation(rules, pools).pools
    assert (english.language_pair, german.language_pair) == ("en", "de")
    assert len(english.segments) == len(german.segments) == 7
    assert {system.partition("/")[0] for system in german.systems} == {"en-de", "fr-de"}
    with pytest.raises(InputError, match="others in fr-en"):
        design_evaluation(rules, [pools[0], texts_of(range(5, 9), language_pair="fr-en")])
    with pytest.raises(InputError, match="texts of several directions into en"):
        design_evaluation(rules, pools[:2])


def test_documents_that_are_shown_are_dealt_in_one_piece() -> None:
    rules = rules_of("iwslt2012", "olympics-dialog", repeats=0.0, sample=rules_of("iwslt2005", "fluency").sample)
    design = design_evaluation(rules, [texts_of([9] * 6)])
    assert design.by_document
    planned = deal_out({"d": design}, {"d": rules}, ["ann"])
    assert [each.assignment.segment for each in planned] == list(range(6))
    screen = ShownTexts(design, [texts_of([9] * 6)], protocol_by_rules(rules)).screen(planned[3].assignment)
    assert [row.references for row in screen.before] == [(f"reference {number}",) for number in range(3)]
    assert screen.after == ()


def test_left_over_characters_of_the_source_are_deleted_and_the_specification_applied() -> None:
    rules = rules_of("iwslt2005", "fluency")
    judged = [texts_of([9] * 3)]
    design = design_evaluation(rules, judged)
    (first, *_) = deal_out({"f": design}, {"f": rules}, ["ann", "bob", "cid"])
    shown = ShownTexts(design, judged, protocol_by_rules(rules), rules=rules, specification="no_case+no_punc")
    assert all("猫" not in output.text for output in shown.screen(first.assignment).outputs)
    assert without_scripts("plain", {"CJK"}) == "plain"


@pytest.fixture
def offline(tmp_path: Path) -> tuple[tuple[Judgment, ...], tuple[Path, ...]]:
    rules = rules_of("iwslt2005", "fluency")
    judged = [texts_of([9] * 4)]
    design = design_evaluation(rules, judged)
    planned = deal_out({"fluency": design}, {"fluency": rules}, ["ann", "bob", "cid"])
    plan = planned_judgments(planned, {"fluency": design})
    shown = ShownTexts(design, judged, protocol_by_rules(rules), rules=rules)
    folders = write_packages(plan, [shown.screen(each.assignment) for each in planned], tmp_path / "out")
    write_plan(plan, tmp_path / "plan.jsonl")
    return read_judgments(tmp_path / "plan.jsonl"), folders


def answer(folder: Path, change: Callable[..., Any] = lambda rows: rows) -> Path:
    path = folder / "answers.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row |= {"answer": [1, 2, 3], "shown_at": "2026-01-01T10:00:00", "sent_at": "2026-01-01T10:00:20"}
    path.write_text("".join(json.dumps(row) + "\n" for row in change(rows)), encoding="utf-8")
    return path


def test_packages_name_no_system_and_answers_come_back_as_judgments(
    offline: tuple[tuple[Judgment, ...], tuple[Path, ...]],
) -> None:
    plan, folders = offline
    for folder in folders:
        text = (folder / "screens.json").read_text(encoding="utf-8")
        assert '"system"' not in text
        assert [output["label"] for output in json.loads(text)[0]["outputs"]] == ["A", "B", "C"]
    judgments, missing = collect_answers(plan, [answer(folder) for folder in folders])
    assert missing == 0
    assert [each.id for each in judgments] == [each.id for each in plan]
    assert all(each.systems == planned.systems for each, planned in zip(judgments, plan, strict=True))
    assert {each.seconds for each in judgments} == {20.0}


def test_screens_without_an_answer_wait(offline: tuple[tuple[Judgment, ...], tuple[Path, ...]]) -> None:
    plan, folders = offline
    judgments, missing = collect_answers(plan, [answer(folders[0], lambda rows: rows[:2])])
    assert (len(judgments), missing) == (2, len(plan) - 2)


def test_every_answer_that_fits_no_screen_is_named(
    offline: tuple[tuple[Judgment, ...], tuple[Path, ...]],
) -> None:
    plan, folders = offline
    path = answer(folders[0], lambda rows: [rows[0], rows[0], {"screen_id": "x", "answer": 1}, {"colour": 1}])
    with path.open("a", encoding="utf-8") as file:
        file.write("no json\n")
    with pytest.raises(MistakesError) as error:
        collect_answers(plan, [path])
    assert sorted(mistake.place.line for mistake in error.value.mistakes) == [2, 3, 4, 5]


def test_documents_of_the_rulebooks_are_dealt_in_one_piece_with_their_controls() -> None:
    """WMT's annotation of error spans: whole documents, some shown again, some damaged."""
    rules = rules_of("wmt", "esa")
    design = design_evaluation(rules, [imagined_texts(4, 300)])
    assert design.by_document
    planned = deal_out({"esa": design}, {"esa": rules}, ["ann", "bob", "cid"])
    for judge in ("ann", "bob", "cid"):
        own = [each.assignment for each in planned if each.assignment.judge == judge]
        assert all(two.segment == one.segment + 1 for one, two in pairwise(own) if one.segment % 10 != 9)
        for control, share in (("repeat", rules.repeats), ("attention", rules.attention)):
            found = [each for each in own if each.control == control]
            assert len(found) % 10 == 0
            assert abs(len(found) - share * len(own)) <= 10
    balance = verify_design(design, [each.assignment for each in planned])
    assert (balance.judges_an_item, balance.duplicates) == (Spread(1, 1), 0)


def test_what_someone_leaves_of_a_document_is_planned_for_another() -> None:
    rules = rules_of("wmt", "esa", repeats=0.0, attention=0.0, batch=3)
    design = design_evaluation(rules, [imagined_texts(1, 20)])
    planned = deal_out({"esa": design}, {"esa": rules}, ["ann", "bob", "cid", "dan"], screens=14)
    assert len(planned) == 40  # the output and the hidden reference
    balance = verify_design(design, [each.assignment for each in planned])
    assert balance.judges_an_item == Spread(1, 1)


def test_batches_do_not_part_documents() -> None:
    rules = {
        name: rules_of("wmt", name, batch=3, sample=rules_of("iwslt2005", "fluency").sample) for name in ("esa", "mqm")
    }
    designs = {name: design_evaluation(each, [imagined_texts(2, 40)]) for name, each in rules.items()}
    planned = deal_out(designs, rules, ["ann"])
    own = [(each.evaluation, each.assignment.segment) for each in planned]
    assert all(two == (one[0], one[1] + 1) for one, two in pairwise(own) if one[1] % 10 != 9)
    assert {name for name, _ in own} == {"esa", "mqm"}
