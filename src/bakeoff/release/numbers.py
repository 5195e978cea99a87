"""All numbers of a package computed again and compared with the published ones."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.evaluation import Evaluation, scoring_of
from bakeoff.evaluation.progress import Progress, Steps
from bakeoff.release.content import ReleaseContent, SegmentStatistics
from bakeoff.release.differences import Difference, count_numbers, differences
from bakeoff.release.index import CAMPAIGN, INDEX, Index
from bakeoff.release.read_me import left_out_sentences
from bakeoff.release.recomputation.boards import recompute_board
from bakeoff.release.recomputation.corpora import recompute_corpora
from bakeoff.release.recomputation.files import NamedFiles
from bakeoff.release.recomputation.human import AnalysedEvaluation, recompute_human
from bakeoff.release.recomputation.metrics_tasks import evaluations_of_runs, recompute_metrics_task
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.release.recomputation.tournaments import recompute_tournament
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CheckedNumbers:
    """What was published, what is computed, and where they differ."""

    published: CampaignResults
    computed: CampaignResults
    numbers: int
    differences: tuple[tuple[str, Difference], ...]
    """With the file that each is in."""
    gaps: tuple[Gap, ...]
    taken: tuple[str, ...]
    left_out: tuple[str, ...]


def check_numbers(
    content: ReleaseContent, index: Index, *, tolerance: float = 0.0, on_progress: Progress | None = None
) -> CheckedNumbers:
    """Computes all results of a package again."""
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        return _Check(content, index, NamedFiles(Path(folder)), tolerance, on_progress).all()


class _Check:
    def __init__(
        self,
        content: ReleaseContent,
        index: Index,
        files: NamedFiles,
        tolerance: float,
        on_progress: Progress | None,
    ) -> None:
        results = content.results
        parts = (results.boards, results.human, results.tournaments, results.metrics_tasks)
        self._content, self._index, self._files, self._tolerance = content, index, files, tolerance
        self._steps = Steps(1 + sum(map(len, parts)), on_progress)
        self._numbers = 0
        self._differences: list[tuple[str, Difference]] = []
        self._gaps: list[Gap] = []
        self._taken: dict[str, None] = {}
        self._statistics: dict[str, list[SegmentStatistics]] = {}
        self._paths = {
            (each.run, each.specification, name): each.path for each in index.statistics for name in each.metrics
        }

    def all(self) -> CheckedNumbers:
        """Everything, boards first: metrics tasks take their scores."""
        results, index = self._content.results, self._index
        for each in self._content.statistics():
            self._statistics.setdefault(each.run, []).append(each)
        boards, found = [], []
        for board, path in zip(results.boards, index.boards, strict=True):
            again, evaluations = recompute_board(self._content, board, self._statistics, self._files)
            boards.append(self._noted(again, path, board))
            self._check_statistics(board, evaluations)
            found.append(evaluations)
        analysed = {
            own.evaluation: AnalysedEvaluation(content=self._content, own=own, files=self._files)
            for own in self._content.judgments
        }
        human = [
            self._noted(self._human(each, analysed), path, each)
            for each, path in zip(results.human, index.human, strict=True)
        ]
        tournaments = [
            self._noted(recompute_tournament(self._content, each, analysed), path, each)
            for each, path in zip(results.tournaments, index.tournament_results, strict=True)
        ]
        by_run = evaluations_of_runs(iter(found))
        tasks = [
            self._noted(
                recompute_metrics_task(self._content, each, analysed.get(each.evaluation), by_run, self._files),
                path,
                each,
            )
            for each, path in zip(results.metrics_tasks, index.metrics_task_results, strict=True)
        ]
        data = self._noted(recompute_corpora(self._content, self._files), CAMPAIGN, results.data)
        computed = replace(
            results,
            boards=tuple(boards),
            human=tuple(human),
            tournaments=tuple(tournaments),
            metrics_tasks=tuple(tasks),
            data=data,
        )
        return CheckedNumbers(
            published=results,
            computed=computed,
            numbers=self._numbers,
            differences=tuple(self._differences),
            gaps=tuple(self._gaps),
            taken=tuple(self._taken),
            left_out=left_out_sentences(self._content),
        )

    def _human(self, published: HumanResults, analysed: Mapping[str, AnalysedEvaluation]) -> Recomputed[HumanResults]:
        own = analysed.get(published.evaluation)
        if own is None:
            what = f"{published.title} ({published.language_pair}, {published.test_set})"
            gap = Gap(what=what, why="its judgments are not released with the package", is_wrong=False)
            return Recomputed(result=published, gaps=(gap,))
        return recompute_human(own, published)

    def _noted(self, again: Recomputed[Any], path: str, published: Any) -> Any:
        self._numbers += count_numbers(published)
        found = differences(published, again.result, tolerance=self._tolerance)
        self._differences += [(path, each) for each in found]
        self._gaps += again.gaps
        self._taken.update(dict.fromkeys(again.taken))
        self._steps.advance()
        return again.result

    def _check_statistics(self, board: BoardResults, evaluations: Mapping[str, Evaluation]) -> None:
        """What scores are summed from, where they were computed from texts."""
        for path, difference in self._wrong_statistics(board, evaluations):
            self._differences.append((path, difference))

    def _wrong_statistics(
        self, board: BoardResults, evaluations: Mapping[str, Evaluation]
    ) -> Iterator[tuple[str, Difference]]:
        runs = {run.id: run.name for run in board.runs}
        for run, own in self._of(runs):
            for each in own:
                yield from self._misnamed(board, run, each)
                evaluation = evaluations.get(each.specification)
                system = next((one for one in evaluation.systems if one.name == run), None) if evaluation else None
                computed = None if system is None else system.statistics.get(each.metric)
                if computed is None:
                    continue
                self._numbers += each.rows.size
                for row, what, published, its in _unequal(each, computed, self._tolerance):
                    where = f"{runs[run]}, {each.metric} ({each.specification}), segment {row}, {what}"
                    yield self._paths[run, each.specification, each.metric], Difference(where, published, its)
                    break

    def _misnamed(self, board: BoardResults, run: str, each: SegmentStatistics) -> Iterator[tuple[str, Difference]]:
        """Statistics of a score that was never published, or with columns that its metric has not."""
        if not any(own.id == run and own.score(each.metric, each.specification) for own in board.runs):
            what = f"statistics of {run}, {each.metric} ({each.specification})"
            yield INDEX, Difference(what, "statistics", "no published score")
            return
        scores = next(own for own in board.runs if own.id == run).score(each.metric, each.specification)
        language = self._content.results.rulebook.language_pairs[board.language_pair].target
        columns = (
            ("sum", "segments")
            if scores is not None and scores.outside
            else tuple(scoring_of(each.metric, language).columns)
        )
        if columns != each.columns:
            what = f"columns of {run}, {each.metric} ({each.specification})"
            yield INDEX, Difference(what, " ".join(each.columns), " ".join(columns))

    def _of(self, runs: Iterable[str]) -> Iterator[tuple[str, Sequence[SegmentStatistics]]]:
        return ((run, self._statistics.get(run, ())) for run in runs)


def _unequal(each: SegmentStatistics, computed: Any, tolerance: float) -> Iterator[tuple[int, str, str, str]]:
    if computed.shape != each.rows.shape:
        yield 1, "the number of rows and columns", f"{each.rows.shape}", f"{computed.shape}"
        return
    same = (each.rows == computed) | (np.isnan(each.rows) & np.isnan(computed))
    if tolerance:
        same |= np.isclose(each.rows, computed, rtol=tolerance, atol=tolerance)
    for row, column in np.argwhere(~same).tolist():
        yield row + 1, each.columns[column], repr(float(each.rows[row, column])), repr(float(computed[row, column]))
