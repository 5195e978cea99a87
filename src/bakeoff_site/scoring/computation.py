"""The part of scoring that takes time: in this process, or on a cluster where the settings name one.

`compute` needs files and a rulebook alone, no database, so that any machine can run it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from bakeoff.data import AlignedTexts, ReferenceSet, TestSet, align
from bakeoff.engine import SilentWorkError, follow, open_engine
from bakeoff.errors import BakeoffError, InputError, TransientError
from bakeoff.evaluation import Evaluation, score_by_rules
from bakeoff.formats import read_references, read_runs, read_source
from bakeoff.rulebook import kept_rulebook


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as people call it, and where it is."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A run to be scored, under the name that its scores are to have."""

    rulebook: Mapping[str, Any]
    """Its content; it is parsed where it is needed."""
    track: str
    language_pair: str
    test_set: str
    system: str
    run: StoredFile
    references: Sequence[StoredFile]
    source: StoredFile | None = None
    mappings: StoredFile | None = None
    regions: StoredFile | None = None


def compute_or_delegate(request: Request, report: Callable[[int, int], None]) -> dict[str, Evaluation]:
    """The scores of a run under every specification, wherever they are computed."""
    if not settings.CLUSTER_URL:
        return compute(request, report)
    try:
        evaluations: dict[str, Evaluation] = follow(
            _engine(settings.CLUSTER_URL),
            compute,
            request,
            on_progress=report,
            silence_seconds=settings.STALL_SECONDS or None,
        )
    except SilentWorkError as error:
        _engine.cache_clear()
        raise ClusterError(f"{error} that the cluster {settings.CLUSTER_URL} computes: look at its workers.") from None
    except BakeoffError:
        raise  # of the run
    except Exception:
        _engine.cache_clear()  # a connection that was lost for long is closed for good: the next attempt opens another
        raise
    return evaluations


class ClusterError(TransientError):
    """The cluster cannot be reached: no fault of the run, which is tried again."""


@cache
def _engine(url: str) -> Executor:
    """One connection to the cluster for all threads of a worker."""
    try:
        return open_engine(url)
    except BakeoffError as error:
        raise ClusterError(str(error)) from None


def compute(request: Request, on_progress: Any = None) -> dict[str, Evaluation]:
    """The scores of a run under every specification; see `score_by_rules`."""
    rulebook = kept_rulebook(request.rulebook)
    reads_files = rulebook.scoring_of(request.track, request.language_pair).is_recognition
    with _under_their_names() as named:
        evaluations = score_by_rules(
            rulebook,
            track=request.track,
            language_pair=request.language_pair,
            test_set=request.test_set,
            runs={request.system: named(request.run)},
            references=[named(each) for each in request.references]
            if reads_files
            else [text for each in request.references for text in _references(each)],
            source=None if reads_files or request.source is None else _source(request.source),
            mappings=None if request.mappings is None else named(request.mappings),
            regions=None if request.regions is None else named(request.regions),
            on_progress=on_progress,
        )
        return {
            specification: replace(evaluation, remarks=tuple(map(named.without_folders, evaluation.remarks)))
            for specification, evaluation in evaluations.items()
        }


def aligned_texts(
    runs: Mapping[str, StoredFile], references: Sequence[StoredFile], source: StoredFile | None
) -> AlignedTexts:
    """Runs of a test set next to its references and source, without scores: their segments must be those of the set."""
    with _under_their_names() as named:
        texts = []
        for system, file in runs.items():
            read = read_runs(named(file))
            if len(read) != 1:
                raise InputError(expected=f"one run in {file.name}", found=str(len(read)))
            texts.append(replace(read[0], system=system))
        return align(
            texts,
            [text for each in references for text in _references(each)],
            source=None if source is None else _source(source),
            uneven_references=True,
        )


# Stored files never change, and all runs on a test set are scored against the same: who scores them reads these once.


@lru_cache(maxsize=16)
def _references(file: StoredFile) -> tuple[ReferenceSet, ...]:
    with _under_their_names() as named:
        return tuple(replace(text, file=file.name) for text in read_references(named(file)))


@lru_cache(maxsize=16)
def _source(file: StoredFile) -> TestSet:
    with _under_their_names() as named:
        return replace(read_source(named(file)), file=file.name)


class _Names:
    """Links to stored files under the names that people gave them: names show formats, and messages name files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def __call__(self, file: StoredFile) -> Path:
        self._count += 1
        place = self._folder / str(self._count)
        place.mkdir()
        link = place / (Path(file.name).name or "file")
        link.symlink_to(file.path.resolve())
        return link

    def without_folders(self, text: str) -> str:
        for number in range(1, self._count + 1):
            text = text.replace(f"{self._folder / str(number)}/", "")
        return text


@contextmanager
def _under_their_names() -> Iterator[_Names]:
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        names = _Names(Path(folder))
        try:
            yield names
        except InputError as error:
            raise _called_plainly(error, names) from None
        except BakeoffError as error:
            raise BakeoffError(names.without_folders(str(error))) from None


def _called_plainly(error: InputError, names: _Names) -> InputError:
    place = error.place
    return InputError(
        found=names.without_folders(error.found),
        expected=names.without_folders(error.expected),
        remedy=names.without_folders(error.remedy),
        place=replace(place, file=names.without_folders(place.file) if place.file else None),
    )
