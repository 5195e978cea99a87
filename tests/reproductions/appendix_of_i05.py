"""The scores that I05 prints in appendix B, for the tables made from them."""

from __future__ import annotations

from pathlib import Path

METRICS = ("BLEU", "NIST", "mWER", "mPER", "GTM", "METEOR")

Row = dict[str, str]


def rows() -> list[Row]:
    """Standard evaluation of all 84 submissions (B.2–B.7) and, for English–Chinese (B.8), evaluation 1."""
    lines = (Path(__file__).parent / "i05_appendix_b.tsv").read_text(encoding="utf-8").splitlines()
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"), strict=True)) for line in lines[1:]]
