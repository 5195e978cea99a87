"""I12, appendix B.4: shares won against all others, from the head-to-head matches on 400 segments."""

from pathlib import Path

import numpy as np

from bakeoff.formats import read_head_to_head
from bakeoff.statistics import landis_koch, share_better, share_not_worse
from tests.reproductions.appendix_b_of_i12 import B4

SYSTEMS = ("HIT", "NAIST-NICT", "KYOTO-U", "POSTECH")
MATCHES = {(a, b): (a_wins, b_wins) for a, b, a_wins, b_wins, _ in B4.matches}


def wins() -> np.ndarray:
    table = np.zeros((4, 4))
    for (a, b), (of_a, of_b) in MATCHES.items():
        i, j = SYSTEMS.index(a), SYSTEMS.index(b)
        table[i, j], table[j, i] = of_a / 100, of_b / 100
    return table


def test_better_than_others() -> None:
    assert share_better(wins()).round(4).tolist() == [0.3808, 0.3025, 0.2150, 0.0850]


def test_not_worse_than_others() -> None:
    assert share_not_worse(wins()).round(4).tolist() == [0.8642, 0.8242, 0.7242, 0.6042]


def test_a_file_of_the_matches_gives_the_same_four_rows(tmp_path: Path) -> None:
    path = tmp_path / "b4.csv"
    rows = [f"{a},{b},{of_a},{of_b}" for (a, b), (of_a, of_b) in MATCHES.items()]
    path.write_text("\n".join(["a,b,a_wins,b_wins", *rows, ""]), encoding="utf-8")
    table = read_head_to_head(path)
    order = [table.systems.index(name) for name in SYSTEMS]
    shares = np.nan_to_num(table.wins)
    assert share_better(shares)[order].round(4).tolist() == [0.3808, 0.3025, 0.2150, 0.0850]
    assert share_not_worse(shares)[order].round(4).tolist() == [0.8642, 0.8242, 0.7242, 0.6042]


def test_every_pair_has_as_many_judgments_so_that_weights_change_nothing() -> None:
    judgments = np.full((4, 4), 1200)
    assert np.allclose(share_better(wins(), judgments=judgments), share_better(wins()))


def test_matches_won() -> None:
    table = wins()
    assert (table > table.T).sum(axis=1).tolist() == [3, 2, 1, 0]


def test_agreement_is_fair() -> None:
    assert landis_koch(0.3653) == "fair"  # table 11
