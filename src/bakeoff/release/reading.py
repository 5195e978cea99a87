"""Reading a release package that anybody may have written: unpacked as uploads are, its files opened when needed."""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError, MistakesError, Place
from bakeoff.formats.judgments.interchange import judgment_of
from bakeoff.formats.judgments.rows import strict_json
from bakeoff.release.content import (
    EvaluationJudgments,
    GivenScores,
    ReleaseContent,
    ReleaseFile,
    RunOutput,
    TestSetFiles,
)
from bakeoff.release.index import FORMAT, INDEX, Index, IndexedFile, IndexedJudgments, IndexedTestSet
from bakeoff.release.stored_results import stored_results
from bakeoff.release.stored_statistics import read_statistics
from bakeoff.release.values import decode
from bakeoff.submissions.archives.extraction import unpack
from bakeoff.submissions.archives.limits import Limits

LIMITS = Limits(files=100_000, total_bytes=16 << 30, file_bytes=2 << 30, ratio=500)
"""Arrays of counts shrink much more than texts do."""
_ALLOWED = ("archive-nested", "archive-ending")
"""Findings that stop nobody: outputs may be compressed files, and people rename archives."""
_MOST_JSON = 1 << 30


def is_package(path: str | Path) -> bool:
    """Whether a path is an archive, or a folder, with the index of a package; nothing is unpacked for that."""
    place = Path(path)
    if place.is_dir():
        return (place / INDEX).is_file()
    try:
        with zipfile.ZipFile(place) as archive:
            return INDEX in archive.namelist()
    except (OSError, zipfile.BadZipFile, ValueError):
        return False


class UnpackedPackage:
    """The files of a package on the disk, for as long as something refers to them."""

    def __init__(self, path: str | Path, *, limits: Limits = LIMITS) -> None:
        folder = tempfile.mkdtemp(prefix="bakeoff-")
        self._close = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        contents = unpack(path, folder, limits=limits)
        refused = [each for each in contents.findings if each.code not in _ALLOWED]
        if refused or contents.kind == "file":
            self._close()
            raise _refused(path, refused)
        self.places: Mapping[str, Path] = {each.name: each.path for each in contents.files}

    def place_of(self, path: str) -> Path:
        """Where a file of the package is; an InputError where it has none of this name."""
        place = self.places.get(path)
        if place is None:
            raise InputError(
                place=Place(path), expected="a file of the package", found="none", remedy="Fetch the package again."
            )
        return place

    def json(self, path: str) -> Any:
        """The content of a file of JSON."""
        place = self.place_of(path)
        if (size := place.stat().st_size) > _MOST_JSON:
            raise InputError(place=Place(path), expected=f"at most {_MOST_JSON:,} bytes", found=f"{size:,}")
        try:
            return strict_json(place.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise InputError(
                place=Place(path),
                expected="JSON",
                found=f"something else ({error})"[:200],
                remedy="Fetch the package again.",
            ) from None

    def index(self) -> Index:
        """What is in the package."""
        content = self.json(INDEX)
        written = content.get("format") if isinstance(content, dict) else None
        if written != FORMAT:
            raise InputError(
                place=Place(INDEX),
                expected=f"the format {FORMAT}",
                found=json.dumps(written)[:80],
                remedy="Take a version of Bakeoff that knows it.",
            )
        return decode(Index, content, file=INDEX)


def read_package(path: str | Path, *, limits: Limits = LIMITS) -> ReleaseContent:
    """The content of a package, an archive or the folder that it was unpacked into.

    Files, judgments and statistics are read when they are asked for; what is unpacked for that is removed when the
    content is no longer used. Hostile archives are refused with an InputError that says why.
    """
    return content_of(UnpackedPackage(path, limits=limits))


def content_of(package: UnpackedPackage) -> ReleaseContent:
    """The content of a package that is unpacked."""
    index = package.index()
    return ReleaseContent(
        results=stored_results(index, package.json),
        test_sets=tuple(_test_set(each, package) for each in index.test_sets),
        outputs=tuple(RunOutput(run=each.run, file=_file(each.file, package)) for each in index.outputs),
        left_out=index.left_out,
        statistics=partial(_statistics, index, package),
        given_scores=tuple(
            GivenScores(
                track=each.track,
                language_pair=each.language_pair,
                condition=each.condition,
                test_set=each.test_set,
                metric=each.metric,
                direction=each.direction,
                file=_file(each.file, package),
                systems=each.systems,
                origin=each.origin,
            )
            for each in index.given_scores
        ),
        judgments=tuple(_judgments(each, package) for each in index.judgments),
        tournaments=index.tournaments,
        metrics_tasks=index.metrics_tasks,
        licence=index.licence,
        address=index.address,
    )


def _refused(path: str | Path, findings: list[Any]) -> InputError | MistakesError:
    errors = [
        InputError(place=each.place, expected=each.expected, found=each.found, remedy=each.remedy) for each in findings
    ]
    if not errors:
        return InputError(
            place=Place(str(path)),
            expected="a release package (a zip archive, or the folder that it was unpacked into)",
            found="a single file",
        )
    return errors[0] if len(errors) == 1 else MistakesError(errors)


def _statistics(index: Index, package: UnpackedPackage) -> Iterator[Any]:
    return read_statistics(index.statistics, package.place_of)


def _test_set(own: IndexedTestSet, package: UnpackedPackage) -> TestSetFiles:
    def single(file: IndexedFile | None) -> ReleaseFile | None:
        return None if file is None else _file(file, package)

    return TestSetFiles(
        language_pair=own.language_pair,
        test_set=own.test_set,
        source=single(own.source),
        references=tuple(_file(each, package) for each in own.references),
        mappings=single(own.mappings),
        regions=single(own.regions),
        left_out=own.left_out,
    )


def _file(file: IndexedFile, package: UnpackedPackage) -> ReleaseFile:
    package.place_of(file.path)
    return ReleaseFile(name=file.name, open=partial(_opened, package, file.path), licence=file.licence)


def _opened(package: UnpackedPackage, path: str) -> BinaryIO:
    return package.place_of(path).open("rb")


def _judgments(own: IndexedJudgments, package: UnpackedPackage) -> EvaluationJudgments:
    earlier: Callable[[], Iterator[Judgment]] = partial(_lines, package, own.earlier)
    return EvaluationJudgments(
        evaluation=own.evaluation,
        rules=own.rules,
        judgments=partial(_lines, package, own.path),
        names=own.names,
        runs=own.runs,
        earlier=earlier,
        references_count=own.references_count,
        constituents=own.constituents,
    )


def _lines(package: UnpackedPackage, path: str) -> Iterator[Judgment]:
    """The judgments of a file; a mistake is an InputError with its line."""
    if not path:
        return
    with package.place_of(path).open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            place = Place(path, number)
            try:
                record = strict_json(line.decode())
            except (ValueError, RecursionError) as error:
                raise InputError(place=place, expected="a JSON object", found=f"{error}"[:200]) from None
            if not isinstance(record, dict):
                raise InputError(place=place, expected="a JSON object", found=f"{record!r}"[:80])
            yield judgment_of(record, place)
