"""Files of judgments from other tools: checked against an evaluation, imported once, withdrawn."""

from __future__ import annotations

import gzip
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from django.core import signing
from django.db import transaction

from bakeoff.data.judgments import SHARED
from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import InputError, MistakesError, Place
from bakeoff.formats.judgments import judgment_formats, read_judgments, recognise_judgments, with_batches
from bakeoff.formats.judgments.interchange import lines_of
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep, path_of, work_folder
from bakeoff_site.judging.models import Evaluation, JudgmentImport, StoredAnalysis, Task
from bakeoff_site.judging.selectors.contents import content_of

_SALT = "bakeoff_site.judging.imports"
_BATCHES_SALT = "bakeoff_site.judging.import_batches"
_CHECK_SECONDS = 24 * 3600
"""How long a checked file waits to be imported: files that no row refers to are kept for longer."""
MOST_IMPORTED = 100_000_000
"""Bytes of a file."""
_MOST_MISTAKES = 50


class ImportRefusedError(RefusedError):
    """A file cannot be imported; each mistake is a sentence with its line."""

    def __init__(self, mistakes: Sequence[InputError]) -> None:
        # A line about several outputs has its mistake once for each.
        different = {str(each): each for each in mistakes}
        self.found = tuple(different.values())[:_MOST_MISTAKES]
        self.mistakes = tuple(map(str, self.found))
        self.more = max(0, len(different) - _MOST_MISTAKES)
        super().__init__(" ".join(self.mistakes))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedImport:
    """What would be imported."""

    evaluation: Evaluation
    file_name: str
    tool: str
    judges: int
    judgments: int
    systems: tuple[tuple[str, int], ...]
    """With the number of judgments of each."""
    controls: int
    """Judgments among them that check judges."""
    left_out: int
    remarks: tuple[str, ...]
    is_earlier: bool
    """Whether they are post-edits of an earlier campaign."""
    token: str
    """Names the checked judgments, signed: they are imported as they were looked at."""


def check_import(
    evaluation: Evaluation, file_name: str, chunks: Iterable[bytes], *, batches: Iterable[bytes] | None = None
) -> CheckedImport:
    """Reads a file of any known format against an evaluation; nothing counts yet. Mistakes: ImportRefusedError."""
    remarks: list[str] = []
    with work_folder() as folder:
        path = folder / (Path(file_name).name[:200] or "judgments")
        file_sha256 = write_limited(path, chunks)
        try:
            kind = recognise_judgments(path)
            found = read_judgments(path, on_remark=lambda said: remarks.append(said.replace(f"{folder}/", "")))
            if batches is not None:
                given = folder / "batches" / "batches.json"
                given.parent.mkdir()
                write_limited(given, batches)
                found = with_batches(found, given)
            fitted = fit_judgments(
                found,
                content_of(evaluation.task).evaluations[evaluation.code],
                counts_units=kind is not None and kind.counts_units,
            )
        except MistakesError as error:
            raise ImportRefusedError([without_folder(each) for each in error.mistakes]) from None
        except InputError as error:
            raise ImportRefusedError([without_folder(error)]) from None
    if fitted.numbering != "names":
        first = fitted.numbering.removeprefix("lines from ")
        remarks.append(f"Segments in the file are lines of the test set, counted from {first}.")
    name = kind.name if kind is not None else ""
    if not fitted.judgments:
        nothing = InputError(
            place=Place(path.name),
            expected="judgments of outputs of this evaluation",
            found="none",
            remedy="Choose the evaluation that these outputs belong to.",
        )
        raise ImportRefusedError([nothing])
    return checked_import(
        evaluation,
        fitted.judgments,
        file_name=path.name,
        file_sha256=file_sha256,
        format=name,
        left_out=fitted.left_out,
        remarks=remarks,
    )


def checked_import(
    evaluation: Evaluation,
    judgments: Sequence[Answered],
    *,
    file_name: str,
    file_sha256: str,
    format: str,
    left_out: int = 0,
    remarks: Sequence[str] = (),
    is_earlier: bool = False,
) -> CheckedImport:
    """Keeps judgments that were read, and signs what would be imported."""
    kept = keep([gzip.compress("".join(lines_of(judgments)).encode(), mtime=0)])
    systems = Counter(name for each in judgments for one in each.systems for name in one.split(SHARED))
    judges = len({each.judge for each in judgments})
    signed = {
        "evaluation": evaluation.pk,
        "file_name": file_name,
        "file_sha256": file_sha256,
        "sha256": kept.sha256,
        "format": format,
        "is_earlier": is_earlier,
        "judges": judges,
        "judgments": len(judgments),
    }
    known = judgment_formats().get(format)
    return CheckedImport(
        evaluation=evaluation,
        file_name=file_name,
        tool=format if known is None else known.title,
        judges=judges,
        judgments=len(judgments),
        systems=tuple(sorted(systems.items())),
        controls=sum(bool(each.control) for each in judgments),
        left_out=left_out,
        remarks=tuple(remarks),
        is_earlier=is_earlier,
        token=signing.dumps(signed, salt=_SALT, compress=True),
    )


def keep_batches(chunks: Iterable[bytes]) -> str:
    """Keeps batches of Appraise until a file of results is checked with them; the token that names them."""
    kept = keep(limited_chunks(chunks))
    return signing.dumps(kept.sha256, salt=_BATCHES_SALT)


def kept_batches(token: str) -> Iterator[bytes]:
    """Batches that were kept."""
    try:
        sha256 = signing.loads(token, salt=_BATCHES_SALT, max_age=_CHECK_SECONDS)
    except signing.BadSignature:
        raise RefusedError("These batches are no longer kept. Send them again.") from None
    return iter((path_of(sha256).read_bytes(),))


def write_limited(path: Path, chunks: Iterable[bytes]) -> str:
    """Writes what comes piece by piece; its checksum."""
    digest = hashlib.sha256()
    with path.open("wb") as stream:
        for chunk in limited_chunks(chunks):
            digest.update(chunk)
            stream.write(chunk)
    return digest.hexdigest()


def limited_chunks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """What comes piece by piece, refused where it is too much."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_IMPORTED:
            raise RefusedError(f"The file has more than {MOST_IMPORTED:,} bytes. Divide it.")
        yield chunk


def without_folder(error: InputError) -> InputError:
    """The same mistake in the file as its owner calls it."""
    place = replace(error.place, file=Path(error.place.file).name if error.place.file else None)
    return type(error)(place=place, expected=error.expected, found=error.found, remedy=error.remedy)


def import_judgments(task: Task, token: str, *, by: User, now: datetime) -> JudgmentImport:
    """Imports what was checked. The same file, and the same judgments in another file, count once."""
    try:
        checked = signing.loads(token, salt=_SALT, max_age=_CHECK_SECONDS)
    except signing.BadSignature:
        raise RefusedError("The check of this file has expired. Upload it again.") from None
    with transaction.atomic():
        evaluation = _locked(task, checked.pop("evaluation"))
        same = evaluation.judgment_imports.filter(withdrawn_at=None)
        for key in ("file_sha256", "sha256"):
            if (known := same.filter(**{key: checked[key]}).first()) is not None:
                raise RefusedError(f"These judgments were imported already, as {known.file_name}. They count once.")
        imported = JudgmentImport.objects.create(evaluation=evaluation, imported_by=by, imported_at=now, **checked)
        _count(evaluation)
        record(
            "judging.import",
            actor=by,
            campaign=task.campaign,
            subject=imported.file_name,
            task=task.title,
            judgments=imported.judgments,
        )
    return imported


def import_answers(
    evaluation: Evaluation, judgments: Sequence[Answered], *, title: str, by: User, now: datetime
) -> JudgmentImport:
    """Imports judgments of other evaluations of the site, which hold here as well."""
    kept = keep([gzip.compress("".join(lines_of(judgments)).encode(), mtime=0)])
    with transaction.atomic():
        imported = JudgmentImport.objects.create(
            evaluation=evaluation,
            file_name=title[:200],
            file_sha256=kept.sha256,
            sha256=kept.sha256,
            format="interchange",
            judges=len({each.judge for each in judgments}),
            judgments=len(judgments),
            imported_by=by,
            imported_at=now,
        )
        _count(evaluation)
    return imported


def withdraw_import(imported: JudgmentImport, *, reason: str, by: User, now: datetime) -> None:
    """Leaves the judgments of a file out of results. The file is kept, and can be imported again."""
    if not reason.strip():
        raise RefusedError("Say why, for others who look at the results.")
    task = imported.evaluation.task
    with transaction.atomic():
        evaluation = _locked(task, imported.evaluation_id)
        rows = JudgmentImport.objects.filter(pk=imported.pk, withdrawn_at=None)
        if not rows.update(withdrawn_at=now, withdrawn_by=by, withdrawn_reason=reason.strip()):
            raise RefusedError(f"{imported.file_name} was withdrawn before.")
        _count(evaluation)
        record(
            "judging.import-withdraw",
            actor=by,
            campaign=task.campaign,
            subject=imported.file_name,
            task=task.title,
            reason=reason,
        )


def _locked(task: Task, evaluation_id: int) -> Evaluation:
    """An evaluation of the task, whose row nobody else changes until the transaction ends."""
    rows = task.evaluations.select_for_update(of=("self",)).select_related("task__campaign")
    found = rows.filter(pk=evaluation_id).first()
    if found is None:
        raise RefusedError("This file was checked for another task. Upload it again.")
    return found


def _count(evaluation: Evaluation) -> None:
    """Analyses of other judgments are no longer right."""
    rows = list(
        evaluation.judgment_imports.filter(withdrawn_at=None).order_by("pk").values_list("pk", "sha256", "is_earlier")
    )
    evaluation.imports = [[number, sha256] for number, sha256, is_earlier in rows if not is_earlier]
    evaluation.earlier = [[number, sha256] for number, sha256, is_earlier in rows if is_earlier]
    evaluation.save(update_fields=["imports", "earlier"])
    StoredAnalysis.objects.filter(evaluation=evaluation).delete()
