"""I16, tables 8 and 9: Spearman correlation of the rankings by HTER and TER with the official one by mTER."""

import pytest

from bakeoff.statistics import spearman
from bakeoff.statistics.correlation.correlations import SpearmanTies

# mTER (five post-edits), HTER (own post-edit), TER on the evaluated set, TER on the whole test set
ENGLISH_GERMAN = {
    "UEDIN": (13.31, 21.72, 52.40, 52.02),
    "KIT": (14.12, 22.29, 52.97, 52.47),
    "SU-15": (14.98, 21.09, 51.15, 51.13),
    "FBK": (15.95, 25.42, 51.88, 51.56),
    "UFAL": (21.89, 28.82, 57.41, 57.08),
}
ENGLISH_FRENCH = {
    "UEDIN": (12.41, 17.89, 43.46, 44.46),
    "FBK": (12.98, 18.51, 42.72, 43.96),
    "MMT": (19.50, 25.18, 48.15, 49.46),
    "GT": (19.98, 25.29, 48.80, 49.82),
    "PJAIT-15": (21.90, 28.28, 48.09, 49.15),
}


@pytest.mark.parametrize(
    ("table", "printed"),
    [
        pytest.param(ENGLISH_GERMAN, [0.70, 0.20, 0.20], id="table 8"),
        pytest.param(ENGLISH_FRENCH, [1.00, 0.60, 0.60], id="table 9"),
    ],
)
@pytest.mark.parametrize("ties", ["none", "average"])
def test_rank_correlations_are_as_printed(
    table: dict[str, tuple[float, ...]], printed: list[float], ties: SpearmanTies
) -> None:
    official, *others = zip(*table.values(), strict=True)
    assert [round(spearman(official, other, ties=ties).value, 2) for other in others] == printed
