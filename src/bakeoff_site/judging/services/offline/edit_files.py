"""Outputs to correct in the tools of translators: an offline file as XLIFF, TMX or a table, and what comes back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID, uuid5

from bakeoff.errors import InputError, MistakesError
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit, match_returned
from bakeoff.formats.exchange.files import ENDINGS, read_bilingual, write_bilingual
from bakeoff_site.accounts.models import User
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import work_folder
from bakeoff_site.judging.choices import ActionKind, ScreenState
from bakeoff_site.judging.models import Action, OfflineFile, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.selectors.offline_files import own_offline_file, screens_of
from bakeoff_site.judging.services.answers import NewAction, check_actions
from bakeoff_site.judging.services.imports import write_limited
from bakeoff_site.judging.services.offline.answer_files import AnsweredScreen, KeptAction
from bakeoff_site.judging.services.offline.answers import (
    AnswersRefusedError,
    Uploaded,
    Work,
    save_works,
)

EDIT_FORMATS = {
    "xliff-2.1": "XLIFF 2.1",
    "xliff-1.2": "XLIFF 1.2",
    "tmx": "TMX",
    "bilingual-tsv": "Table (TSV)",
}
"""With what people call them."""
_OF_FILES = 5
"""The version of the keys of actions that files make; those of pages are random."""


def edit_file_name(file: OfflineFile, format: str) -> str:
    task = file.judge.task
    return f"{task.campaign.slug}-{task.slug}-{file.pk}{ENDINGS[format]}"


def edit_file(file: OfflineFile, format: str) -> bytes:
    """The segments of a file with the outputs to correct, or what its judge made of them so far, as targets."""
    with work_folder() as folder:
        path = folder / f"edits{ENDINGS[format]}"
        write_bilingual(_bilingual(_edited_screens(file), with_edits=True), path, format)
        return path.read_bytes()


def upload_edits(
    file: OfflineFile,
    user: User,
    name: str,
    chunks: Iterable[bytes],
    *,
    partly: bool = False,
    replaces: bool | None = None,
    now: datetime,
) -> Uploaded:
    """Takes what a translator made of a file in a tool of their own; the same file counts once.

    Every segment with a target counts as edited. Changed sources, unknown and repeated segments are all named, and
    nothing is saved then. `partly` and `replaces` are those of `upload_answers`.
    """
    screens = _edited_screens(file)
    sent = _bilingual(screens, with_edits=False)
    with work_folder() as folder:
        path = folder / (Path(name).name[:200] or "edits")
        write_limited(path, chunks)
        try:
            found = match_returned(sent, read_bilingual(path), partial=True)
        except MistakesError as error:
            raise AnswersRefusedError([_without_folder(each, folder) for each in error.mistakes]) from None
        except InputError as error:
            raise AnswersRefusedError([_without_folder(error, folder)]) from None
    last = _last_answers(screens)
    by_id = {
        unit.id: (number, screen)
        for number, (unit, screen) in enumerate(zip(sent.units, screens, strict=True), start=1)
    }
    works, mistakes = [], []
    for unit, edited in found.units:
        number, screen = by_id[unit.id]
        work = _work(number, screen, sent=unit, edited=edited, last=last.get(screen.pk))
        try:
            check_actions(screen, work.actions)
        except RefusedError as refusal:
            mistakes.append(f"Screen {number}: {refusal}")
        works.append(work)
    if mistakes:
        raise AnswersRefusedError(mistakes)
    return save_works(file, screens, works, user, partly=partly, replaces=replaces, now=now)


def _edited_screens(file: OfflineFile) -> list[Screen]:
    if not own_offline_file(file).is_edited:
        raise RefusedError("This file has screens that are no outputs to correct. Judge it in your browser.")
    return screens_of(file)


def _bilingual(screens: Sequence[Screen], *, with_edits: bool) -> BilingualFile:
    """Ids are places in the file: nothing names a system."""
    shown = [shown_screen(each) for each in screens]
    units = []
    for number, (screen, each) in enumerate(zip(screens, shown, strict=True), start=1):
        answer = screen.draft.get("answer") or {}
        edited = answer.get("text") if with_edits else None
        units.append(
            BilingualUnit(
                id=f"u{number}",
                source=each.source or "",
                target=edited or each.texts[0] or None,
                signed_off=with_edits and bool(answer.get("signed_off")),
            )
        )
    return BilingualFile(
        units=tuple(units), source_language=shown[0].source_language, target_language=shown[0].target_language
    )


def _work(number: int, screen: Screen, *, sent: BilingualUnit, edited: BilingualUnit, last: UUID | None) -> Work:
    """The actions of a segment, none where it was left as it is stored; `last` is the key of the last answer to it."""
    note = " ".join(each for each in edited.notes if each not in sent.notes)
    answer = {"text": edited.target or "", "original": sent.target or "", "signed_off": edited.signed_off}
    stored = screen.draft.get("answer") or {}
    is_answered = screen.state == ScreenState.ANSWERED
    differs = {name: stored.get(name) for name in answer} != answer
    says_more = bool(note) and screen.draft.get("comment", "") != note
    said: list[tuple[ActionKind, dict[str, object]]] = [(ActionKind.ANSWER, {"answer": answer})]
    said += [(ActionKind.COMMENT, {"text": note})] if says_more else []
    said.append((ActionKind.SUBMIT, {}))
    digest = hashlib.sha256(json.dumps([answer, note], sort_keys=True).encode()).hexdigest()
    actions = [
        # The same file twice at the same moment counts once.
        NewAction(key=uuid5(screen.key, f"{screen.version}:{kind}:{digest}"), kind=kind, payload=payload)
        for kind, payload in said
    ]
    return Work(
        number=number,
        screen=screen,
        sent=AnsweredScreen(
            key=screen.key,
            version=screen.version,
            text_digest=screen.text_digest,
            actions=[KeptAction(key=each.key, kind=each.kind, payload=dict(each.payload)) for each in actions],
        ),
        actions=() if is_answered and not differs and not says_more else tuple(actions),
        is_changed_elsewhere=is_answered and differs and last is not None and last.version != _OF_FILES,
    )


def _last_answers(screens: Sequence[Screen]) -> dict[int, UUID]:
    """The key of the last answer to each screen."""
    rows = Action.objects.filter(screen__in=screens, kind=ActionKind.ANSWER).order_by("pk")
    return dict(rows.values_list("screen", "key"))


def _without_folder(error: InputError, folder: Path) -> str:
    return str(error).replace(f"{folder}/", "")
