"""Post-editing in the tools of translators: a file for each of them, and answers of what they send back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError, MistakesError, Place
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit, match_returned
from bakeoff.formats.exchange.files import ENDINGS, WRITERS, read_bilingual, write_bilingual
from bakeoff.formats.targets import unwritable_refused
from bakeoff.human_eval.designs.offline_packages import folder_of
from bakeoff.human_eval.protocols.post_editing import PostEditing
from bakeoff.human_eval.protocols.screens import Screen

EDIT_FORMATS = tuple(WRITERS)
"""XLIFF 2.1 and 1.2, TMX, a table."""


def files_to_edit(plan: Sequence[Judgment], screens: Sequence[Screen]) -> dict[str, BilingualFile]:
    """What each translator edits, in the order of the plan: sources, and outputs as their targets.

    Ids say the place in the translator's own work; nothing names a system, a document or another translator.
    """
    found: dict[str, list[tuple[Judgment, Screen]]] = {}
    for judgment, screen in zip(plan, screens, strict=True):
        if judgment.protocol != PostEditing.name:
            raise InputError(expected="a plan of post_editing", found=judgment.protocol)
        found.setdefault(judgment.judge, []).append((judgment, screen))
    return {
        judge: BilingualFile(
            units=tuple(
                BilingualUnit(id=f"u{number}", source=screen.source or "", target=screen.texts[0] or None)
                for number, (_, screen) in enumerate(own, start=1)
            ),
            source_language=own[0][1].source_language,
            target_language=own[0][1].target_language,
        )
        for judge, own in found.items()
    }


def write_edit_files(files: Mapping[str, BilingualFile], folder: str | Path, format: str) -> tuple[Path, ...]:
    """A file for each translator, under their name."""
    written = []
    for judge, file in files.items():
        place = folder_of(Path(folder), judge)
        path = place.with_name(f"{place.name}{ENDINGS.get(format, '')}")
        with unwritable_refused(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_bilingual(file, path, format)
        written.append(path)
    return tuple(written)


def collect_edits(
    plan: Sequence[Judgment], sent: str | Path, returned: str | Path, *, partial: bool = False
) -> tuple[tuple[Judgment, ...], tuple[str, ...]]:
    """The judgments that a translator's file makes of a plan, and remarks; `sent` is the file as it was sent.

    The translator is who the sent file is named after. Mistakes are those of `match_returned`, and a file that does
    not fit the plan.
    """
    judge = _judge_of(Path(sent), plan)
    own = [each for each in plan if each.judge == judge]
    before, after = read_bilingual(sent), read_bilingual(returned)
    if len(before.units) != len(own):
        raise InputError(
            place=Place(str(sent)),
            expected=f"{len(own):,} segments, as many as the plan has for {judge}",
            found=f"{len(before.units):,}",
            remedy="Name the plan by which the file was written.",
        )
    found = match_returned(before, after, partial=partial)
    planned = {unit.id: judgment for unit, judgment in zip(before.units, own, strict=True)}
    judgments = []
    for unit, edited in found.units:
        comment = " ".join(note for note in edited.notes if note not in unit.notes)
        answer = {
            "text": edited.target,
            "original": unit.target or "",
            "comment": comment,
            "signed_off": edited.signed_off,
        }
        judgments.append(replace(planned[unit.id], answer=answer, place=edited.place))
    return tuple(judgments), found.remarks


def collect_edit_files(
    plan: Sequence[Judgment], sent: str | Path, returned: Sequence[str | Path], *, partial: bool = False
) -> tuple[tuple[Judgment, ...], tuple[str, ...]]:
    """The same of several files; `sent` is the folder that they were written into, each found by its name.

    Mistakes in all files are named together.
    """
    judgments: list[Judgment] = []
    remarks: list[str] = []
    mistakes: list[InputError] = []
    seen: dict[str, str] = {}
    for path in returned:
        try:
            original = _sent_for(Path(sent), Path(path), seen)
            found, said = collect_edits(plan, original, path, partial=partial)
        except MistakesError as error:
            mistakes += error.mistakes
        except InputError as error:
            mistakes.append(error)
        else:
            judgments += found
            remarks += [f"{path}: {text}" for text in said]
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(judgments), tuple(remarks)


def _sent_for(folder: Path, returned: Path, seen: dict[str, str]) -> Path:
    """The file that a returned one was made of; `seen` are those that came back already."""
    fitting = sorted(path for path in folder.glob("*") if path.stem == returned.name.partition(".")[0])
    if not fitting:
        raise InputError(
            place=Place(str(returned)),
            expected=f"a file that was sent under this name, in {folder}",
            found="none",
            remedy="Keep the names of files.",
        )
    if (first := seen.setdefault(fitting[0].name, str(returned))) != str(returned):
        raise InputError(place=Place(str(returned)), expected="one file of each translator", found=f"{first}, too")
    return fitting[0]


def _judge_of(sent: Path, plan: Sequence[Judgment]) -> str:
    judges = {each.judge for each in plan}
    if sent.stem not in judges:
        raise InputError(
            place=Place(str(sent)),
            expected=f"a file named after a translator: {', '.join(sorted(judges))}",
            found=sent.stem,
        )
    return sent.stem
