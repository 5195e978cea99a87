"""Nobody judges systems of their own team, in any human evaluation of the shipped rulebooks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import JudgedTexts, design_evaluation, imagined_texts
from bakeoff.human_eval.analyses.joined_directions import DIRECTION_MARK
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation, Sample
from tests.depth import cases
from tests.human_eval.designs.screens.judging import randoms

RULEBOOKS = ("iwslt2005", "iwslt2012", "iwslt2016", "openmt2012", "wmt2008", "wmt")
SECTIONS = [
    pytest.param(each, id=f"{name}.{code}")
    for name in RULEBOOKS
    for code, each in read_rulebook(name).human.items()
    if each.protocol in protocol_names()
]
SYSTEMS = ("system1", "system2", "system3", "system4")
JUDGES = ("ann", "bob", "cid")


def with_identical_outputs(judged: JudgedTexts, rng: Random) -> JudgedTexts:
    """Some segments, or complete documents, in which systems have the output of another."""
    runs = [list(run) for run in judged.texts.runs]
    for document in set(judged.texts.documents):
        if rng.random() < 0.5:
            first, second = rng.sample(range(len(runs)), 2)
            for number, own in enumerate(judged.texts.documents):
                if own is document and (rng.random() < 0.8):
                    runs[second][number] = runs[first][number]
    return replace(judged, texts=replace(judged.texts, runs=tuple(map(tuple, runs))))


def texts_for(rules: HumanEvaluation, rng: Random) -> list[JudgedTexts]:
    pairs = ("de-en", "fr-en") if rules.mixed_sources else ("de-en",)
    return [
        with_identical_outputs(replace(imagined_texts(len(SYSTEMS), 12, language_pair=pair), test_set="news"), rng)
        for pair in pairs
    ]


def gold_of(planned: PlannedEvaluation, rng: Random) -> list[Judgment]:
    """Known answers to screens with any systems, own ones of somebody among them."""
    dealer, shown, protocol = Dealer(planned.design), planned.shown_texts(), planned.protocol
    found = []
    for number in range(4):
        dealt = dealer.next(f"expert{number}")
        if not isinstance(dealt, Assignment):
            break
        screen = shown.screen(dealt)
        if len(screen.outputs) < len(dealt.systems):
            continue  # nothing is left to compare where outputs are the same
        pool = planned.design.pools[dealt.pool]
        answer = protocol.imagine([rng.random() for _ in screen.outputs], np.random.default_rng(number))
        document, segment = pool.segments[dealt.segment]
        found.append(
            Judgment(
                id=f"gold{number}",
                protocol=planned.rules.protocol,
                judge="expert",
                language_pair=pool.language_pair,
                test_set=pool.test_set,
                document=document,
                segment=segment,
                systems=tuple(output.system for output in screen.outputs),
                answer=protocol.write(protocol.parse(answer, screen.systems, texts=screen.texts)),
            )
        )
    return found


def own_names(design: Design, pool: int, own: frozenset[str]) -> set[str]:
    return {name for name in design.pools[pool].systems if name.rpartition(DIRECTION_MARK)[2] in own}


@pytest.mark.parametrize("section", SECTIONS)
@given(rng=randoms())
@settings(max_examples=cases(8), deadline=None)
def test_own_systems_are_never_dealt(section: HumanEvaluation, rng: Random) -> None:
    shares = [0.0] if find_protocol(section.protocol).alternates else [0.0, 0.2]
    rules = section.model_copy(
        update={
            "sample": Sample(),
            "repeats": rng.choice(shares),
            "common_pool": rng.choice(shares),
            "gold": rng.choice(shares),
        }
    )
    judged = texts_for(rules, rng)
    # Who meets in a knockout depends on results; here everybody meets everybody.
    matches = list(combinations(SYSTEMS, 2)) if rules.tournament is not None else None
    design = design_evaluation(rules, judged, matches=matches)
    planned = PlannedEvaluation(rules=rules, design=design, texts=tuple(judged))
    if rules.gold:
        known = gold_of(planned, rng)
        design = design_evaluation(rules, judged, matches=matches, gold=known)
        planned = replace(planned, design=design, gold=tuple(known))
    own = {judge: frozenset(rng.sample(SYSTEMS, rng.randint(0, 3))) for judge in JUDGES}
    dealer, shown = Dealer(planned.design), planned.shown_texts()
    for _ in range(80):
        judge = rng.choice(JUDGES)
        dealt = dealer.next(judge, excluded=own[judge])
        if not isinstance(dealt, Assignment):
            continue
        hidden = own_names(planned.design, dealt.pool, own[judge])
        assert hidden.isdisjoint(dealt.systems), dealt
        on_screen = {name for output in shown.screen(dealt).outputs for name in output.system.split(",")}
        assert hidden.isdisjoint(on_screen), dealt
        if rng.random() < 0.1:
            dealer.give_back(dealt)
        else:
            dealer.answer(dealt)
