"""Files of judgments in `bakeoff convert`: from whatever format into the one in which they are exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.cli.human.judgment_files import read_all_judgments
from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.judgments import EqualRows
    from bakeoff.formats.judgments.written import Sources

_ENDINGS = (".jsonl", ".csv")
_FOLDER = "mtme"
"""Several files of mt-metrics-eval, in an archive."""
_REFERENCES = "references"
"""Post-edits as references, a file for each translator."""


def holds_judgments(path: str, format: str | None) -> bool:
    """Whether a file is one of judgments, by the format named or, where none is, by its content."""
    from bakeoff.formats.judgments import judgment_formats, recognise_judgments

    if format is not None:
        return format in judgment_formats()
    # Standard input can be read only once: who sends judgments there names their format.
    return path != "-" and Path(path).is_file() and recognise_judgments(path) is not None


def convert_judgments(
    source: str,
    target: str,
    *,
    from_format: str | None,
    to_format: str | None,
    equal_rows: EqualRows,
    batches: Sequence[str],
    like: str | None,
    name: str | None,
    others: Mapping[str, Any],
) -> None:
    """Writes the judgments of a file as JSON Lines or CSV, or as another tool does. `others` are for texts alone."""
    from bakeoff.formats.judgments import JUDGMENT_WRITERS, WRITTEN_FORMATS, write_judgments

    if given := [f"--{name.replace('_', '-')}" for name, value in others.items() if value]:
        raise BakeoffError(f"{source} holds judgments, and {', '.join(given)} is for texts.")
    written = next((each for each in WRITTEN_FORMATS if each == to_format), None)
    if to_format not in (None, written, _FOLDER, _REFERENCES):
        names = ", ".join((*WRITTEN_FORMATS, _FOLDER, _REFERENCES))
        raise BakeoffError(f"judgments are written as {names}, not as {to_format}.")
    if to_format is None and target != "-" and not target.lower().removesuffix(".gz").endswith(_ENDINGS):
        raise BakeoffError(f"{target}: judgments are written as JSON Lines (.jsonl) or CSV (.csv); name one by --to.")
    judgments = read_all_judgments([source], from_format, equal_rows=equal_rows, batches=batches)
    if to_format == _REFERENCES:
        _write_references(judgments, target)
        return
    sources = _sources(like, judgments)
    if to_format == _FOLDER:
        _write_scores(judgments, target, name=name or "human", sources=sources)
    else:
        write_judgments(judgments, target, format=written, sources=sources)
        if written is not None and (losses := list(JUDGMENT_WRITERS[written].losses(judgments))):
            remark(f"{target}: {written} has no place for {'; '.join(losses)}. These are left out.")
    remark(f"{len(judgments):,} judgments by {len({each.judge for each in judgments}):,} judges.")


def _write_references(judgments: Sequence[Judgment], target: str) -> None:
    """A table of each translator's post-edits in a folder, for `bakeoff score -r`."""
    from bakeoff.formats import write
    from bakeoff.formats.targets import unwritable_refused
    from bakeoff.formats.text.text_file import TextFile
    from bakeoff.human_eval import post_edit_references
    from bakeoff.human_eval.designs.offline_packages import folder_of

    references = post_edit_references(judgments)
    paths = [folder_of(Path(target), f"{each.name}.tsv") for each in references]
    with unwritable_refused(target):
        Path(target).mkdir(parents=True, exist_ok=True)
    for reference, path in zip(references, paths, strict=True):
        write(TextFile((reference,), "tsv"), path, format="tsv")
    remark(f"{target} holds {', '.join(path.name for path in paths)}.")


def _write_scores(judgments: Sequence[Judgment], target: str, *, name: str, sources: Sources) -> None:
    from bakeoff.formats.targets import write_target
    from bakeoff.human_eval import human_score_archive, human_score_files

    if not target.lower().endswith(".zip"):
        raise BakeoffError(f"{target}: human scores of mt-metrics-eval are several files; write them as .zip.")
    files = human_score_files(judgments, name=name, sources=sources)
    write_target(human_score_archive(files), target)
    remark(f"{target} holds {', '.join(files)}.")


def _sources(path: str | None, judgments: Sequence[Judgment]) -> Sources:
    """The source texts of judgments, by what these call their test set; segments may be numbered through."""
    if path is None:
        return {}
    from bakeoff.data import TestSet
    from bakeoff.formats import read
    from bakeoff.formats.text.conversion import select

    (source,) = select(read(path, role="source").sets, role="source")
    if not isinstance(source, TestSet):
        raise TypeError("the source is no TestSet")
    named = dict.fromkeys((each.language_pair, each.test_set) for each in judgments)
    documents = {each.document for each in judgments}
    by_document = bool(documents & {document.id for document in source.documents})
    texts: dict[tuple[str, str, str, str], str] = {}
    for pair, test_set in named:
        number = 0
        for document in source.documents:
            for segment in document.segments:
                number += 1
                place = (document.id, segment.id) if by_document else ("", str(number))
                texts[pair, test_set, *place] = segment.text
    return texts
