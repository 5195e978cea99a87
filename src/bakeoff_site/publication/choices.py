"""Whom results are published for."""

from __future__ import annotations

from typing import Literal

Audience = Literal["organisers", "participants", "public"]
"""`participants` are those to whom the rulebook releases results before everybody sees them."""
