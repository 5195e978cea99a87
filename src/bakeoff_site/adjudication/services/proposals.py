"""Corrections are proposed: one, or a file of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from bakeoff.data.sentences import capitalized
from bakeoff.errors import FormatError, InputError
from bakeoff.evaluation.adjudication.reference_files import correct_file
from bakeoff.evaluation.adjudication.versions import fit_corrections, narrowed
from bakeoff.formats import SegmentCorrection, read_corrections
from bakeoff.formats.budgets import require_affordable
from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.permissions import MOST_BYTES, MOST_OPEN, MOST_ROWS
from bakeoff_site.adjudication.selectors.places import Place, place_for
from bakeoff_site.adjudication.selectors.proposals import corrections_at
from bakeoff_site.adjudication.selectors.references import references_in, segment_of, speech_of
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.acting_teams import acting_as
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.finding_codes import CORRECTION
from bakeoff_site.core.refusals import EmptyFileError, RefusedError
from bakeoff_site.core.storage.files import under_name, work_folder
from bakeoff_site.datasets.models import DataFile

_Mistake = tuple[int, str]
"""The line of a file, 0 where there is none, and what is wrong there."""
_LONGEST = Correction._meta.get_field("segment").max_length or 0


class ProposalMistakesError(RefusedError):
    """Corrections that cannot be taken, with all that is wrong with them; nothing of them was kept."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        self.mistakes = tuple(mistakes)
        self.findings = tuple(
            CORRECTION.finding(found=mistake, expected="a correction that can be applied") for mistake in mistakes
        )
        several = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        super().__init__(f"Nothing was proposed: {several}. {mistakes[0]}")


def propose_correction(
    reference: DataFile,
    *,
    segment: str,
    found: str,
    proposed: str,
    reason: str,
    part: int = 1,
    by: User,
    team_id: int | None = None,
    now: datetime | None = None,
) -> Correction:
    """Proposes another text for a segment. `found` is its text as the person saw it, `proposed` all of the new one.

    Who is in several teams says for which of them.
    """
    role, place = _allowed(reference, by, team_id, now)
    line = segment_of(place.data_file, part, segment)
    if line is None:
        raise RefusedError(f"There is no segment {segment} in {place.data_file.name}.")
    if line.text != found:
        raise RefusedError("The reference has changed since you looked at it. Look at the segment and try again.")
    if proposed == found:
        raise RefusedError("The proposed text is the same as the current one. Change it, or leave the segment alone.")
    change = replace(narrowed(segment, found, proposed), why=reason.strip())
    return _proposed(role, place, part, [change])[0]


def propose_file(
    reference: DataFile,
    *,
    chunks: Iterable[bytes],
    part: int = 1,
    by: User,
    team_id: int | None = None,
    now: datetime | None = None,
) -> list[Correction]:
    """Proposes all corrections of a file (segment, old, new, who, why), or none: whatever is wrong is named."""
    role, place = _allowed(reference, by, team_id, now)
    mistakes: list[FormatError] = []

    def note(mistake: FormatError) -> None:
        mistakes.append(mistake)
        if len(mistakes) > MOST_ROWS:
            raise ProposalMistakesError(
                [f"More than {MOST_ROWS:,} rows are wrong; propose at most {MOST_ROWS:,} at once."]
            )

    with work_folder() as work:
        path = _written(chunks, work / "corrections.tsv")
        try:
            require_affordable(path)
            rows = read_corrections(path, max_bytes=MOST_BYTES, on_mistake=note).corrections
        except InputError as error:
            raise ProposalMistakesError([_plainly(error)]) from None
    wrong = [(mistake.place.line or 0, _plainly(mistake)) for mistake in mistakes]
    if len(rows) + len(mistakes) > MOST_ROWS:
        raise ProposalMistakesError(
            [f"The file has {len(rows) + len(mistakes):,} rows; propose at most {MOST_ROWS:,} at once."]
        )
    if not rows and not wrong:
        raise ProposalMistakesError(["The file has no rows below its header."])
    signed = [replace(each, why=f"{each.why} ({each.who})" if each.why and each.who else each.why) for each in rows]
    return _proposed(role, place, part, signed, wrong)


def _allowed(reference: DataFile, by: User, team_id: int | None, now: datetime | None) -> tuple[CampaignRole, Place]:
    role = acting_as(role_of(by, reference.campaign), team_id)
    place = place_for(role, reference.pk, now or timezone.now())
    if place is None:
        raise RefusedError("The reference is no longer in force.")
    if not place.proposes.allowed:
        raise RefusedError(f"Corrections cannot be proposed: {place.proposes.reason}.")
    return role, place


def _proposed(
    role: CampaignRole, place: Place, part: int, changes: Sequence[SegmentCorrection], wrong: Sequence[_Mistake] = ()
) -> list[Correction]:
    data_file, by = place.data_file, role.user
    assert by is not None
    team = None if role.is_organiser else role.team
    fitting = _checked(place, part, changes, wrong)
    with transaction.atomic():
        lock_open_campaign(data_file.campaign_id)  # what is proposed twice at once is found
        if DataFile.objects.filter(pk=data_file.pk, replaced_at=None).first() is None:
            raise RefusedError("The reference has just been replaced. Look at it and try again.")
        _check_new(place, part, fitting)
        _check_count(team, len(fitting))
        rows = Correction.objects.bulk_create(
            Correction(
                campaign=data_file.campaign,
                reference=data_file,
                part=part,
                segment=each.segment,
                found=each.old,
                proposed=each.new,
                reason=each.why,
                team=team,
                proposed_by=by,
            )
            for each in fitting
        )
        record(
            "correction.propose",
            actor=by,
            campaign=data_file.campaign,
            subject=f"{place.slot}: {len(rows)} proposed",
            team=team.name if team else "",
            segments=[each.segment for each in fitting][:100],
        )
    return rows


def _checked(
    place: Place, part: int, changes: Sequence[SegmentCorrection], wrong: Sequence[_Mistake]
) -> tuple[SegmentCorrection, ...]:
    """The corrections as the reference calls their segments, if all of them can be taken."""
    references = references_in(place.data_file)
    if not 1 <= part <= len(references):
        raise RefusedError(f"{place.data_file.name} holds {len(references)} references, none with the number {part}.")
    fitted = fit_corrections(references[part - 1], changes)
    mistakes = [*wrong, *((misfit.correction.line or 0, f"{misfit}.") for misfit in fitted.misfits)]
    for each in changes:
        if not each.why.strip():
            mistakes.append((each.line or 0, f"{_named(each)}: say why it is to be changed."))
        if "\0" in f"{each.segment}{each.old}{each.new}{each.why}":
            mistakes.append((each.line or 0, f"{_named(each)}: it holds a NUL character; write it without."))
        if len(each.segment) > _LONGEST:
            mistakes.append((each.line or 0, f"{_named(each)}: the name of the segment is too long."))
    texts = [text for _, text in sorted(mistakes)] or _unwritable(place.data_file, part, fitted.corrections)
    if texts:
        raise ProposalMistakesError(texts)
    return fitted.corrections


def _unwritable(data_file: DataFile, part: int, corrections: Sequence[SegmentCorrection]) -> list[str]:
    """What the format of the file cannot hold, such as a line feed in a transcript."""
    with under_name(data_file.sha256, data_file.name) as path, work_folder() as work:
        try:
            correct_file(path, work / data_file.name, {part - 1: corrections}, speech=speech_of(data_file))
        except InputError as error:
            return [_plainly(error)]
    return []


def _check_new(place: Place, part: int, corrections: Sequence[SegmentCorrection]) -> None:
    role = corrections_at(place).filter(part=part, segment__in={each.segment for each in corrections})
    held = role.filter(decision__in=(Decision.OPEN, Decision.ACCEPTED), applied_in=None)
    known = set(held.values_list("segment", "found", "proposed"))
    again = [each for each in corrections if (each.segment, each.old, each.new) in known]
    if again:
        raise ProposalMistakesError([f"{_named(each)}: the same correction is proposed already." for each in again])


def _check_count(team: Team | None, count: int) -> None:
    if team is not None and team.corrections.filter(decision=Decision.OPEN).count() + count > MOST_OPEN:
        raise RefusedError(f"{MOST_OPEN:,} proposals of your team wait to be decided: wait for that first.")


def _named(correction: SegmentCorrection) -> str:
    return f"{f'line {correction.line}, ' if correction.line else ''}segment {correction.segment}"


def _plainly(error: InputError) -> str:
    """What is wrong, without the temporary folder of the file."""
    place = error.place
    where = ", ".join(
        filter(None, [f"line {place.line}" if place.line else "", f"segment {place.segment}" if place.segment else ""])
    )
    sentence = f"expected {error.expected}, found {error.found}. {error.remedy}".strip()
    return f"{where}: {sentence}" if where else capitalized(sentence)


def _written(chunks: Iterable[bytes], path: Path) -> Path:
    size = 0
    with path.open("xb") as stream:
        for chunk in chunks:
            size += len(chunk)
            if size > MOST_BYTES:
                raise RefusedError(f"The file is larger than {MOST_BYTES // 2**20} MB, the most that is taken at once.")
            stream.write(chunk)
    if not size:
        raise EmptyFileError
    return path
