"""`bakeoff compare --progress`: the tables of a campaign's page of progress from files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
RUNS = {path.stem: path for path in sorted((EXAMPLES / "runs").iterdir())}
QUICK = ("--trials", "100", "--samples", "50", "--metrics", "bleu ter")
EARLIER = ("--earlier", RUNS["dune"], RUNS["ember"])


def call(*more: str | Path, runs: tuple[str, ...] = ("basalt", "aster", "cedar")) -> tuple[str | Path, ...]:
    return ("compare", *(RUNS[name] for name in runs), "-r", EXAMPLES / "references.xml", *more, *QUICK, "--progress")


def test_earlier_systems_are_a_list_of_their_own_best_first(bakeoff: Callable[..., Any]) -> None:
    lines = bakeoff(*call(*EARLIER, "--baseline", "cedar")).out.splitlines()
    assert lines[1].split() == ["system", "BLEU", "TER", "earlier", "system", "BLEU", "TER"]
    scores = bakeoff("score", *RUNS.values(), "-r", EXAMPLES / "references.xml", "--metrics", "bleu ter")
    rows = [line.split() for line in scores.out.splitlines()]
    printed: dict[str, list[str]] = {}
    for row in rows:  # the parts of BLEU follow in a table of their own
        if row and row[0] in RUNS:
            printed.setdefault(row[0], row[1:3])
    assert [line.split() for line in lines[2:4]] == [
        ["aster", *printed["aster"], "dune", *printed["dune"]],
        ["basalt", *printed["basalt"], "ember", *printed["ember"]],
    ]
    assert "Baselines with standard deviations" in lines
    best = lines.index("Best system against baselines and earlier years")
    assert [line.split()[:3] for line in lines[best + 2 : best + 4]] == [
        ["BLEU", "aster", printed["aster"][0]],
        ["BLEU", "aster", printed["aster"][0]],
    ]
    assert "dune (earlier)" in lines[best + 2]
    assert "cedar (baseline)" in lines[best + 3]


def test_earlier_systems_are_the_last_rows_where_asked_for(bakeoff: Callable[..., Any]) -> None:
    lines = bakeoff(*call(*EARLIER, "--layout", "last")).out.splitlines()
    assert [line.split()[0] for line in lines[2:7]] == ["aster", "basalt", "cedar", "dune", "ember"]


def test_the_best_is_tested_as_without_the_option(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff(*call(*EARLIER, "--baseline", "cedar", "--format", "json")).json
    assert [(each["best"], each["against"], each["held"]) for each in found["best"]] == [
        ("aster", "earlier", "dune"),
        ("aster", "baseline", "cedar"),
    ]
    files = (RUNS["basalt"], RUNS["aster"], "-r", EXAMPLES / "references.xml", *QUICK, "--format", "json")
    plain = [
        bakeoff("compare", *files, *EARLIER).json[0],
        bakeoff("compare", RUNS["cedar"], *files, "--baseline", "cedar").json[0],
    ]
    for each, comparison in zip(found["best"], plain, strict=True):
        (pair,) = [pair for pair in comparison["pairs"] if pair["a"] == "aster"]
        assert {name: each[name] for name in ("difference", "p", "p_corrected", "significant")} == {
            name: pair[name] for name in ("difference", "p", "p_corrected", "significant")
        }
    lists = found["lists"]
    assert {name: [system["name"] for system in systems] for name, systems in lists.items()} == {
        "this_year": ["aster", "basalt"], "earlier": ["dune", "ember"], "baseline": ["cedar"],
    }  # fmt: skip


def test_programs_get_a_row_for_each_score(bakeoff: Callable[..., Any]) -> None:
    rows = bakeoff(*call(*EARLIER, "--baseline", "cedar", "--format", "tsv")).out.splitlines()
    assert rows[0].split("\t") == ["list", "system", "metric", "value", "sd", "words", "errors"]
    assert [row.split("\t")[:3] for row in rows[1:]] == [
        [which, system, metric]
        for which, system in (
            ("this year", "aster"),
            ("this year", "basalt"),
            ("earlier", "dune"),
            ("earlier", "ember"),
            ("baseline", "cedar"),
        )
        for metric in ("bleu", "ter")
    ]


def test_groups_have_tables_of_their_own(bakeoff: Callable[..., Any]) -> None:
    more = (*EARLIER, "-s", EXAMPLES / "source.xml", "--by", "genre")
    titles = [line for line in bakeoff(*call(*more)).out.splitlines() if line.endswith(" segments")]
    assert [title.split(", ")[:2] for title in titles] == [
        ["case+punc", "40 segments"], ["case+punc", "genre=nw"], ["case+punc", "genre=wb"],
    ]  # fmt: skip
    rows = bakeoff(*call(*more, "--format", "csv")).out.splitlines()
    assert {row.split(",")[0] for row in rows[1:]} == {"all", "genre=nw", "genre=wb"}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([], "--progress compares with what was there before: name runs by --earlier, or a --baseline."),
        ([*EARLIER, "--segments"], "give --progress or --segments, not both"),
        (["--baseline", "nobody"], "expected one of the systems"),
    ],
)
def test_calls_that_make_no_sense_are_refused(more: list[Any], message: str, bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(*call(*more))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_only_held_systems_are_refused(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(*call(*EARLIER, "--baseline", "cedar", runs=("cedar",)))
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected systems of this year, found only earlier systems and a baseline" in outcome.err
