"""Human scores that were computed elsewhere: checked against the systems of a campaign, imported once, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple
from datetime import datetime
from pathlib import PurePath

from django.db import transaction

from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval import read_human_scores
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.names import require_plain
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep, under_name
from bakeoff_site.judging.models import HumanScoreImport
from bakeoff_site.judging.selectors.judged_texts import systems_on
from bakeoff_site.judging.services.imports import ImportRefusedError, limited_chunks, without_folder


def import_scores(
    campaign: Campaign,
    *,
    language_pair: str,
    test_set: str,
    title: str,
    file_name: str,
    chunks: Iterable[bytes],
    by: User,
    now: datetime,
) -> HumanScoreImport:
    """Imports a file of mt-metrics-eval; all of it, or nothing. Mistakes: ImportRefusedError."""
    plain = PurePath(file_name.replace("\\", "/")).name[-200:] or "scores"
    require_plain(plain)
    rules = campaign.rules
    if language_pair not in rules.language_pairs or test_set not in rules.test_sets:
        raise RefusedError("The rulebook has no such language pair or test set.")
    kept = keep(limited_chunks(chunks))
    known = systems_on(campaign, language_pair, test_set)
    try:
        with under_name(kept.sha256, plain) as path:
            found = read_human_scores(path, systems=known, language_pair=language_pair)
    except MistakesError as error:
        raise ImportRefusedError([without_folder(each) for each in error.mistakes]) from None
    except InputError as error:
        raise ImportRefusedError([without_folder(error)]) from None
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        place = {"language_pair": language_pair, "test_set": test_set}
        same = campaign.human_score_imports.filter(**place, sha256=kept.sha256, withdrawn_at=None).first()
        if same is not None:
            raise RefusedError(f"These scores were imported already, as {same.file_name}.")
        imported = HumanScoreImport.objects.create(
            campaign=campaign,
            **place,
            title=title.strip() or plain,
            level=found.level,
            systems=[list(astuple(each)) for each in found.systems],
            file_name=plain,
            sha256=kept.sha256,
            imported_by=by,
            imported_at=now,
        )
        record("judging.import-scores", actor=by, campaign=campaign, subject=plain, sha256=kept.sha256)
    return imported


def withdraw_score_import(imported: HumanScoreImport, *, reason: str, by: User, now: datetime) -> None:
    """Takes the scores of a file out of the results. The file is kept, and can be imported again."""
    if not reason.strip():
        raise RefusedError("Say why, for others who look at the results.")
    with transaction.atomic():
        lock_open_campaign(imported.campaign_id)
        rows = HumanScoreImport.objects.filter(pk=imported.pk, withdrawn_at=None)
        if not rows.update(withdrawn_at=now, withdrawn_by=by, withdrawn_reason=reason.strip()):
            raise RefusedError(f"{imported.file_name} was withdrawn before.")
        record(
            "judging.import-scores-withdraw",
            actor=by,
            campaign=imported.campaign,
            subject=imported.file_name,
            reason=reason,
        )
