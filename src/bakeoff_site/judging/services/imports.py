"""Files of judgments from other tools: checked against an evaluation, imported once, withdrawn."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.core import signing
from django.db import transaction

from bakeoff.data.judgments import SHARED
from bakeoff.errors import BakeoffError, MistakesError
from bakeoff.formats.judgments import judgment_formats, read_judgments, recognise_judgments, with_batches
from bakeoff.formats.judgments.interchange import lines_of
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep
from bakeoff_site.judging.models import Evaluation, JudgmentImport, StoredAnalysis, Task
from bakeoff_site.judging.selectors.contents import content_of

_SALT = "bakeoff_site.judging.imports"
_MOST_MISTAKES = 50


class ImportRefusedError(RefusedError):
    """A file cannot be imported; each mistake is a sentence with its line."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        self.mistakes = tuple(mistakes[:_MOST_MISTAKES])
        self.more = max(0, len(mistakes) - _MOST_MISTAKES)
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
    token: str
    """Names the checked judgments, signed: they are imported as they were looked at."""


def check_import(evaluation: Evaluation, file_name: str, content: bytes, *, batches: bytes = b"") -> CheckedImport:
    """Reads a file of any known format against an evaluation; nothing counts yet. Mistakes: ImportRefusedError."""
    remarks: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(file_name).name or "judgments")
        path.write_bytes(content)
        try:
            kind = recognise_judgments(path)
            found = read_judgments(path, on_remark=lambda said: remarks.append(said.replace(f"{folder}/", "")))
            if batches:
                given = Path(folder) / "batches.json"
                given.write_bytes(batches)
                found = with_batches(found, given)
            fitted = fit_judgments(found, content_of(evaluation.task).evaluations[evaluation.code])
        except MistakesError as error:
            raise ImportRefusedError([str(each).replace(f"{folder}/", "") for each in error.mistakes]) from None
        except BakeoffError as error:
            raise ImportRefusedError([str(error).replace(f"{folder}/", "")]) from None
    name = kind.name if kind is not None else ""
    if not fitted.judgments:
        raise ImportRefusedError([f"{file_name}: no judgment in it is about an output of this evaluation."])
    kept = keep([gzip.compress("".join(lines_of(fitted.judgments)).encode(), mtime=0)])
    systems = Counter(name for each in fitted.judgments for one in each.systems for name in one.split(SHARED))
    judges = len({each.judge for each in fitted.judgments})
    signed = {
        "evaluation": evaluation.pk,
        "file_name": path.name[:200],
        "file_sha256": hashlib.sha256(content).hexdigest(),
        "sha256": kept.sha256,
        "format": name,
        "judges": judges,
        "judgments": len(fitted.judgments),
    }
    return CheckedImport(
        evaluation=evaluation,
        file_name=path.name,
        tool=judgment_formats()[name].title if name else "",
        judges=judges,
        judgments=len(fitted.judgments),
        systems=tuple(sorted(systems.items())),
        controls=sum(bool(each.control) for each in fitted.judgments),
        left_out=fitted.left_out,
        remarks=tuple(remarks),
        token=signing.dumps(signed, salt=_SALT, compress=True),
    )


def import_judgments(task: Task, token: str, *, by: User, now: datetime) -> JudgmentImport:
    """Imports what was checked. The same file, and the same judgments in another file, count once."""
    try:
        checked = signing.loads(token, salt=_SALT, max_age=24 * 3600)
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
    rows = evaluation.judgment_imports.filter(withdrawn_at=None).order_by("pk")
    evaluation.imports = [list(row) for row in rows.values_list("pk", "sha256")]
    evaluation.save(update_fields=["imports"])
    StoredAnalysis.objects.filter(evaluation=evaluation).delete()
