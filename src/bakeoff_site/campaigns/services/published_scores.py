"""Organisers add and remove published scores of entered systems; the rulebook alone holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.files.published_score_edits import add_entry, remove_entry
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.core.refusals import RefusedError


def publish_scores(campaign: Campaign, entry: Mapping[str, Any], *, by: User) -> None:
    """Adds scores with their source to the rulebook; a `RulebookError` names what is wrong with them."""
    text = campaign.rulebook_text
    said = {key: value for key, value in entry.items() if value not in (None, "")}
    try:
        changed = add_entry(text, campaign.rulebook_content, said)
    except BakeoffError as error:
        raise RefusedError(str(error)) from None
    change_rulebook(campaign, changed, actor=by, version=version_of(text))


def remove_published_scores(campaign: Campaign, identity: str, *, by: User) -> None:
    """Removes scores from the rulebook."""
    text = campaign.rulebook_text
    try:
        changed = remove_entry(text, campaign.rulebook_content, identity)
    except KeyError:
        raise RefusedError("These scores are no longer in the rulebook.") from None
    except BakeoffError as error:
        raise RefusedError(str(error)) from None
    change_rulebook(campaign, changed, actor=by, version=version_of(text))
