"""Campaigns are archived, taken out of the archive, and deleted while nobody has submitted."""

from __future__ import annotations

from django.apps import apps
from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, DeletedCampaign
from bakeoff_site.campaigns.selectors.archive import reasons_to_keep
from bakeoff_site.core.audit import record
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError

_PROTECTED = (
    ("datasets.Download", "data_file__campaign"),
    ("adjudication.Correction", "campaign"),
    ("combination.PackedRun", "data_file__campaign"),
    ("combination.AnonymousSystem", "campaign"),
    ("submissions.Run", "board__campaign"),
    ("submissions.Submission", "campaign"),
)
"""Rows that keep others from being deleted, in the order in which they go; all others go with the campaign."""


def set_archived(campaign: Campaign, *, actor: User, archived: bool) -> None:
    """Closes a campaign for every change, or opens it again. Waiting jobs and mails continue when it is open again."""
    with transaction.atomic():
        kept = _locked(campaign)
        if archived == (kept.archived_at is not None):
            return
        Campaign.objects.filter(pk=kept.pk).update(archived_at=timezone.now() if archived else None)
        record("campaign.archive" if archived else "campaign.unarchive", actor=actor, campaign=kept, subject=kept.title)


def delete_campaign(campaign: Campaign, *, actor: User, title: str) -> DeletedCampaign:
    """Deletes a campaign in which nobody has submitted; `title` is its title, typed to confirm it.

    Its files leave the disk when they are swept. The log stays; it also says who fetched which files.
    """
    with transaction.atomic():
        kept = _locked(campaign)
        if " ".join(title.split()) != " ".join(kept.title.split()):
            raise RefusedError(f"The campaign was not deleted: to confirm, type its title, {kept.title}.")
        if reasons := reasons_to_keep(kept):
            raise RefusedError(
                f"The campaign was not deleted, because teams have submitted ({', '.join(reasons)}). "
                "Archive it instead."
            )
        gone = DeletedCampaign.objects.create(
            slug=kept.slug, title=kept.title, created_at=kept.created_at, deleted_by=actor
        )
        teams = [team.name for team in kept.teams.order_by("pk")]
        record(
            "campaign.delete", actor=actor, campaign=kept, subject=kept.title, campaign_address=kept.slug, teams=teams
        )
        AuditEvent.objects.filter(campaign=kept).update(campaign=None, deleted_campaign=gone)
        for label, path in _PROTECTED:
            apps.get_model(label)._default_manager.filter(**{path: kept}).delete()
        kept.delete()
    return gone


def _locked(campaign: Campaign) -> Campaign:
    kept = Campaign.objects.select_for_update().filter(pk=campaign.pk).first()
    if kept is None:
        raise RefusedError("Someone else has deleted the campaign.")
    return kept
