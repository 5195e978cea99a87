"""WMT 2013, Czech–English: expected wins, the official score, from decided comparisons (Meteor's .rank file)."""

import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval.analyses.preferences.win_scores import expected_wins, head_to_head
from bakeoff.human_eval.protocols.registry import find_protocol

# Computed from the same file by another program. As far as is known, the Findings (Bojar et al. 2013) print .607, .582,
# .573 and .562 for the first four: .001 above.
EXPECTED = {
    "uedin-heafield-unconstrained.2596": "0.606",
    "online-B": "0.581",
    "MES:.2796": "0.572",
    "uedin-wmt13.2834": "0.561",
    "online-A": "0.547",
    "uedin-syntax.2603": "0.542",
    "cu-zeman.2710": "0.533",
    "cu-tamchyna.2875": "0.482",
    "FDA.2855": "0.458",
    "JHU.2903": "0.321",
    "Shef-wproa.2679": "0.297",
}


def test_expected_wins_to_three_digits(data: Path) -> None:
    folder = data / "wmt13-pairwise-cs-en"
    judgments = read_judgments(folder / "cs-en.rank.gz")
    assert len(judgments) == 85469
    names = dict(line.split("\t") for line in (folder / "systems.tsv").read_text(encoding="utf-8").splitlines())
    table = head_to_head(find_protocol("pairwise").preferences(judgments))
    scores = expected_wins(table)
    assert {names[name]: f"{score:.3f}" for name, score in zip(table.systems, scores, strict=True)} == EXPECTED


def test_majorities_are_of_all_answers(data: Path, bakeoff: Callable[..., Any]) -> None:
    """Every line is an answer: counted segment by segment from the file itself."""
    path = data / "wmt13-pairwise-cs-en" / "cs-en.rank.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [(row[0], row[2], row[4]) for row in map(str.split, file)]
    votes = Counter(rows)
    wins: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for segment, a, b in {(segment, *sorted(pair)) for segment, *pair in rows}:
        lead = votes[segment, a, b] - votes[segment, b, a]
        met.update([a, b])
        wins.update([a] if lead > 0 else [b] if lead < 0 else [])
    outcome = bakeoff("human", "analyse", path, "--score", "better", "--interval", "none", "--format", "json")
    (ranking,) = outcome.json["rankings"]
    assert {each["name"]: each["score"] for each in ranking["systems"]} == pytest.approx(
        {system: wins[system] / count for system, count in met.items()}
    )
    assert (ranking["votes"], ranking["unnamed"]) == (85469, 85469)
    assert sum(each["judgments"] for each in ranking["systems"]) == 2 * len({(s, *sorted(p)) for s, *p in rows})
    assert ranking["agreement"] == []
