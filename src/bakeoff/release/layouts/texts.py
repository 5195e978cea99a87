"""The texts of a package, board by board, with what files call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.data import AlignedTexts, ReferenceSet, Run, TestSet, align
from bakeoff.errors import BakeoffError
from bakeoff.formats import read_references, read_runs, read_source
from bakeoff.release.content import ReleaseContent
from bakeoff.release.recomputation.files import NamedFiles, files_of
from bakeoff.release.staging import plain_name
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.text import language_code


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTexts:
    """The texts of a board. Systems are called as in its results, with a condition or track where others are on the
    same test set.
    """

    board: BoardResults
    stem: str
    """Of the test set in files."""
    source_language: str
    target_language: str
    texts: AlignedTexts
    source: TestSet | None
    references: tuple[ReferenceSet, ...]
    runs: tuple[Run, ...]
    ids: tuple[str, ...]
    """Of the runs, in the same order."""

    @property
    def pair(self) -> str:
        """Languages as files of WMT call them."""
        return f"{self.source_language}-{self.target_language}"

    @property
    def reference_names(self) -> tuple[str, ...]:
        """Letters, as WMT names references."""
        return tuple(chr(ord("A") + number) for number in range(len(self.references)))


def one_a_line(column: Sequence[str]) -> str:
    """A text with a segment a line."""
    return "".join(text.replace("\r", " ").replace("\n", " ") + "\n" for text in column)


def texts_of_boards(
    content: ReleaseContent, files: NamedFiles, on_remark: Callable[[str], None]
) -> Iterator[BoardTexts]:
    """Boards whose outputs have the segments of the test set; of others a remark says why they are missing."""
    taken: set[tuple[str, str]] = set()
    for board in content.results.boards:
        place = " ".join(filter(None, board.place))
        try:
            found = _texts(content, board, files)
        except BakeoffError as error:
            on_remark(f"{place} is left out: {files.without_folders(str(error))}")
            continue
        if found is None:
            on_remark(f"{place} is left out: it has no outputs or no texts of a test set.")
            continue
        stem = found.stem
        if (stem, found.pair) in taken:
            stem = plain_name("-".join(filter(None, (board.test_set, board.track, board.condition))))
        taken.add((stem, found.pair))
        yield replace(found, stem=stem)


def _texts(content: ReleaseContent, board: BoardResults, files: NamedFiles) -> BoardTexts | None:
    own = files_of(content, board.language_pair, board.test_set)
    outputs = {each.run: each.file for each in content.outputs}
    runs = [run for run in board.runs if run.id in outputs]
    track = content.results.rulebook.tracks[board.track]
    if own is None or not runs or track.kind == "metrics":
        return None
    read = tuple(
        replace(read_runs(files.path_of(outputs[run.id]))[0], system=plain_name(run.name).replace(".", "-"))
        for run in runs
    )
    references = tuple(text for each in own.references for text in read_references(files.path_of(each)))
    source = None if own.source is None else read_source(files.path_of(own.source))
    pair = content.results.rulebook.language_pairs[board.language_pair]
    return BoardTexts(
        board=board,
        stem=plain_name(board.test_set),
        source_language=plain_name(language_code(pair.source) if pair.source else "xx"),
        target_language=plain_name(language_code(pair.target or pair.source or "xx")),
        texts=align(read, references, source=source, uneven_references=True),
        source=source,
        references=references,
        runs=read,
        ids=tuple(run.id for run in runs),
    )
