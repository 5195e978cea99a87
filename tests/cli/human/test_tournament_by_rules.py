"""`bakeoff tournament` by the rules of a campaign: from judgments, seeded by scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("own_folder")
EXAMPLES = ROOT / "examples"


@pytest.mark.usefixtures("judgments")
def test_a_tournament_from_judgments_by_the_rules_of_a_campaign(bakeoff: Callable[..., Any]) -> None:
    Path("seeds.csv").write_text("system,score\n" + "".join(f"system{n},{40 - n}\n" for n in range(1, 5)), "utf-8")
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-slt", "--seeds", "seeds.csv")
    outcome = bakeoff(*call, "--judgments", "pairs.jsonl", "--format", "json")
    assert (outcome.json["kind"], outcome.json["complete"]) == ("dskoc", True)
    assert outcome.json["ranking"][0] == "system1"
    assert all(match["p"] is not None for match in outcome.json["matches"])
    assert bakeoff("tournament", "--judgments", "pairs.jsonl").code == 2
    refused = bakeoff("tournament", "round-robin", "--judgments", "direct.jsonl")
    assert "expected judgments that compare outputs" in refused.err


def test_rulebooks_that_take_no_earlier_matches_say_so(bakeoff: Callable[..., Any]) -> None:
    Path("seeds.csv").write_text("system,score\nsystem1,3\nsystem2,2\n", "utf-8")
    Path("old.csv").write_text("a,b,a_wins,b_wins\nsystem1,system2,3,1\n", "utf-8")
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-mt-ar-en", "--seeds", "seeds.csv")
    assert "earlier campaigns" in bakeoff(*call, "--earlier", "old.csv").err


def test_a_tournament_is_seeded_by_the_metric_of_its_rulebook(bakeoff: Callable[..., Any]) -> None:
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-slt")
    runs = ("--run", EXAMPLES / "runs" / "aster.xml", "--run", EXAMPLES / "runs" / "basalt.xml",
            "-r", EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml")  # fmt: skip
    outcome = bakeoff(*call, *runs)
    assert outcome.code == 0, outcome.err
    scores = bakeoff("score", EXAMPLES / "runs" / "aster.xml", EXAMPLES / "runs" / "basalt.xml", "-r",
                     EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml", "--format", "csv")  # fmt: skip
    rows = {row["system"]: float(row["bleu"]) for row in csv.DictReader(io.StringIO(scores.out))}
    told = ", ".join(f"{system} {score:.2f}" for system, score in rows.items())
    assert f"Seeds by bleu: {told}." in outcome.err
    best = max(rows, key=rows.get)
    assert outcome.out.splitlines()[2].split()[1:] == [best, "1"]
    # A file of scores is read by the metric's column, and its direction is known.
    Path("two.csv").write_text("system,ter,bleu\na,30,20\nb,40,25\n", encoding="utf-8")
    assert bakeoff(*call, "--seeds", "two.csv").out.splitlines()[2].split()[1:] == ["b", "1"]
    text = (ROOT / "src/bakeoff/rulebook/library/iwslt2012.toml").read_text(encoding="utf-8")
    Path("ter.toml").write_text(text.replace('seeded_by = "bleu"', 'seeded_by = "ter"'), encoding="utf-8")
    by_ter = bakeoff("tournament", "--rules", "ter.toml", "--evaluation", "ted-slt", "--seeds", "two.csv")
    assert by_ter.out.splitlines()[2].split()[1:] == ["a", "1"]
    assert bakeoff("tournament", "dskoc", *runs).code == 2
