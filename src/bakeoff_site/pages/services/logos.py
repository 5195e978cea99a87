"""Organisers give a campaign a logo."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.storage.files import keep
from bakeoff_site.pages.conversions.pictures import drawn_again
from bakeoff_site.pages.models import Logo


def set_logo(campaign: Campaign, content: bytes, *, by: User) -> Logo:
    """Keeps the picture drawn again; nothing of the uploaded file is ever sent to anybody."""
    picture = drawn_again(content)
    kept = keep([picture.content])
    with transaction.atomic():
        campaign = lock_open_campaign(campaign.pk)
        values = {
            "sha256": kept.sha256,
            "size": kept.size,
            "width": picture.width,
            "height": picture.height,
            "uploaded_by": by,
        }
        logo, _ = Logo.objects.update_or_create(campaign=campaign, defaults=values)
        record("logo.set", actor=by, campaign=campaign, subject=campaign.title, sha256=kept.sha256)
    return logo


def remove_logo(campaign: Campaign, *, by: User) -> None:
    with transaction.atomic():
        campaign = lock_open_campaign(campaign.pk)
        removed, _ = Logo.objects.filter(campaign=campaign).delete()
        if removed:
            record("logo.remove", actor=by, campaign=campaign, subject=campaign.title)
