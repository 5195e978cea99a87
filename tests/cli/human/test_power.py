"""`bakeoff power`: the contract that scripts of others rely on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("judgments")


def test_power_of_an_effect_a_pilot_and_a_world(bakeoff: Callable[..., Any]) -> None:
    assert bakeoff("power", "--effect", 0.5, "--format", "json").json["pairs"] == 34
    assert bakeoff("power", "--wins", 0.6, "-n", 200, "--format", "json").json["power"] == pytest.approx(
        0.787, abs=5e-4
    )
    pilot = bakeoff("power", "--pilot", "direct.jsonl", "--trials", 100, "--format", "json").json
    assert len(pilot["pairs"]) == 10
    pairs = [(pair["a"], pair["b"]) for pair in pilot["pairs"]]
    order = list(dict.fromkeys(system for pair in pairs for system in pair))
    assert order[0] == "system1"
    assert pairs == list(combinations(order, 2))
    assert all(pair["difference"] >= 0 for pair in pilot["pairs"][:4])
    far = next(pair for pair in pilot["pairs"] if {pair["a"], pair["b"]} == {"system1", "system5"})
    assert far["segments"] == min(pair["segments"] or 10**6 for pair in pilot["pairs"])
    assert far["judgments"] >= 4 * far["segments"]  # two judges of each output, and repeats
    assert (far["group"], far["level"]) == ({"language_pair": "xx-yy", "test_set": "simulated"}, 0.005)
    text = bakeoff("power", "--pilot", "direct.jsonl", "--trials", 100).out
    assert "judgments needed" in text
    assert "Each pair is tested at 0.005" in text
    refused = bakeoff("power", "--effect", 0.2, "--correct", "none")
    assert (refused.code, "--correct goes with --pilot" in refused.err) == (2, True)
    plan = bakeoff(
        "power", "--protocol", "direct", "--systems", 2, "--spread", 2, "--trials", 5, "--format", "json"
    ).json
    assert plan["needed"]["separated"] >= 0.8
    for wrong in ((), ("--effect", 1, "--wins", 0.6), ("--only-first", 0.1)):
        assert bakeoff("power", *wrong).code == 2
