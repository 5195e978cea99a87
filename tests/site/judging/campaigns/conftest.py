"""Campaigns of shipped rulebooks, run through the API as in `tests.site.five_campaigns`."""

from __future__ import annotations

import pytest

from bakeoff_site.judging.services import plans
from tests.site.five_campaigns.conftest import _full_allowance, _own_folder, open_campaign

__all__ = ["_full_allowance", "_own_folder", "open_campaign"]


@pytest.fixture(autouse=True)
def _same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run deals the same."""
    monkeypatch.setattr(plans, "_SEEDS", 1)
