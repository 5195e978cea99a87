"""Campaigns of shipped rulebooks, run through the API as in `tests.site.five_campaigns`."""

from __future__ import annotations

from tests.site.five_campaigns.conftest import _full_allowance, _own_folder, open_campaign

__all__ = ["_full_allowance", "_own_folder", "open_campaign"]
