"""Organisers decide on corrections, and make a version of the reference of those they accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from bakeoff.errors import InputError
from bakeoff.evaluation.adjudication.reference_files import correct_file
from bakeoff.evaluation.adjudication.versions import fit_corrections
from bakeoff.formats import SegmentCorrection
from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.conversions import correction_of
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.selectors.places import Place, place_for
from bakeoff_site.adjudication.selectors.proposals import corrections_at, in_state
from bakeoff_site.adjudication.selectors.references import references_in, speech_of
from bakeoff_site.adjudication.services.notifications import tell_of_decision
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import under_name, work_folder
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.services import add_data_file


@dataclass(frozen=True, slots=True)
class Verdict:
    """What organisers say of a proposal; `open` takes back what they said."""

    correction_id: int
    decision: str
    reason: str = ""


def decide_corrections(
    reference: DataFile, verdicts: Sequence[Verdict], *, by: User, now: datetime | None = None
) -> int:
    """Decides on proposals for a reference, on all or none; says on how many something changed."""
    now = now or timezone.now()
    place = _allowed(reference, by, now)
    unsaid = [verdict for verdict in verdicts if verdict.decision != Decision.OPEN and not verdict.reason.strip()]
    if unsaid:
        raise RefusedError("Nothing was decided: say why for each proposal that you accept or refuse.")
    by_id = {verdict.correction_id: verdict for verdict in verdicts}
    with transaction.atomic():
        rows = list(corrections_at(place).filter(pk__in=by_id).select_for_update(of=("self",)))
        if len(rows) < len(by_id):
            raise RefusedError("Nothing was decided: one of these proposals is not for this reference.")
        changed = []
        for row in rows:
            verdict = by_id[row.pk]
            reason = "" if verdict.decision == Decision.OPEN else verdict.reason.strip()
            if (row.decision, row.decision_reason) == (verdict.decision, reason):
                continue
            if row.decision == Decision.WITHDRAWN:
                raise RefusedError(f"Nothing was decided: the proposal for segment {row.segment} was withdrawn.")
            if row.applied_in is not None:
                raise RefusedError(f"Nothing was decided: segment {row.segment} is corrected in a version already.")
            row.decision, row.decision_reason = verdict.decision, reason
            row.decided_by, row.decided_at = (None, None) if not reason else (by, now)
            row.save()
            changed.append(row)
            tell_of_decision(row)
            record(
                "correction.decide",
                actor=by,
                campaign=row.campaign,
                subject=f"{place.slot}: segment {row.segment}",
                decision=row.decision,
                reason=reason,
                correction=row.pk,
            )
    return len(changed)


def apply_accepted(reference: DataFile, *, by: User, now: datetime | None = None) -> DataFile:
    """Makes one new version of a reference of all accepted corrections; runs on it are then scored again."""
    place = _allowed(reference, by, now or timezone.now())
    data_file = place.data_file
    accepted = list(in_state(corrections_at(place), Decision.ACCEPTED))
    if not accepted:
        raise RefusedError("There is no accepted correction that is not applied yet.")
    note = f"{len(accepted)} {'correction' if len(accepted) == 1 else 'corrections'} of adjudication applied."
    with _corrected(data_file, accepted) as path, transaction.atomic():
        lock_open_campaign(data_file.campaign_id)
        locked = in_state(corrections_at(place), Decision.ACCEPTED).select_for_update(of=("self",))
        in_force = DataFile.objects.filter(pk=data_file.pk, replaced_at=None).exists()
        if not in_force or {row.pk for row in locked} != {row.pk for row in accepted}:
            raise RefusedError("Something changed meanwhile, so nothing was applied. Look at it and try again.")
        added = add_data_file(
            data_file.campaign,
            kind=data_file.kind,
            name=data_file.name,
            chunks=[path.read_bytes()],
            test_set=data_file.test_set,
            language_pair=data_file.language_pair,
            number=data_file.number,
            note=note,
            by=by,
        )
        Correction.objects.filter(pk__in=[row.pk for row in accepted]).update(applied_in=added)
        record(
            "correction.apply",
            actor=by,
            campaign=data_file.campaign,
            subject=f"{place.slot}: version {added.version}",
            corrections=[row.pk for row in accepted],
        )
    return added


def _allowed(reference: DataFile, by: User, now: datetime) -> Place:
    place = place_for(role_of(by, reference.campaign), reference.pk, now)
    if place is None:
        raise RefusedError("The reference is no longer in force.")
    if not place.decides.allowed:
        raise RefusedError(f"That cannot be done: {place.decides.reason}.")
    return place


@contextmanager
def _corrected(data_file: DataFile, accepted: Sequence[Correction]) -> Iterator[Path]:
    """The file with all corrections, or a refusal that names conflicting ones."""
    by_part: dict[int, list[SegmentCorrection]] = {}
    for row in accepted:
        by_part.setdefault(row.part - 1, []).append(correction_of(row))
    references = references_in(data_file)
    misfits = [
        str(misfit) for part, own in by_part.items() for misfit in fit_corrections(references[part], own).misfits
    ]
    if misfits:
        raise RefusedError(f"Nothing was applied: refuse one of those that do not go together. {'; '.join(misfits)}.")
    with under_name(data_file.sha256, data_file.name) as path, work_folder() as work:
        target = work / data_file.name
        try:
            correct_file(path, target, by_part, speech=speech_of(data_file))
            yield target
        except InputError as error:
            raise RefusedError(
                f"Nothing was applied: segment {error.place.segment or '?'}: expected {error.expected}, "
                f"found {error.found}. {error.remedy}"
            ) from None
