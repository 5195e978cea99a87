"""The order in which a rulebook names things is that of every table, whichever database keeps it."""

from __future__ import annotations

from bakeoff.rulebook import read_rulebook
from bakeoff_site.campaigns.models import Campaign
from tests.site.conftest import RULEBOOK


def test_a_stored_rulebook_keeps_the_order_of_its_tables(campaign: Campaign) -> None:
    stored, written = Campaign.objects.get(pk=campaign.pk).rules, read_rulebook(RULEBOOK)
    for chapter in ("test_sets", "phases", "tracks", "language_pairs", "conditions"):
        assert list(getattr(stored, chapter)) == list(getattr(written, chapter))
