"""WMT 2012, official scores wins / (wins + losses), with expected wins and `≥ others`, from the five-way rankings.

The figures were computed from the same data by another program (the data's EXPECTED.md, where they are read); the first
column agrees with the two digits of the Findings of 2012 (Callison-Burch et al.) as far as they are known.
"""

from pathlib import Path
from typing import Any

import pytest

from bakeoff.human_eval.analyses.preferences.win_scores import better_or_equal, expected_wins, head_to_head, wins
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.reproductions.wmt_rankings import by_language_pair

FINDINGS = {  # as printed, two digits
    "Czech-English": [0.65, 0.60, 0.53, 0.53, 0.37, 0.32],
    "English-Czech": [0.66, 0.63, 0.56, 0.56, 0.54, 0.53, 0.53, 0.48, 0.46, 0.44, 0.44, 0.36, 0.32],
}


def expected(path: Path, pair: str) -> dict[str, tuple[Any, ...]]:
    section = path.read_text(encoding="utf-8").split(f"\n{pair}: system,")[1].split("\n\n")[0]
    rows = [line.split() for line in section.splitlines()[1:]]
    return {name: (*shares, int(count)) for name, *shares, count in rows}


@pytest.mark.parametrize("pair", ["Czech-English", "English-Czech", "German-English", "English-German"])
def test_scores_are_those_of_the_other_program_to_three_digits(data: Path, pair: str) -> None:
    folder = data / "wmt12-ranking-cs-de"
    judgments = by_language_pair(folder / "wmt12.RNK_results.csv.gz")[pair]
    table = head_to_head(find_protocol("ranking").preferences(judgments))
    columns = (wins(table), expected_wins(table), better_or_equal(table))
    found = {
        name: (*(f"{column[at]:.3f}" for column in columns), int(table.judgments[at].sum()))
        for at, name in enumerate(table.systems)
    }
    assert found == expected(folder / "EXPECTED.md", pair)
    if pair in FINDINGS:
        assert sorted((round(float(score), 2) for score in columns[0]), reverse=True) == FINDINGS[pair]
