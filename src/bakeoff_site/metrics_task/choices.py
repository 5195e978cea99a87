"""Coefficients by which kinds of judgment are compared."""

from __future__ import annotations

from typing import Literal, get_args

KindCoefficient = Literal["spearman", "pearson", "kendall"]
"""The first is the usual one."""
COEFFICIENTS: dict[KindCoefficient, str] = dict(
    zip(get_args(KindCoefficient), ("Spearman’s rho", "Pearson’s r", "Kendall’s tau-b"), strict=True)
)
"""What people call them."""
