"""Judgments that were imported, as analyses and exports read them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import Place
from bakeoff.formats.judgments import judgment_formats
from bakeoff.formats.judgments.interchange import judgment_of
from bakeoff.formats.judgments.rows import strict_json
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.judging.models import Evaluation, JudgmentImport, Task


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A file that was imported, and the tool that it comes from."""

    imported: JudgmentImport
    tool: str


def imports_of(task: Task) -> tuple[ImportRow, ...]:
    """All files that were imported into a task, the latest first."""
    rows = JudgmentImport.objects.filter(evaluation__task=task).order_by("-pk")
    return _rows(rows.select_related("evaluation", "imported_by", "withdrawn_by"))


def counting_imports(evaluations: Sequence[Evaluation]) -> tuple[ImportRow, ...]:
    """The files whose judgments count in these evaluations."""
    ids = [number for each in evaluations for number, _ in each.imports]
    if not ids:
        return ()
    return _rows(JudgmentImport.objects.filter(pk__in=ids).order_by("pk").select_related("imported_by"))


def _rows(rows: Iterable[JudgmentImport]) -> tuple[ImportRow, ...]:
    return tuple(map(import_row, rows))


def import_row(imported: JudgmentImport) -> ImportRow:
    """A file with the tool that it comes from."""
    known = judgment_formats().get(imported.format)
    return ImportRow(imported, imported.format if known is None else known.title)


def imported_judgments(evaluation: Evaluation) -> Iterator[Answered]:
    """Judgments of the files that count in an evaluation.

    Judges are called `import3.1` after the file and their order in it: names of people elsewhere stay with organisers.
    """
    formats = dict(evaluation.judgment_imports.values_list("pk", "format")) if evaluation.imports else {}
    for number, sha256 in evaluation.imports:
        judges: dict[str, str] = {}
        for found in _kept(sha256):
            judge = judges.setdefault(found.judge, f"import{number}.{len(judges) + 1}")
            yield replace(
                found,
                id=f"import{number}:{found.id}",
                judge=judge,
                campaign=evaluation.task.campaign.slug,
                evaluation=evaluation.code,
                origin=formats[number],
                seed=None,
                screen=f"{judge}{found.screen.removeprefix(found.judge)}" if found.screen else "",
            )


def earlier_judgments(evaluation: Evaluation) -> Iterator[Answered]:
    """Post-edits of earlier campaigns that count in an evaluation."""
    for number, sha256 in evaluation.earlier:
        for found in _kept(sha256):
            yield replace(found, id=f"earlier{number}:{found.id}")


def _kept(sha256: str) -> Iterator[Answered]:
    for line in gzip.decompress(path_of(sha256).read_bytes()).decode().splitlines():
        yield judgment_of(strict_json(line), Place())
