"""Who gets what: own systems hidden, choices kept, evaluations that continue, plans that are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval import deal_out, design_evaluation, imagined_texts, planned_judgments
from bakeoff.human_eval.designs.balance import Spread, verify_design
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool, join_pools
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation


def rules_of(rulebook: str, name: str, **changes: Any) -> HumanEvaluation:
    return read_rulebook(rulebook).human[name].model_copy(update=changes)


def texts(language_pair: str, test_set: str = "news", *, systems: int = 3, segments: int = 40) -> JudgedTexts:
    found = imagined_texts(systems, segments)
    return JudgedTexts(language_pair=language_pair, test_set=test_set, texts=found.texts)


def joined(rules: HumanEvaluation) -> Design:
    pools = [texts(pair) for pair in ("de-en", "fr-en")]
    return design_evaluation(rules, pools)


def test_own_systems_are_hidden_in_every_direction() -> None:
    rules = rules_of("wmt2008", "all-english")
    design = joined(rules)
    hidden = {"ann": ["system1"], "bob": ["fr-en/system2"]}
    planned = deal_out({"all": design}, {"all": rules}, ["ann", "bob"], excluded=hidden)
    seen = {
        judge: {name for each in planned if each.assignment.judge == judge for name in each.assignment.systems}
        for judge in ("ann", "bob")
    }
    assert seen["ann"] == set(design.pools[0].systems) - {"de-en/system1", "fr-en/system1"}
    assert seen["bob"] == set(design.pools[0].systems) - {"fr-en/system2"}
    screens = [each.assignment for each in planned]
    assert verify_design(design, screens, excluded=hidden).own == 0
    assert verify_design(design, screens, excluded={"bob": ["system1"]}).own > 0


def test_a_system_that_only_looks_joined_is_not() -> None:
    pool = Pool(language_pair="de-en", test_set="t", segments=(("d", "1"),), systems=("lab/primary", "primary"))
    assert pool.named(["primary"]) == {"primary"}
    assert join_pools([pool], language_pair="en").named(["primary"]) == {"de-en/primary"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"excluded": {"ann": ["sytem1"]}}, "a system that is judged.*Did you mean system1"),
        ({"excluded": {"anne": ["system1"]}}, "one of the judges.*Did you mean ann"),
        ({"chosen": {"ann": ["de-em"]}}, "a language pair or test set that is judged.*Did you mean de-en"),
        ({"chosen": {"eve": ["de-en"]}}, "one of the judges"),
    ],
)
def test_unknown_names_are_refused(options: dict[str, Any], message: str) -> None:
    rules = rules_of("wmt2008", "ranking")
    design = design_evaluation(rules, [texts("de-en"), texts("fr-en")])
    with pytest.raises(InputError, match=message):
        deal_out({"r": design}, {"r": rules}, ["ann", "bob"], **options)


def test_judges_get_what_they_chose() -> None:
    rules = rules_of("wmt2008", "ranking")
    sets = [texts(pair, name) for pair in ("de-en", "fr-en") for name in ("news", "europarl")]
    design = design_evaluation(rules, sets)
    planned = deal_out(
        {"r": design},
        {"r": rules},
        ["ann", "bob", "cid"],
        screens=30,
        chosen={"ann": ["de-en"], "bob": ["fr-en", "europarl"]},
    )
    got = {
        judge: {
            (pool.language_pair, pool.test_set)
            for each in planned
            if each.assignment.judge == judge
            for pool in [design.pools[each.assignment.pool]]
        }
        for judge in ("ann", "bob", "cid")
    }
    assert got["ann"] == {("de-en", "news"), ("de-en", "europarl")}
    assert got["bob"] == {("fr-en", "europarl")}
    assert len(got["cid"]) == 4
    fixed = rules.model_copy(update={"free_choice": False})
    with pytest.raises(InputError, match="in which judges choose"):
        deal_out({"r": design}, {"r": fixed}, ["ann"], chosen={"ann": ["de-en"]})


def test_an_evaluation_goes_on_where_it_stopped() -> None:
    rules = rules_of("wmt2008", "ranking", judgments=2, repeats=0.1)
    design = design_evaluation(rules, [imagined_texts(6, 60)])
    judges = ["ann", "bob", "cid"]
    first = deal_out({"r": design}, {"r": rules}, judges, screens=20)
    answered = [replace(each, answer=[1, 2, 3, 4, 5]) for each in planned_judgments(first, {"r": design})][:50]
    second = deal_out({"r": design}, {"r": rules}, judges, judged=answered)
    screens = [each.assignment for each in (*first[:50], *second)]
    assert len({(each.judge, each.position) for each in screens}) == len(screens)
    balance = verify_design(design, screens)
    assert (balance.duplicates, balance.missing) == (0, 0)
    stray = replace(answered[0], segment="elsewhere")
    with pytest.raises(MistakesError, match="segments and systems that are planned"):
        deal_out({"r": design}, {"r": rules}, judges, judged=[stray])


def test_what_a_plan_lacks_is_counted() -> None:
    rules = rules_of("wmt2008", "ranking", judgments=3)
    design = design_evaluation(rules, [imagined_texts(8, 300)], seed=7)
    planned = deal_out({"r": design}, {"r": rules}, ["ann", "bob"], screens=100, seed=7)
    balance = verify_design(design, [each.assignment for each in planned])
    assert balance.missing == 900 - (balance.screens - balance.controls["repeat"])
    assert balance.nearest is not None
    assert balance.nearest >= design.gap
    assert balance.common == pytest.approx(0.4, abs=0.05)
    assert balance.seed == 7
    assert {each.seed for each in planned_judgments(planned, {"r": design})} == {7}


def test_the_rulebook_has_the_most_informative_pairs_judged() -> None:
    """Where each pair has a pool of its own, what is known already decides which pairs come next."""
    rules = rules_of("iwslt2012", "olympics-ranking", choice="most-informative", judgments=3)
    design = design_evaluation(rules, [imagined_texts(6, 400)])
    assert (design.choice, len(design.pools)) == ("most-informative", 15)
    judges = [f"judge{n}" for n in range(6)]

    def plan(judged: Sequence[Judgment] = ()) -> Any:
        return deal_out({"r": design}, {"r": rules}, judges, screens=60, judged=judged)

    def apart(planned: Any) -> float:
        ranks = [sorted(int(name[-1]) for name in each.assignment.systems) for each in planned]
        return float(np.mean([high - low for low, high in ranks]))

    first = plan()
    told = []
    for each in planned_judgments(first, {"r": design}):
        one, two = (int(name[-1]) for name in each.systems)
        told.append(replace(each, answer="first" if one < two else "second"))
    balance = verify_design(design, [each.assignment for each in first])
    assert balance.duplicates == 0
    assert apart(plan(told)) < apart(first) - 0.3


def test_a_dealer_that_is_told_again_knows_as_much() -> None:
    world, asking = World(systems=5, spread=3.0), Asking(segments=60, judgments=2, choice="most-informative")
    found = simulate_evaluation(find_protocol("ranking"), world, asking, rng=np.random.default_rng(5))
    dealers = [Dealer(found.design), Dealer(found.design)]
    for part in (found.judgments[:40], found.judgments[40:]):
        dealers[0].ratings.learn(find_protocol("ranking").preferences(part, of="systems"))
    dealers[1].ratings.learn(find_protocol("ranking").preferences(found.judgments, of="systems"))
    means = [[each.ratings.of(0).mean(name) for name in world.names] for each in dealers]
    assert means[0] == means[1]
    assert sorted(range(5), key=lambda place: -means[0][place]) == list(range(5))


def test_grades_tell_which_systems_are_near() -> None:
    """A system is rated apart in each language pair; damaged outputs tell nothing."""
    pools = tuple(
        Pool(language_pair=pair, test_set="t", segments=(("d", "1"), ("d", "2")), systems=("a", "b"))
        for pair in ("de-en", "fr-en")
    )
    dealer = Dealer(Design(name="e", protocol="fluency", pools=pools, shown=None))
    (judgment,) = planned_judgments(
        deal_out(
            {"e": dealer.design},
            {"e": rules_of("iwslt2005", "fluency", judgments=1)},
            ["ann"],
            screens=1,
        ),
        {"e": dealer.design},
    )
    graded = replace(judgment, language_pair="de-en", systems=("a", "b"), answer=[3, 1])
    damaged = replace(graded, id="2", control="attention", damaged=("a",), answer=[0, 4])
    dealer.ratings.learn(find_protocol("fluency").grades([graded, damaged]))
    assert dealer.ratings.of(0).mean("a") > 0 > dealer.ratings.of(0).mean("b")
    assert dealer.ratings.of(1).mean("a") == 0


def test_simulated_pairs_are_chosen_by_what_was_answered() -> None:
    world = World(systems=6, spread=4.0, judges=6, noise=0.2)

    def gaps(choice: Literal["least-judged", "most-informative"]) -> Any:
        asking = Asking(segments=200, judgments=3, choice=choice)
        found = simulate_evaluation(find_protocol("pairwise"), world, asking, rng=np.random.default_rng(2))
        early = found.judgments[100:900]
        return Counter(abs(int(each.systems[0][-1]) - int(each.systems[1][-1])) for each in early)

    even, told = gaps("least-judged"), gaps("most-informative")
    assert told[1] / told.total() > even[1] / even.total() + 0.05
    assert told[5] / told.total() < even[5] / even.total()


def test_a_plan_is_complete_where_everybody_has_time() -> None:
    rules = rules_of("wmt2008", "ranking", judgments=2)
    design = design_evaluation(rules, [imagined_texts(4, 30)])
    planned = deal_out({"r": design}, {"r": rules}, ["ann", "bob", "cid"])
    balance = verify_design(design, [each.assignment for each in planned])
    assert balance.missing == 0
    assert balance.judges_an_item.least >= 2
    assert balance.own == 0
    assert isinstance(balance.judges_an_item, Spread)
