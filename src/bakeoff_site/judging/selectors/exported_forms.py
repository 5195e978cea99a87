"""Judgments of an evaluation in the forms of other tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import BakeoffError
from bakeoff.formats import write
from bakeoff.formats.judgments import JUDGMENT_WRITERS
from bakeoff.formats.text.text_file import TextFile
from bakeoff.human_eval import (
    SCORED_PROTOCOLS,
    human_score_archive,
    human_score_files,
    post_edit_references,
    source_texts,
    with_shown_texts,
)
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import work_folder
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import judgments_of

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same archive whenever it is made."""
_KINDS = {"csv": "text/csv", "tsv": "text/tab-separated-values", "jsonl": "application/jsonl", "zip": "application/zip"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportForm:
    """A form in which the judgments of an evaluation can be exported."""

    name: str
    title: str
    """The tool."""
    ending: str
    protocols: tuple[str, ...]
    write: Callable[[Iterable[Answered], PlannedEvaluation], bytes]

    @property
    def content_type(self) -> str:
        return _KINDS[self.ending]


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file for organisers."""

    name: str
    content: bytes
    content_type: str


def _lines(name: str) -> Callable[[Iterable[Answered], PlannedEvaluation], bytes]:
    def write(judgments: Iterable[Answered], planned: PlannedEvaluation) -> bytes:
        return "".join(JUDGMENT_WRITERS[name].lines(judgments, source_texts(planned))).encode()

    return write


def _archive(judgments: Iterable[Answered], planned: PlannedEvaluation) -> bytes:
    return human_score_archive(
        human_score_files(
            judgments, name=planned.rules.id, settings=planned.protocol.settings, sources=source_texts(planned)
        )
    )


def _references(judgments: Iterable[Answered], _planned: PlannedEvaluation) -> bytes:
    """A reference of each translator in each language pair and test set, as `bakeoff convert --to references` writes
    them.
    """
    groups: dict[tuple[str, str], list[Answered]] = {}
    for each in judgments:
        groups.setdefault((each.test_set, each.language_pair), []).append(each)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive, work_folder() as folder:
        for place, own in groups.items():
            for reference in post_edit_references(own):
                name = f"{'-'.join(filter(None, (*place, reference.name)))}.tsv"
                write(TextFile((reference,), "tsv"), folder / name, format="tsv")
                archive.writestr(ZipInfo(name, _EPOCH), (folder / name).read_bytes(), ZIP_DEFLATED)
    return buffer.getvalue()


FORMS: Mapping[str, ExportForm] = MappingProxyType(
    {
        name: ExportForm(name=name, title=each.title, ending=each.ending, protocols=each.protocols, write=_lines(name))
        for name, each in JUDGMENT_WRITERS.items()
        if each.protocols and each.ending in _KINDS
    }
    | {
        "mtme": ExportForm(
            name="mtme",
            title="mt-metrics-eval",
            ending="zip",
            protocols=SCORED_PROTOCOLS,
            write=_archive,
        ),
        "references": ExportForm(
            name="references",
            title="Post-edits as references",
            ending="zip",
            protocols=("post_editing",),
            write=_references,
        ),
    }
)
"""By name, as addresses have it."""


def forms_of(task: Task) -> tuple[tuple[Evaluation, tuple[ExportForm, ...]], ...]:
    """The evaluations of a task with the forms that other tools have for them."""
    found = ((each, _forms_for(each)) for each in task.evaluations.all())
    return tuple((each, forms) for each, forms in found if forms)


def _forms_for(evaluation: Evaluation) -> tuple[ExportForm, ...]:
    return tuple(form for form in FORMS.values() if evaluation.protocol in form.protocols)


def exported_file(task: Task, code: str, name: str, *, counted: bool) -> ExportedFile:
    """The judgments of an evaluation as a tool writes them; refused where it has no form for them."""
    evaluation = task.evaluations.select_related("task__campaign").filter(code=code).first()
    if evaluation is None:
        codes = ", ".join(task.evaluations.values_list("code", flat=True))
        raise RefusedError(f"The task has no evaluation {code}; it has: {codes}.")
    form = FORMS.get(name)
    if form is None or form not in _forms_for(evaluation):
        known = ", ".join(each.name for each in _forms_for(evaluation)) or "none"
        raise RefusedError(f"{evaluation.title} cannot be exported as {name}; forms for it: {known}.")
    planned = content_of(task).evaluations[code]
    try:
        content = form.write(with_shown_texts(judgments_of(evaluation, counted=counted), planned), planned)
    except BakeoffError as error:
        raise RefusedError(f"{evaluation.title}: {error}") from None
    file_name = f"{task.campaign.slug}-{task.slug}-{code}-{name}.{form.ending}"
    return ExportedFile(file_name, content, form.content_type)
