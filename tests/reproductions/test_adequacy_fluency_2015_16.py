"""Cohen's kappas of three annotators' adequacy and fluency labels of WMT 2015 and 2016 outputs.

Data: Sudoh et al. 2021, Is this translation error critical?; share of agreement and kappa computed from the labels.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval.analyses.agreement.grades import judge_kappas
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.cli.conftest import Outcome

LABELS = {"adequacy": tuple("NOCFBAS"), "fluency": tuple("FDBAS")}
EXPECTED = {
    (2015, "adequacy"): {"AB": (0.462, 0.322), "AC": (0.404, 0.262), "BC": (0.409, 0.272)},
    (2015, "fluency"): {"AB": (0.529, 0.401), "AC": (0.525, 0.401), "BC": (0.506, 0.376)},
    (2016, "adequacy"): {"AB": (0.570, 0.418), "AC": (0.437, 0.298), "BC": (0.426, 0.284)},
    (2016, "fluency"): {"AB": (0.471, 0.299), "AC": (0.516, 0.384), "BC": (0.373, 0.213)},
}


@pytest.mark.parametrize(("year", "protocol"), EXPECTED)
def test_kappas(year: int, protocol: str, data: Path) -> None:
    labels = LABELS[protocol]
    judgments = read_judgments(data / "adequacy-fluency-2015-16" / f"labels-{year}.tsv.gz")
    settings = Settings(scale=(0, len(labels) - 1), labels=labels)
    grades = find_protocol(protocol, settings).grades(each for each in judgments if each.protocol == protocol)
    assert grades is not None
    found = judge_kappas(grades)
    assert {pair.agreement.n for pair in found} == {{2015: 2000, 2016: 3360}[year]}
    assert {
        pair.first + pair.second: (round(pair.agreement.observed, 3), round(pair.agreement.value or 0, 3))
        for pair in found
    } == EXPECTED[year, protocol]


@pytest.mark.parametrize(("year", "protocol"), EXPECTED)
def test_the_command_gives_their_mean(year: int, protocol: str, data: Path, bakeoff: Callable[..., Outcome]) -> None:
    outcome = bakeoff(
        "agreement",
        data / "adequacy-fluency-2015-16" / f"labels-{year}.tsv.gz",
        *("--protocol", protocol, "--labels", ",".join(LABELS[protocol])),
        *("--measure", "cohen", "--by", "all", "--format", "json"),
    )
    ((agreement,),) = [group["agreement"] for group in outcome.json["groups"]]
    mean = sum(kappa for _, kappa in EXPECTED[year, protocol].values()) / 3
    assert agreement["value"] == pytest.approx(mean, abs=0.0005)
    assert (agreement["n"], agreement["of"]) == (3, "pairs of judges")
