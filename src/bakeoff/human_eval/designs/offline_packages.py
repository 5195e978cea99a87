"""Judging offline: a plan for the organiser, packages for judges, answers read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import InputError, MistakesError, Place
from bakeoff.formats.judgments.interchange import judgment_of, lines_of, record_of
from bakeoff.formats.targets import unwritable_refused
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.planned_screens import PlannedScreen
from bakeoff.human_eval.designs.shown_texts import ShownTexts
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import Screen, screen_json

_ANSWERED = ("screen_id", "answer", "shown_at", "sent_at", "elapsed_seconds")


def planned_judgments(
    screens: Sequence[PlannedScreen],
    designs: Mapping[str, Design],
    *,
    shown: Mapping[str, ShownTexts] | None = None,
    campaign: str = "",
) -> tuple[Judgment, ...]:
    """A plan as judgments that wait for their answer: who sees what, in the interchange form.

    With the texts of each evaluation (`shown`), systems whose outputs are shown as one are named as one: `a,b`.
    """
    judgments = []
    for planned in screens:
        assignment, design = planned.assignment, designs[planned.evaluation]
        language_pair, test_set, document, segment = design.pools[assignment.pool].item(assignment.segment)
        texts = None if shown is None else shown[planned.evaluation]
        systems = assignment.systems if texts is None else texts.systems_shown(assignment)
        name = f"{planned.evaluation}:{assignment.judge}:{assignment.position}"
        judgments.append(
            Judgment(
                id=name,
                screen=name,
                protocol=design.protocol,
                campaign=campaign,
                evaluation=planned.evaluation,
                kind=design.pools[assignment.pool].kind(assignment.segment, find_protocol(design.protocol).kind),
                judge=assignment.judge,
                language_pair=language_pair,
                test_set=test_set,
                document=document,
                segment=segment,
                systems=systems,
                position=assignment.position,
                control=assignment.control,
                damaged=tuple(each for each in systems if not set(assignment.damaged).isdisjoint(each.split(SHARED))),
                seed=design.seed,
                answer=None,
                highlights=None if texts is None else texts.highlights(assignment),
            )
        )
    return tuple(judgments)


def write_plan(plan: Iterable[Judgment], path: str | Path) -> None:
    """Writes a plan as JSON Lines; it names systems, so that it is for the organiser alone."""
    _write(Path(path), "".join(lines_of(plan)))


def write_packages(plan: Sequence[Judgment], screens: Sequence[Screen], folder: str | Path) -> tuple[Path, ...]:
    """A folder for each judge: `screens.json`, and `answers.jsonl` to be filled in and handed back."""
    written = []
    for judge in dict.fromkeys(each.judge for each in plan):
        own = [(each, screen) for each, screen in zip(plan, screens, strict=True) if each.judge == judge]
        place = folder_of(Path(folder), judge)
        shown = [screen_json(each.screen, screen) for each, screen in own]
        empty = [{"screen_id": each.screen, "answer": None, "shown_at": None, "sent_at": None} for each, _ in own]
        _write(place / "screens.json", json.dumps(shown, ensure_ascii=False, indent=1) + "\n")
        _write(place / "answers.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in empty))
        written.append(place)
    return tuple(written)


def collect_answers(plan: Sequence[Judgment], files: Sequence[str | Path]) -> tuple[tuple[Judgment, ...], int]:
    """The judgments that answers of judges make of a plan, and how many screens are not answered yet.

    Answers to screens that the plan does not have, duplicates and invalid rows raise a `MistakesError` that
    names all of them; nothing is taken by halves. Whether an answer is one of its protocol, an analysis checks.
    """
    waiting = {each.screen: each for each in plan}
    answered: dict[str, Judgment] = {}
    mistakes: list[InputError] = []
    for path in files:
        for place, row in _rows(Path(path), mistakes):
            try:
                judgment = _answered(waiting, row, place)
            except InputError as mistake:
                mistakes.append(mistake)
                continue
            if judgment.screen in answered:
                found = f"{judgment.screen}, as in {answered[judgment.screen].place}"
                mistakes.append(InputError(place=place, expected="each screen once", found=found))
            elif judgment.answer is not None:
                answered[judgment.screen] = judgment
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(answered[each.screen] for each in plan if each.screen in answered), len(plan) - len(answered)


def _answered(waiting: Mapping[str, Judgment], row: Mapping[str, Any], place: Place) -> Judgment:
    if unknown := [key for key in row if key not in _ANSWERED]:
        raise InputError(place=place, expected=f"keys among {', '.join(_ANSWERED)}", found=", ".join(unknown))
    planned = waiting.get(str(row.get("screen_id")))
    if planned is None:
        raise InputError(place=place, expected="a screen of the plan", found=repr(row.get("screen_id")))
    return judgment_of({**record_of(planned), **row}, place)


def _rows(path: Path, mistakes: list[InputError]) -> Iterator[tuple[Place, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or "no UTF-8"
        raise InputError(place=Place(str(path)), expected="a file of answers", found=str(problem).lower()) from None
    for number, line in enumerate(lines, start=1):
        place = Place(str(path), number)
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if isinstance(row, dict):
            yield place, row
        else:
            mistakes.append(InputError(place=place, expected="a JSON object", found=line[:60] or "an empty line"))


def folder_of(folder: Path, judge: str) -> Path:
    """Where what is for a judge goes; an error where the name cannot be one of a file."""
    if judge.startswith(".") or any(character in judge for character in "/\\:") or not judge.isprintable():
        raise InputError(expected="names of judges that can be names of folders", found=repr(judge))
    return folder / judge


def _write(path: Path, text: str) -> None:
    with unwritable_refused(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
