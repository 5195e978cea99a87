"""Post-edits that an earlier campaign made: checked against an evaluation, then imported like other judgments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import InputError, MistakesError, Place
from bakeoff.formats import read_references, read_runs
from bakeoff.formats.judgments import read_judgments, recognise_judgments
from bakeoff.human_eval import earlier_post_edits
from bakeoff.human_eval.analyses.counted_judgments import check_judgments
from bakeoff.human_eval.designs.imported_judgments import fit_earlier_edits
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import work_folder
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.services.imports import (
    CheckedImport,
    ImportRefusedError,
    checked_import,
    without_folder,
    write_limited,
)
from bakeoff_site.scoring.conversions import stored_texts

EDITED_TEXTS = "texts"
"""The format of an output and its post-edit as two files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedOutput:
    """The output that a file of post-edits was made of."""

    file_name: str
    chunks: Iterable[bytes]
    system: str
    """Its name here; empty: that of its file."""


def check_earlier(
    evaluation: Evaluation, file_name: str, chunks: Iterable[bytes], *, output: EditedOutput | None = None
) -> CheckedImport:
    """Reads post-edits of an earlier campaign: its judgments, or its texts with the `output` that was edited.

    Nothing counts yet. Mistakes: ImportRefusedError.
    """
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    if planned.protocol.name != "post_editing":
        raise RefusedError(f"{evaluation.title} is no post-editing: post-edits of earlier campaigns say nothing there.")
    remarks: list[str] = []
    with work_folder() as folder:
        path = folder / (Path(file_name).name[:200] or "post-edits")
        file_sha256 = write_limited(path, chunks)
        try:
            if output is None:
                kind = recognise_judgments(path)
                found = list(read_judgments(path))
                check_judgments(found, protocol="post_editing", settings=planned.protocol.settings)
            else:
                kind, found = None, _from_texts(evaluation, planned, path, output)
        except MistakesError as error:
            raise ImportRefusedError([without_folder(each) for each in error.mistakes]) from None
        except InputError as error:
            raise ImportRefusedError([without_folder(error)]) from None
    fitted = fit_earlier_edits(found, planned)
    if not fitted.judgments:
        nothing = InputError(
            place=Place(path.name),
            expected=f"post-edits of segments of {evaluation.title}",
            found=f"{len(found):,} of other segments",
            remedy="Give those of the same test set.",
        )
        raise ImportRefusedError([nothing])
    judged = set(evaluation.systems.values_list("name", flat=True))
    if taken := sorted({each.systems[0] for each in fitted.judgments} & judged):
        raise RefusedError(f"{', '.join(taken)} is edited in this evaluation. Give the earlier system another name.")
    if fitted.left_out:
        remarks.append(f"{fitted.left_out:,} of segments that are not edited here are left out.")
    return checked_import(
        evaluation,
        fitted.judgments,
        file_name=path.name,
        file_sha256=file_sha256,
        format=EDITED_TEXTS if kind is None else kind.name,
        remarks=remarks,
        is_earlier=True,
    )


def _from_texts(
    evaluation: Evaluation, planned: PlannedEvaluation, edited_path: Path, output: EditedOutput
) -> list[Answered]:
    name = Path(output.file_name).name[:200] or "output"
    path = edited_path.parent / "output" / name
    path.parent.mkdir()
    write_limited(path, output.chunks)
    [run, *more_runs] = read_runs(path)
    [edited, *more] = read_references(edited_path)
    if more_runs or more:
        raise InputError(
            place=Place(str(path if more_runs else edited_path)),
            expected="the output of one system, and its post-edit",
            found="several texts",
        )
    run = replace(run, system=output.system.strip() or run.system)
    return earlier_post_edits(run, edited, keys=_keys(evaluation, planned, lines=sum(1 for _ in run.segments)))


def _keys(evaluation: Evaluation, planned: PlannedEvaluation, *, lines: int) -> list[tuple[str, str]] | None:
    """Document and segment of every line of plain text: of the complete test set, or of what is edited of it."""
    for pool in planned.design.pools:
        if len(pool.segments) == lines:
            return list(pool.segments)
        data = files_in_force(evaluation.task.campaign, pool.test_set, pool.language_pair)
        texts = stored_texts(data, {}) if data.text_source is not None else None
        if texts is not None and len(texts) == lines:
            return [(each.id, name) for each, name in zip(texts.documents, texts.segment_ids, strict=True)]
    return None
