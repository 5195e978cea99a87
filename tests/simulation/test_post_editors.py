"""I16's two evaluations by post-editing, simulated: dealt, edited and analysed to tables 6 to 9."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from bakeoff.human_eval import PostEditAnalysis, PostEditResult, analyse_post_edits
from bakeoff.reports import post_edit_tables, post_edits_json
from bakeoff.simulation.evaluations import Asking, World
from bakeoff.simulation.post_editors import SimulatedPostEditing, simulate_post_editing
from bakeoff.statistics import spearman

SEGMENTS = 1070
"""Of which the first 56 % are edited: 600."""
PAIRS = {"en-de": (4, True), "en-fr": (5, False)}


@cache
def simulated(pair: str) -> SimulatedPostEditing:
    systems, earlier = PAIRS[pair]
    return simulate_post_editing(
        World(systems=systems, judges=systems, spread=2.0, bias=0.6),
        Asking(segments=SEGMENTS, language_pair=pair, test_set="tst2015"),
        earlier=earlier,
        test_set_share=600 / SEGMENTS,
        rng=np.random.default_rng(16),
    )


@cache
def analysed(pair: str) -> PostEditResult:
    made = simulated(pair)
    return analyse_post_edits(
        made.judgments,
        texts={(pair, "tst2015"): made.texts},
        earlier=made.earlier,
        analysis=PostEditAnalysis(trials=1000, samples=300),
    )


@pytest.mark.parametrize("pair", PAIRS)
def test_everyone_edits_600_segments_and_as_many_of_every_system(pair: str) -> None:
    systems, _ = PAIRS[pair]
    counts = Counter((each.judge, each.systems[0]) for each in simulated(pair).judgments)
    assert len(counts) == systems**2
    assert set(counts.values()) == {600 // systems}


@pytest.mark.parametrize("pair", PAIRS)
def test_systems_come_in_the_order_of_their_true_qualities_with_five_post_edits_each(pair: str) -> None:
    group = analysed(pair).groups[0]
    quality = simulated(pair).truth.quality
    dealt = [each.system for each in group.systems if not each.earlier]
    assert dealt == sorted(dealt, key=lambda system: -quality[system])
    assert (group.segments, group.test_set_segments, group.post_edits, group.left_out) == (600, SEGMENTS, (5, 5), 0)
    for each in group.systems:
        for rate in (each.mter, each.hter, each.ter, each.test_set_ter):
            assert rate is not None
            assert rate.interval is not None
            assert rate.interval.low < rate.value < rate.interval.high
        assert each.ter is not None
        assert each.mter.value <= each.hter.value < each.ter.value
    assert group.systems[0].differs_from is not None
    assert group.systems[-1].differs_from is None
    official = [each.mter.value for each in group.systems]
    for name, found in group.correlations.items():
        others = [getattr(each, name).value for each in group.systems]
        assert found.value == pytest.approx(spearman(official, others).value)


def test_the_earlier_system_counts_with_its_own_post_edits_and_its_translator_with_nobody() -> None:
    group = analysed("en-de").groups[0]
    [earlier] = [each for each in group.systems if each.earlier]
    assert (earlier.system, earlier.segments, len(group.systems)) == ("earlier", 600, 5)
    assert [each.judge for each in group.editors] == ["judge1", "judge2", "judge3", "judge4"]
    assert all("earlier" not in each.by_system for each in group.editors)


@pytest.mark.parametrize("pair", PAIRS)
def test_effort_differs_far_more_between_translators_than_the_ter_of_what_they_got(pair: str) -> None:
    """As in tables 6 and 7: 10.68 to 42.22 against nearly equal TER."""
    editors = analysed(pair).groups[0].editors
    effort = [each.hter.value for each in editors]
    got = [each.ter.value for each in editors if each.ter is not None]
    assert max(effort) - min(effort) > 3 * (max(got) - min(got))
    assert all(each.hter.sd and each.ter and each.ter.sd for each in editors)


def test_tables_are_those_of_i16_and_json_has_all_of_them() -> None:
    result = analysed("en-de")
    [systems] = post_edit_tables(result, "systems")
    assert [column.heading for column in systems.columns if "interval" not in column.heading] == [
        "system",
        "mTER",
        "differs from",
        "HTER",
        "TER",
        "TER of the test set",
    ]
    assert len(systems.rows) == 6
    assert systems.rows[-1][0] == "rank correlation"
    assert systems.rows[-1][4] == result.groups[0].correlations["hter"].value
    [editors] = post_edit_tables(result, "editors")
    assert len(editors.rows) == 4
    assert len(post_edit_tables(result, "by-system")[0].rows) == 16
    assert len(post_edit_tables(result, "edits")[0].rows) == len(post_edit_tables(result, "effort")[0].rows) == 9
    found = post_edits_json(result)["groups"][0]
    assert found["translators"][0]["hter"]["value"] == result.groups[0].editors[0].hter.value
    assert set(found["rank_correlations"]) == {"hter", "ter", "test_set_ter"}
