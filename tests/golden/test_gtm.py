"""What GTM 1.4 printed for WMT22 de-en, Online-B, beyond the figures that stand with the golden texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.evaluation import score_texts


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.mark.parametrize(
    ("references", "specification", "printed"),
    [
        # gtm -t -e E hyp ref.A: the words as they stand
        ("A", "raw", (0.5887388361815878, 0.3302502123755715, 0.2918136768109457)),
        # gtm -t -e E hyp.tok ref.A.tok: 13a tokens, cased
        ("A", "case+punc", (0.652659350223709, 0.3460567981625792, 0.3026907656001407)),
        # gtm -t -e E hyp ref.A ref.B
        ("AB", "raw", (0.7604702424687729, 0.4146117123305593, 0.36497615354040136)),
    ],
)
def test_exponents_1_to_3_against_gtm(
    data: Path, references: str, specification: str, printed: tuple[float, ...]
) -> None:
    folder = data / "golden" / "wmt22-de-en"
    hypothesis = lines(folder / "hyp.Online-B.txt")
    texts = [lines(folder / f"ref.{name}.txt") for name in references]
    expressions = [f"gtm:exponent={exponent}" for exponent in (1, 2, 3)]
    scores = score_texts(hypothesis, texts, metrics=expressions, specification=specification)
    assert list(scores.values()) == pytest.approx([100 * figure for figure in printed], rel=1e-12)
