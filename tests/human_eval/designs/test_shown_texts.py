"""What judges see: no screen of any protocol and design holds a text that its protocol does not show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import CONTROLS, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval import (
    HumanAnalysis,
    JudgedTexts,
    ShownTexts,
    analyse_judgments,
    deal_out,
    design_evaluation,
    planned_judgments,
    protocol_by_rules,
)
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.planned_screens import PlannedScreen
from bakeoff.human_eval.designs.screens.hands import hands_of
from bakeoff.human_eval.designs.screens.judged_screens import assignments_of
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.human_eval.protocols.screens import Screen, screen_json
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation, Sample
from tests.depth import cases

DOCUMENTS, LENGTH = 3, 4
SYSTEMS = ("aster", "basalt", "cedar")
REFERENCE = "reference"
SHOWN_BY_PROTOCOL: dict[str, set[str]] = {
    "adequacy": {"source"},
    "constituent_acceptability": {"source", "reference"},
    "constituent_ranking": {"source", "reference"},
    "dialog": {"source", "reference", "history"},
    "direct": {"source"},
    "error_spans": {"source", "document"},
    "esa": {"source", "document"},
    "fluency": set(),
    "meaning": {"source"},
    "pairwise": {"source", "reference"},
    "post_editing": {"source", "document"},
    "ranking": {"source", "reference"},
}
"""What each protocol shows besides the outputs where the rulebook says nothing."""

Text = tuple[str, int]
"""Whose text, and of which segment."""


def words(whose: str, segment: int) -> str:
    return " ".join(f"§{whose}/{segment}/{number}" for number in range(4))


def column(whose: str) -> tuple[str, ...]:
    return tuple(words(whose, segment) for segment in range(DOCUMENTS * LENGTH))


def judged_texts(language_pair: str = "de-en", *, references: int = 1) -> JudgedTexts:
    """Texts whose words say whose they are; systems appear under a number, as their names must not be on a screen."""
    segments = [Segment(str(number), "") for number in range(DOCUMENTS * LENGTH)]
    documents = [Document(f"d{n}", tuple(segments[n * LENGTH : (n + 1) * LENGTH])) for n in range(DOCUMENTS)]
    return JudgedTexts(
        language_pair=language_pair,
        test_set="test",
        texts=AlignedTexts(
            documents=tuple(document for document in documents for _ in range(LENGTH)),
            segment_ids=tuple(segment.id for segment in segments),
            references=tuple(column(f"{language_pair}.ref{number}") for number in range(references)),
            runs=tuple(column(f"{language_pair}.out{number}") for number in range(len(SYSTEMS))),
            systems=SYSTEMS,
            source=column(f"{language_pair}.source"),
        ),
    )


def rules_of(protocol: str, **values: Any) -> HumanEvaluation:
    return HumanEvaluation.model_validate({"id": "it", "protocol": protocol, **values})


def visible_by(rules: HumanEvaluation) -> set[str]:
    """What the rulebook says judges see, else what the protocol says."""
    usual = SHOWN_BY_PROTOCOL[rules.protocol]
    visible = usual & {"history", "document"}
    if rules.history_shown is not None:
        visible = ({"history"} & usual or {"document"}) if rules.history_shown else set()
    for name, said in (("source", rules.source_shown), ("reference", rules.reference_shown)):
        visible |= {name} if (name in usual if said is None else said) else set()
    return visible


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (found for each in value.values() for found in strings_in(each))
    elif isinstance(value, list | tuple):
        yield from (found for each in value for found in strings_in(each))


def texts_on(screen: dict[str, Any]) -> set[Text]:
    found = set()
    for text in strings_in(screen):
        for word in text.split():
            if word.startswith("§"):
                whose, segment, _ = word[1:].split("/")
                found.add((whose, int(segment)))
    return found


def owner(system: str, language_pair: str) -> tuple[str, str]:
    pair, slash, name = system.partition("/")
    return (pair, name) if slash else (language_pair, system)


def expected_texts(
    planned: PlannedScreen, design: Design, rules: HumanEvaluation, references: int
) -> tuple[set[Text], set[str]]:
    """All texts that belong on a screen; and those of whom any segment may appear, since words were replaced."""
    assignment, visible = planned.assignment, visible_by(rules)
    pool = design.pools[assignment.pool]
    here = int(pool.segments[assignment.segment][1])
    first = here - here % LENGTH
    around = set(range(first, first + LENGTH))
    segments = {here} | (
        around if "document" in visible else set(range(first, here)) if "history" in visible else set()
    )
    owners = [owner(system, pool.language_pair) for system in assignment.systems]
    names = {
        system: f"{pair}.ref0" if name == REFERENCE else f"{pair}.out{SYSTEMS.index(name)}"
        for system, (pair, name) in zip(assignment.systems, owners, strict=True)
    }
    own = segments if "document" in visible else {here}
    found = {(name, segment) for name in names.values() for segment in own}
    if design.alternating:
        hand = next(
            hand for hand in hands_of(design, assignment.pool) if (hand[assignment.segment],) == assignment.systems
        )
        called = {system: f"de-en.out{number}" for number, system in enumerate(SYSTEMS)} | {REFERENCE: "de-en.ref0"}
        found = {(called[hand[segment]], segment) for segment in own}
    if "source" in visible and len({pair for pair, _ in owners}) == 1:
        found |= {(f"{owners[0][0]}.source", segment) for segment in segments}
    if "reference" in visible:
        number = 1 if rules.reference_among else 0
        found |= {(f"{owners[0][0]}.ref{number}", segment) for segment in segments}
        for other in range(number + 1, references if rules.reference_shown == "all" else 0):
            found |= {(f"{owners[0][0]}.ref{other}", segment) for segment in segments}
    return found, {names[system] for system in assignment.damaged}


@st.composite
def evaluations(draw: st.DrawFn) -> tuple[HumanEvaluation, list[JudgedTexts], list[Judgment]]:
    # Constituents have tests of their own: what is marked in a text cannot be drawn at random.
    segments = [name for name in protocol_names() if find_protocol(name).kind != "constituent"]
    protocol = draw(st.sampled_from(segments))
    said = st.sampled_from([None, True, False])
    values: dict[str, Any] = {
        "source_shown": draw(said),
        "reference_shown": draw(st.sampled_from([None, True, False, "all"])),
        "history_shown": draw(said),
        "reference_among": draw(st.booleans()),
        "repeats": draw(st.sampled_from([0.0, 0.2])),
        "attention": draw(st.sampled_from([0.0, 0.2])),
        "common_pool": draw(st.sampled_from([0.0, 0.2])),
        "judgments": draw(st.integers(1, 2)),
    }
    usual = find_protocol(protocol)
    if usual.alternates:  # nobody gets a segment twice
        values |= {"repeats": 0.0, "attention": 0.0, "common_pool": 0.0}
    mixed = not usual.alternates and draw(st.booleans())
    values["mixed_sources"] = mixed
    if usual.shown != 1 and not usual.majority:
        values["shown"] = draw(st.sampled_from([2, 3, "all"]))
    references = draw(st.integers(2, 3))
    judged = [judged_texts(pair, references=references) for pair in (("de-en", "fr-en") if mixed else ("de-en",))]
    gold = []
    if not mixed and not usual.alternates and draw(st.booleans()):
        values["gold"] = 0.2
        systems = SYSTEMS[:1] if usual.shown == 1 else SYSTEMS[:2]
        answer = usual.imagine([0.0] * len(systems), np.random.default_rng(1))
        gold = [
            Judgment(id=str(n), protocol=protocol, judge="x", segment=str(n), systems=systems, answer=answer)
            for n in range(0, DOCUMENTS * LENGTH, 2)
        ]
    return rules_of(protocol, **{name: value for name, value in values.items() if value is not None}), judged, gold


def test_every_protocol_says_in_the_table_what_it_shows() -> None:
    assert set(protocol_names()) == set(SHOWN_BY_PROTOCOL)


@settings(deadline=None, max_examples=cases(150))
@given(evaluations())
def test_no_screen_holds_a_text_that_its_protocol_does_not_show(
    evaluation: tuple[HumanEvaluation, list[JudgedTexts], list[Judgment]],
) -> None:
    rules, judged, gold = evaluation
    design = design_evaluation(rules, judged, gold=gold)
    shown = ShownTexts(design, judged, protocol_by_rules(rules))
    planned = deal_out({"it": design}, {"it": rules}, ["ann", "bob"], excluded={"bob": [SYSTEMS[0]]})
    assert planned
    for each in planned:
        screen = screen_json("it", shown.screen(each.assignment))
        found = texts_on(screen)
        expected, damaged = expected_texts(each, design, rules, len(judged[0].texts.references))
        assert {text for text in found if text[0] not in damaged} <= expected
        assert expected <= found
        assert not any(name in json.dumps(screen) for name in (*SYSTEMS, f"/{REFERENCE}"))


@settings(deadline=None, max_examples=cases(150))
@given(evaluations(), st.booleans())
def test_no_screen_names_a_system_a_control_or_a_known_answer(
    evaluation: tuple[HumanEvaluation, list[JudgedTexts], list[Judgment]], identical: bool
) -> None:
    """What the judge's browser gets is the same whether a screen is ordinary, a repeat, gold or an attention item."""
    rules, judged, gold = evaluation
    if identical:
        judged = [with_outputs(each, *([column("same")] * len(SYSTEMS))) for each in judged]
    design = design_evaluation(rules, judged, gold=gold)
    shown = ShownTexts(design, judged, protocol_by_rules(rules), rules=rules)
    keys: set[tuple[str, ...]] = set()
    for each in deal_out({"it": design}, {"it": rules}, ["ann", "bob"]):
        screen = shown.screen(each.assignment)
        assert [name for output in screen.outputs for name in output.systems] != []
        assert shown.systems_shown(each.assignment) == screen.systems
        assert sorted(name for output in screen.outputs for name in output.systems) == sorted(each.assignment.systems)
        found = screen_json("it", screen)
        keys.add(tuple(found))
        written = json.dumps(found | {"outputs": [], "before": [], "after": [], "instructions": ""}).casefold()
        assert not [name for name in (*SYSTEMS, *filter(None, CONTROLS), "damaged") if name in written]
        assert not [name for name in (*SYSTEMS, f"/{REFERENCE}") if name in json.dumps(found)]
        assert all(output.keys() == {"label", "text", "is_empty"} for output in found["outputs"])
    assert len(keys) == 1


def with_outputs(judged: JudgedTexts, *runs: tuple[str, ...], **values: Any) -> JudgedTexts:
    return replace(judged, texts=replace(judged.texts, runs=runs, **values))


def screens_of(rules: HumanEvaluation, judged: JudgedTexts, **values: Any) -> dict[int, Screen]:
    """The first screen of each segment."""
    design = design_evaluation(rules, [judged])
    shown = ShownTexts(design, [judged], protocol_by_rules(rules), rules=rules, **values)
    planned = deal_out({"it": design}, {"it": rules}, ["ann"])
    return {each.assignment.segment: shown.screen(each.assignment) for each in planned}


def test_identical_outputs_are_shown_once_in_the_place_of_the_first() -> None:
    same, other = column("same"), column("other")
    judged = with_outputs(judged_texts(), same, other, same)
    rules = rules_of("fluency")
    design = design_evaluation(rules, [judged])
    shown = ShownTexts(design, [judged], protocol_by_rules(rules))
    for order in permutations(SYSTEMS):
        screen = shown.screen(Assignment(judge="ann", position=0, pool=0, segment=2, systems=order))
        names = ["basalt" if name == "basalt" else "aster,cedar" for name in order]
        assert list(screen.systems) == list(dict.fromkeys(names))
        texts = {"basalt": other[2], "aster,cedar": same[2]}
        assert screen.texts == tuple(texts[name] for name in screen.systems)


def test_outputs_are_identical_as_they_are_shown() -> None:
    """After the specification: `Tea.` and `tea` are the same to a judge who sees neither case nor punctuation."""
    size = DOCUMENTS * LENGTH
    judged = with_outputs(judged_texts(), ("Tea.",) * size, ("tea",) * size, ("the tea",) * size)
    rules = rules_of("fluency", after_specification=True)
    systems = {screen.systems for screen in screens_of(rules, judged).values()}
    assert {len(names) for names in systems} == {3}
    merged = screens_of(rules, judged, specification="no_case+no_punc").values()
    assert {frozenset(screen.systems) for screen in merged} == {frozenset({"aster,basalt", "cedar"})}
    assert design_evaluation(rules, [judged]).identical == {}
    found = design_evaluation(rules, [judged], specification="no_case+no_punc").identical
    assert found == {(0, segment): (("aster", "basalt"),) for segment in range(size)}


def test_a_damaged_output_is_never_merged_with_another() -> None:
    same = column("same")
    judged = with_outputs(judged_texts(), same, same, same)
    rules = rules_of("ranking")
    design = design_evaluation(rules, [judged])
    shown = ShownTexts(design, [judged], protocol_by_rules(rules))
    assignment = Assignment(
        judge="ann", position=0, pool=0, segment=1, systems=SYSTEMS, control="attention", damaged=("basalt",)
    )
    screen = shown.screen(assignment)
    assert screen.systems == ("aster,cedar", "basalt")
    assert screen.texts[0] == same[1] != screen.texts[1]
    assert not screen.all_identical
    assert shown.screen(replace(assignment, control="", damaged=())).all_identical


def test_documents_are_shown_as_one_only_where_they_are_the_same_from_start_to_end() -> None:
    first, second = column("same"), (*column("same")[:-1], "another end")
    judged = with_outputs(judged_texts(), first, second, column("other"))
    rules = rules_of("ranking", history_shown=True)
    found = screens_of(rules, judged)
    sizes = {segment: len(screen.outputs) for segment, screen in found.items()}
    assert sizes == {segment: 3 if segment >= 2 * LENGTH else 2 for segment in range(DOCUMENTS * LENGTH)}
    for screen in found.values():
        assert {len(row.outputs) for row in (*screen.before, *screen.after)} == {len(screen.outputs)}
    groups = design_evaluation(rules, [judged]).identical
    assert set(groups) == {(0, segment) for segment in range(2 * LENGTH)}
    assert set(groups.values()) == {(("aster", "basalt"),)}


@pytest.mark.parametrize(("protocol", "by_segment"), [("direct", True), ("esa", False), ("dialog", False)])
def test_a_design_knows_what_is_identical_where_screens_show_one_output(protocol: str, by_segment: bool) -> None:
    """Judges get documents of one system complete: only documents that are the same are asked once."""
    first, second = column("same"), (*column("same")[:-1], "another end")
    judged = with_outputs(judged_texts(), first, second, column("other"))
    design = design_evaluation(rules_of(protocol, shown=1), [judged])
    last = DOCUMENTS * LENGTH - 1 if by_segment else (DOCUMENTS - 1) * LENGTH
    assert design.identical == {(0, segment): (("aster", "basalt"),) for segment in range(last)}


def test_an_output_that_systems_share_can_be_dealt_as_one() -> None:
    judged = with_outputs(judged_texts(), column("same"), column("same"), column("other"))
    rules = rules_of("direct")
    design = design_evaluation(rules, [judged])
    shown = ShownTexts(design, [judged], protocol_by_rules(rules))
    assignment = Assignment(judge="ann", position=0, pool=0, segment=3, systems=("basalt", "aster"))
    screen = shown.screen(assignment)
    assert (screen.systems, screen.texts) == (("aster,basalt",), (words("same", 3),))
    damaged = shown.screen(replace(assignment, control="attention", damaged=("basalt", "aster")))
    assert damaged.systems == screen.systems
    assert damaged.texts != screen.texts


def test_an_evaluation_goes_on_from_answers_to_outputs_that_systems_share() -> None:
    judged = with_outputs(judged_texts(), column("same"), column("same"), column("other"))
    rules = rules_of("direct", judgments=2, attention=0.2)
    designs = {"it": design_evaluation(rules, [judged])}
    shown = {"it": ShownTexts(designs["it"], [judged], protocol_by_rules(rules))}
    planned = deal_out(designs, {"it": rules}, ["ann", "bob"])
    plan = planned_judgments(planned, designs, shown=shown, campaign="autumn")
    assert {each.systems for each in plan} == {("aster,basalt",), ("cedar",)}
    assert {(each.campaign, each.evaluation) for each in plan} == {("autumn", "it")}
    assert {each.damaged for each in plan if each.control == "attention"} <= {("aster,basalt",), ("cedar",)}
    assert Counter(each.systems for each in plan if not each.control) == {
        ("aster,basalt",): 2 * DOCUMENTS * LENGTH,
        ("cedar",): 2 * DOCUMENTS * LENGTH,
    }
    answered = [replace(each, answer=50) for each in plan]
    dealt = assignments_of(designs["it"], answered)
    assert {each.systems for each in dealt} == {("aster", "basalt"), ("cedar",)}
    half = [each for each in answered if each.judge == "ann"]
    rest = deal_out(designs, {"it": rules}, ["ann", "bob"], judged=half)
    assert {each.assignment.judge for each in rest if not each.assignment.control} == {"bob"}
    assert len([each for each in rest if not each.assignment.control]) == 2 * DOCUMENTS * LENGTH
    (ranking,) = analyse_judgments(answered, analysis=HumanAnalysis(interval="none")).rankings
    assert {each.system for each in ranking.systems} == set(SYSTEMS)


def test_a_system_that_repeats_the_hidden_reference_shares_its_place() -> None:
    judged = judged_texts()
    judged = with_outputs(judged, judged.texts.references[0], *judged.texts.runs[1:])
    found = screens_of(rules_of("fluency", reference_among=True), judged)
    assert {frozenset(screen.systems) for screen in found.values()} == {
        frozenset({"aster,reference", "basalt", "cedar"})
    }


def test_empty_outputs_are_shown_as_one_that_is_empty() -> None:
    size = DOCUMENTS * LENGTH
    judged = with_outputs(judged_texts(), ("",) * size, column("other"), ("",) * size)
    for screen in screens_of(rules_of("fluency"), judged).values():
        assert {output.system: output.is_empty for output in screen.outputs} == {"aster,cedar": True, "basalt": False}


def test_the_same_output_from_two_languages_still_has_no_source() -> None:
    judged = [with_outputs(judged_texts(pair), *[column("same")] * 3) for pair in ("de-en", "fr-en")]
    rules = rules_of("ranking", mixed_sources=True)
    design = design_evaluation(rules, judged)
    shown = ShownTexts(design, judged, protocol_by_rules(rules))
    both = Assignment(judge="ann", position=0, pool=0, segment=0, systems=("de-en/aster", "fr-en/aster"))
    screen = shown.screen(both)
    assert (screen.systems, screen.source, screen.source_language) == (("de-en/aster,fr-en/aster",), None, "")
    one = shown.screen(replace(both, systems=("fr-en/aster", "fr-en/cedar")))
    assert (one.source, one.source_language, one.target_language) == (words("fr-en.source", 0), "fr", "en")


def test_all_references_are_shown_but_the_hidden_one() -> None:
    judged = judged_texts(references=3)
    for among, numbers in ((False, (0, 1, 2)), (True, (1, 2))):
        rules = rules_of("ranking", reference_shown="all", reference_among=among)
        screen = screens_of(rules, judged)[5]
        assert screen.references == tuple(words(f"de-en.ref{number}", 5) for number in numbers)


def test_a_reference_that_a_segment_lacks_is_not_shown() -> None:
    judged = judged_texts(references=2)
    texts = replace(judged.texts, missing=(frozenset({5}), frozenset()))
    screen = screens_of(rules_of("ranking", reference_shown=True), replace(judged, texts=texts))[5]
    assert screen.references == (words("de-en.ref1", 5),)


def test_dialogs_show_who_spoke_and_nothing_that_comes_later() -> None:
    judged = judged_texts()
    speakers = ("clerk", "guest")
    documents = tuple(
        replace(document, attributes={"speaker": speakers[number % 2]})
        for number, document in enumerate(judged.texts.documents)
    )
    judged = replace(judged, texts=replace(judged.texts, documents=documents))
    screen = screens_of(rules_of("dialog"), judged)[2]
    assert (screen.kind, screen.speaker, screen.after) == ("dialog-turn", "clerk", ())
    assert [(row.speaker, row.source, row.outputs) for row in screen.before] == [
        ("clerk", words("de-en.source", 0), ()),
        ("guest", words("de-en.source", 1), ()),
    ]
    assert screen_json("it", screen)["before"][1]["speaker"] == "guest"
    assert screens_of(rules_of("adequacy"), judged)[2].speaker == ""


def test_screens_know_their_languages() -> None:
    judged = judged_texts("German-pt_BR")
    screen = screens_of(rules_of("adequacy"), judged)[0]
    assert (screen.source_language, screen.target_language) == ("de", "pt-BR")
    named = replace(judged, source_language="arb", target_language="zh-Hant")
    screen = screens_of(rules_of("adequacy"), named)[0]
    assert (screen.source_language, screen.target_language) == ("arb", "zh-Hant")
    assert screens_of(rules_of("fluency"), judged)[0].labels[-1] == "Flawless Portuguese (BR)"


@pytest.mark.parametrize("name", ["esa", "mqm"])
def test_documents_show_the_own_output_before_and_after_and_never_the_hidden_reference(name: str) -> None:
    """WMT's rulebook hides a reference among the systems: seen beside the outputs it would give itself away."""
    changes = {"attention": 0.0, "repeats": 0.0, "sample": Sample()}
    rules = read_rulebook("wmt").human[name].model_copy(update=changes)
    judged = [judged_texts()]
    design = design_evaluation(rules, judged)
    shown = ShownTexts(design, judged, protocol_by_rules(rules), rules=rules)
    planned = deal_out({"it": design}, {"it": rules}, ["ann"])
    third = next(
        each.assignment for each in planned if each.assignment.segment == 2 and each.assignment.systems == ("basalt",)
    )
    screen = shown.screen(third)
    assert [(row.segment, row.source, row.references, row.outputs) for row in (*screen.before, *screen.after)] == [
        (str(segment), words("de-en.source", segment), (), (words("de-en.out1", segment),)) for segment in (0, 1, 3)
    ]
    assert [row.segment for row in screen.after] == ["3"]


def test_a_damaged_document_is_damaged_alike_on_all_its_screens() -> None:
    """What stands undamaged beside one screen would tell which one is damaged on the next."""
    rules = rules_of("esa", attention=0.3)
    judged = [judged_texts()]
    design = design_evaluation(rules, judged)
    shown = ShownTexts(design, judged, protocol_by_rules(rules))
    planned = [each.assignment for each in deal_out({"it": design}, {"it": rules}, ["ann"])]
    damaged = [each for each in planned if each.control == "attention"]
    assert len(damaged) >= LENGTH
    for each in damaged:
        own = {
            str(other.segment): shown.screen(other).outputs[0].text
            for other in damaged
            if other.systems == each.systems
        }
        screen = shown.screen(each)
        for row in (*screen.before, *screen.after):
            assert row.outputs == (own[row.segment],)
            assert row.outputs != (words(f"de-en.out{SYSTEMS.index(each.systems[0])}", int(row.segment)),)


def test_the_rulebook_shows_one_reference_and_hides_another() -> None:
    rules = rules_of("ranking", reference_among=True)
    with pytest.raises(InputError, match="a second reference, since the first is hidden among the outputs, found 1"):
        design_evaluation(rules, [judged_texts(references=1)])
    judged = [judged_texts(references=3)]
    for among, number in ((True, 1), (False, 0)):
        rules = rules_of("ranking", reference_among=among)
        design = design_evaluation(rules, judged)
        (first, *_) = deal_out({"it": design}, {"it": rules}, ["ann"])
        screen = ShownTexts(design, judged, protocol_by_rules(rules)).screen(first.assignment)
        assert screen.references == (words(f"de-en.ref{number}", first.assignment.segment),)


def test_a_system_called_reference_is_shown_with_its_own_output() -> None:
    texts = judged_texts().texts
    named = AlignedTexts(
        documents=texts.documents,
        segment_ids=texts.segment_ids,
        references=texts.references,
        runs=texts.runs[:1],
        systems=(REFERENCE,),
        source=texts.source,
    )
    judged = [JudgedTexts(language_pair="de-en", test_set="test", texts=named)]
    design = design_evaluation(rules_of("direct"), judged)
    (first, *_) = deal_out({"it": design}, {"it": rules_of("direct")}, ["ann"])
    screen = ShownTexts(design, judged, protocol_by_rules(rules_of("direct"))).screen(first.assignment)
    assert screen.outputs[0].text == words("de-en.out0", first.assignment.segment)
    with pytest.raises(InputError, match="no system called reference, since a reference is hidden"):
        design_evaluation(rules_of("direct", reference_among=True), judged)
