"""Campaigns are duplicated: rules, and on request people and files."""

from __future__ import annotations

from django.db import transaction

from bakeoff.rulebook import Rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.campaigns import copy_roles, create_campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import slot_mistake


def duplicate_campaign(
    source: Campaign, text: str, *, by: User, confirm_past: bool, copy_people: bool, copy_files: bool
) -> Campaign:
    """A campaign from a rulebook that was made from that of another one, on request with its people and files."""
    with transaction.atomic():
        made = create_campaign(text, creator=by, confirm_past=confirm_past, copied=source)
        if copy_people:
            copy_roles(source, made, by=by)
        if copy_files:
            copy_data_files(source, made, by=by)
    return made


def copy_data_files(source: Campaign, target: Campaign, *, by: User) -> int:
    """Adds the files of a campaign that another one has a place for, and says how many these were.

    The contents are stored once for both. Files of a test set that is called otherwise there, as one of another year
    is, are not those of that set; packs of outputs and released runs belong to the teams of their campaign.
    """
    copied = 0
    with transaction.atomic():
        lock_open_campaign(target.pk)
        for file in source.data_files.filter(replaced_at=None).exclude(kind=DataKind.OUTPUTS):
            if file.input == "released-runs" or not _has_place(source.rules, target.rules, file):
                continue
            DataFile.objects.create(
                campaign=target,
                kind=file.kind,
                test_set=file.test_set,
                language_pair=file.language_pair,
                input=file.input,
                number=file.number,
                label=file.label,
                holds=file.holds,
                name=file.name,
                note=file.note,
                sha256=file.sha256,
                size=file.size,
                added_by=by,
            )
            record(
                "data.add",
                actor=by,
                campaign=target,
                subject=f"{slot_of(file)}: {file.name}",
                version=1,
                sha256=file.sha256,
                size=file.size,
                note=f"copied from {source.title}",
            )
            copied += 1
    return copied


def _has_place(before: Rulebook, after: Rulebook, file: DataFile) -> bool:
    if slot_mistake(after, slot_of(file)):
        return False
    if not file.test_set:
        return True
    names = [rules.test_sets[file.test_set].written_id(file.language_pair) for rules in (before, after)]
    return names[0] == names[1]
