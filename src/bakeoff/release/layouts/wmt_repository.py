"""The layout of WMT's repositories of a year (`wmt22-news-systems` and its neighbours).

`xml/SET.PAIR.all.xml`, `txt/sources/SET.PAIR.src.LANG`, `txt/references/SET.PAIR.ref.NAME.LANG`,
`txt/system-outputs/SET.PAIR.hyp.SYSTEM.LANG`, and `humaneval/` with judgments as JSON Lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bakeoff.data import TextSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import format_named
from bakeoff.formats.judgments.interchange import lines_of
from bakeoff.formats.text.conversion import with_default, with_labels
from bakeoff.formats.writer import encoded
from bakeoff.release.content import ReleaseContent
from bakeoff.release.layouts.texts import BoardTexts, one_a_line
from bakeoff.release.staging import plain_name


def wmt_files(
    content: ReleaseContent, boards: tuple[BoardTexts, ...], on_remark: Callable[[str], None]
) -> Iterator[tuple[str, str]]:
    """The files by their paths."""
    for board in boards:
        stem, source, target = f"{board.stem}.{board.pair}", board.source_language, board.target_language
        if board.texts.source is not None:
            yield f"txt/sources/{stem}.src.{source}", one_a_line(board.texts.source)
        for name, column in zip(board.reference_names, board.texts.references, strict=True):
            yield f"txt/references/{stem}.ref.{name}.{target}", one_a_line(column)
        for run in board.runs:
            yield f"txt/system-outputs/{stem}.hyp.{run.system}.{target}", one_a_line(board.texts.run_of(run.system))
        try:
            yield f"xml/{stem}.all.xml", _xml(board)
        except BakeoffError as error:
            on_remark(f"{stem}.all.xml is left out: {error}")
    for own in content.judgments:
        yield f"humaneval/{plain_name(own.evaluation)}.jsonl", "".join(lines_of(own.judgments()))


def _xml(board: BoardTexts) -> str:
    sets: list[TextSet] = [] if board.source is None else [board.source]
    sets += [replace(each, name=name) for each, name in zip(board.references, board.reference_names, strict=True)]
    sets += board.runs
    labelled = tuple(
        with_default(
            with_labels(
                each,
                test_set=board.stem,
                source_language=board.source_language,
                target_language=board.target_language,
                name=None,
            ),
            "origlang",
            board.source_language,
        )
        for each in sets
    )
    return encoded(labelled, format_named("wmt-xml")).decode()
