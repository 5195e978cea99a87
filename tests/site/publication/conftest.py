"""A campaign whose runs are scored."""

from __future__ import annotations

from tests.site.results.conftest import page_of, rivals, runs

__all__ = ["page_of", "rivals", "runs"]
