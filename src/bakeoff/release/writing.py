"""Writing a release package: the same content gives the same bytes.

It is a zip file, because its members can be read one by one and every system opens it. Members are in the order of
their names, with a fixed time, owner and mode. The bytes of the archive depend on the version of zlib; the checksums in
it are of the files and depend on nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bakeoff.data.judgments import Judgment
from bakeoff.evaluation.progress import Progress, Steps
from bakeoff.formats.judgments.interchange import lines_of
from bakeoff.release.content import (
    EvaluationJudgments,
    GivenScores,
    ReleaseContent,
    ReleaseFile,
    RunOutput,
    TestSetFiles,
)
from bakeoff.release.data_card import data_card
from bakeoff.release.index import (
    CHECKSUMS,
    DATA_CARD,
    FORMAT,
    INDEX,
    README,
    RULEBOOK,
    TABLES,
    Index,
    IndexedFile,
    IndexedJudgments,
    IndexedOutput,
    IndexedScores,
    IndexedTestSet,
)
from bakeoff.release.privacy import pseudonymous
from bakeoff.release.read_me import read_me
from bakeoff.release.staging import Staging, plain_name
from bakeoff.release.stored_results import add_results
from bakeoff.release.stored_statistics import add_statistics
from bakeoff.release.touched_tables import touched_tables
from bakeoff.release.values import encode
from bakeoff.rulebook.files.toml_writer import write_toml
from bakeoff.submissions.archives.writer import write_archive


def write_package(
    content: ReleaseContent, path: str | Path, *, overwrite: bool = False, on_progress: Progress | None = None
) -> None:
    """Writes all of a campaign into one archive, without anything from which a judge follows (see `privacy`).

    It appears under its name when it is complete; an existing file is kept unless `overwrite` is set.
    """
    content = pseudonymous(content)
    steps = Steps(4 + len(content.outputs) + len(content.judgments), on_progress)
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        staging = Staging(Path(folder))
        index = stage_content(content, staging, steps)
        steps.advance()
        staging.add_text(RULEBOOK, write_toml(content.results.rules))
        staging.add_json(TABLES, encode(touched_tables(content.results, index)))
        steps.advance()
        staging.add_text(README, read_me(content, index))
        card = data_card(content, index, {path: (digest, staging.size(path)) for path, digest in _sorted(staging)})
        staging.add_json(DATA_CARD, card)
        staging.add_text(CHECKSUMS, checksum_lines(staging.checksums.items()))
        steps.advance()
        write_archive(staging.files, path, "zip", overwrite=overwrite)
    steps.advance()


def checksum_lines(checksums: Iterable[tuple[str, str]]) -> str:
    """A line for each file, as `sha256sum --check` reads them."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(checksums))


def _sorted(staging: Staging) -> list[tuple[str, str]]:
    return sorted(staging.checksums.items())


def stage_content(content: ReleaseContent, staging: Staging, steps: Steps) -> Index:
    """Writes results, texts, statistics, judgments and the index: everything that a package is read from."""
    stored = add_results(content.results, staging)
    numbers = _Numbers()
    index = Index(
        format=FORMAT,
        boards=stored.boards,
        human=stored.human,
        tournament_results=stored.tournaments,
        metrics_task_results=stored.metrics_tasks,
        test_sets=tuple(_test_set(each, staging) for each in content.test_sets),
        outputs=tuple(_output(content, each, staging, numbers, steps) for each in content.outputs),
        left_out=dict(content.left_out),
        statistics=tuple(add_statistics(content.statistics(), staging)),
        given_scores=tuple(_scores(each, staging, numbers) for each in content.given_scores),
        judgments=tuple(_judgments(each, staging, numbers, steps) for each in content.judgments),
        tournaments=content.tournaments,
        metrics_tasks=content.metrics_tasks,
        licence=content.licence,
        address=content.address,
    )
    staging.add_json(INDEX, encode(index))
    return index


class _Numbers:
    """Numbers that keep names of files apart."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """The next one, in four digits."""
        self._last += 1
        return f"{self._last:04d}"


def _test_set(files: TestSetFiles, staging: Staging) -> IndexedTestSet:
    folder = f"test-sets/{plain_name(files.test_set)}/{plain_name(files.language_pair or 'all')}"

    def single(what: str, file: ReleaseFile | None) -> IndexedFile | None:
        return None if file is None else staging.add_file(f"{folder}/{what}/", file)

    return IndexedTestSet(
        language_pair=files.language_pair,
        test_set=files.test_set,
        source=single("source", files.source),
        references=tuple(
            staging.add_file(f"{folder}/reference-{number}/", file)
            for number, file in enumerate(files.references, start=1)
        ),
        mappings=single("mappings", files.mappings),
        regions=single("regions", files.regions),
        left_out=dict(files.left_out),
    )


def _output(
    content: ReleaseContent, output: RunOutput, staging: Staging, numbers: _Numbers, steps: Steps
) -> IndexedOutput:
    found = content.results.runs.get(output.run)
    place = () if found is None else filter(None, (found[0].track, found[0].test_set, found[0].language_pair))
    folder = "/".join(("outputs", *map(plain_name, place)))
    file = staging.add_file(f"{folder}/{numbers.next()}-", output.file)
    steps.advance()
    return IndexedOutput(run=output.run, file=file)


def _scores(scores: GivenScores, staging: Staging, numbers: _Numbers) -> IndexedScores:
    folder = f"given-scores/{plain_name(scores.test_set)}/{plain_name(scores.language_pair)}"
    return IndexedScores(
        track=scores.track,
        language_pair=scores.language_pair,
        condition=scores.condition,
        test_set=scores.test_set,
        metric=scores.metric,
        direction=scores.direction,
        file=staging.add_file(f"{folder}/{numbers.next()}-", scores.file),
        systems=dict(scores.systems),
        origin=dict(scores.origin),
    )


def _judgments(own: EvaluationJudgments, staging: Staging, numbers: _Numbers, steps: Steps) -> IndexedJudgments:
    name = f"judgments/{numbers.next()}-{plain_name(own.evaluation)}"
    path = f"{name}.jsonl"
    _add_lines(path, own.judgments, staging)
    earlier = _add_lines(f"{name}.earlier.jsonl", own.earlier, staging) if any(True for _ in own.earlier()) else ""
    steps.advance()
    return IndexedJudgments(
        evaluation=own.evaluation,
        path=path,
        earlier=earlier,
        rules=dict(own.rules),
        names=dict(own.names),
        runs=dict(own.runs),
        references_count=own.references_count,
        constituents=dict(own.constituents),
    )


def _add_lines(path: str, judgments: Callable[[], Iterator[Judgment]], staging: Staging) -> str:
    with staging.opened(path) as target:
        for line in lines_of(judgments()):
            target.write(line.encode())
    return path
