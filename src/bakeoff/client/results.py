"""Results: boards, runs, two runs side by side, what teams say of their systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import (
    AsrOutput,
    Board,
    BoardRow,
    Comparison,
    DataStatistics,
    PairOfSystems,
    Participation,
    Progress,
    PublishedScores,
    ReleasedDescription,
    RunResult,
    ScoreFile,
    SegmentPair,
    SegmentResult,
    SegmentSpread,
    SystemComparison,
    read_as,
)


class Results(Asking):
    """As much of the results as the caller may see."""

    def boards(self, slug: str) -> Iterator[BoardRow]:
        """Boards that the caller may see at least in part."""
        return self._each(BoardRow, at(slug, "boards"))

    def board(
        self,
        slug: str,
        board_id: int,
        *,
        specification: str = "",
        group: str = "",
        kinds: Sequence[str] = (),
        inputs: Sequence[str] = (),
        sort: str = "",
    ) -> Board:
        """A board; with `kinds`, of systems of these kinds alone, with `inputs`, of those that started from them."""
        query = {
            "specification": specification,
            "group": group,
            "kind": list(kinds),
            "input": list(inputs),
            "sort": sort,
        }
        address = at(slug, "boards", board_id)
        board = read_as(Board, self._connection.ask("GET", address, query=query))
        systems = board.systems
        while len(systems) < board.count:
            more = read_as(Board, self._connection.ask("GET", address, query={**query, "offset": len(systems)}))
            if not more.systems:
                break  # some were withdrawn meanwhile
            systems += more.systems
        return replace(board, systems=systems)

    def pairs(
        self, slug: str, board_id: int, *, specification: str = "", group: str = "", metric: str = ""
    ) -> Iterator[PairOfSystems]:
        """Which differences between compared systems of a board are significant, by the key of a metric."""
        query = {"specification": specification, "group": group, "metric": metric}
        return self._each(PairOfSystems, at(slug, "boards", board_id, "pairs"), query)

    def table(
        self,
        slug: str,
        board_id: int,
        *,
        format: str = "tsv",
        specification: str = "",
        group: str = "",
        kinds: Sequence[str] = (),
        inputs: Sequence[str] = (),
        sort: str = "",
    ) -> str:
        """A board as the text of a file: `tsv`, `csv`, `json`, `markdown` or `latex`."""
        asked = {
            "format": format,
            "specification": specification,
            "group": group,
            "kind": list(kinds),
            "input": list(inputs),
            "sort": sort,
        }
        with self._connection.stream(at(slug, "boards", board_id, "table"), query=asked) as pieces:
            return b"".join(pieces).decode()

    def progress(self, slug: str) -> Progress:
        """This year's systems against those of earlier years, and the best against baselines."""
        return self._get(Progress, at(slug, "progress"))

    def progress_table(self, slug: str, *, format: str = "tsv") -> str:
        """Progress as the text of a file: `tsv`, `csv`, `json`, `markdown` or `latex`."""
        with self._connection.stream(at(slug, "progress", "table"), query={"format": format}) as pieces:
            return b"".join(pieces).decode()

    def published_scores(self, slug: str) -> Iterator[PublishedScores]:
        """Published scores of entered systems, as the rulebook gives them."""
        return self._each(PublishedScores, at(slug, "published-scores"))

    def publish_scores(
        self,
        slug: str,
        *,
        system: str,
        track: str,
        language_pair: str,
        test_set: str,
        scores: Mapping[str, float | str],
        source: str,
        condition: str = "",
        specification: str = "",
        words: int | None = None,
        errors: int | None = None,
    ) -> PublishedScores:
        """Adds scores of a system whose output is not available to the rulebook; for organisers."""
        body = {
            "system": system,
            "track": track,
            "language_pair": language_pair,
            "test_set": test_set,
            "condition": condition,
            "specification": specification,
            "scores": scores,
            "words": words,
            "errors": errors,
            "source": source,
        }
        return self._post(PublishedScores, at(slug, "published-scores"), body)

    def remove_published_scores(self, slug: str, entry: str) -> None:
        """Removes published scores, by their id, from the rulebook; for organisers."""
        self._connection.ask("DELETE", at(slug, "published-scores", entry))

    def asr_output(self, slug: str) -> Iterator[AsrOutput]:
        """Error rates of the n-best lists and lattices that systems start from, as far as they are released."""
        return self._each(AsrOutput, at(slug, "asr-output"))

    def asr_output_table(self, slug: str, *, format: str = "tsv") -> str:
        """The same as the text of a file: `tsv`, `csv`, `markdown` or `latex`."""
        with self._connection.stream(at(slug, "asr-output", "table"), query={"format": format}) as pieces:
            return b"".join(pieces).decode()

    def data_statistics(self, slug: str) -> Iterator[DataStatistics]:
        """Figures of the files that the caller may download."""
        return self._each(DataStatistics, at(slug, "data-statistics"))

    def data_statistics_table(self, slug: str, *, format: str = "tsv") -> str:
        """The same as the text of a file: `tsv`, `csv`, `json`, `markdown` or `latex`."""
        with self._connection.stream(at(slug, "data-statistics", "table"), query={"format": format}) as pieces:
            return b"".join(pieces).decode()

    def score_files(self, slug: str, board_id: int) -> Iterator[ScoreFile]:
        """Uploaded score files of a board, newest first; for organisers."""
        return self._each(ScoreFile, at(slug, "boards", board_id, "score-files"))

    def upload_scores(
        self, slug: str, board_id: int, path: str | Path, *, metric: str, direction: str = "higher"
    ) -> ScoreFile:
        """Uploads the scores of a file as those of a metric that the server does not compute; for organisers.

        The file is what `bakeoff score --scores` reads; `direction` says whether `higher` or `lower` is better.
        """
        query = {"metric": metric, "name": Path(path).name, "direction": direction}
        sent = self._connection.send(at(slug, "boards", board_id, "score-files"), Path(path), query=query)
        return read_as(ScoreFile, sent)

    def fetch_score_file(self, slug: str, upload_id: int, target: str | Path) -> Path:
        """A score file as it was uploaded; for organisers."""
        with self._connection.stream(at(slug, "score-files", upload_id, "content")) as pieces:
            Path(target).write_bytes(b"".join(pieces))
        return Path(target)

    def withdraw_score_file(self, slug: str, upload_id: int) -> ScoreFile:
        """Takes the scores of an uploaded file out of force; for organisers."""
        return self._post(ScoreFile, at(slug, "score-files", upload_id, "withdraw"), {})

    def run(self, slug: str, key: str) -> RunResult:
        return self._get(RunResult, at(slug, "runs", key))

    def segments(
        self, slug: str, key: str, *, specification: str = "", metric: str = "", order: str = "text", document: str = ""
    ) -> Iterator[SegmentResult]:
        """The segments of a run in the order of the text, or `worst` or `best` first by a metric."""
        query = {"specification": specification, "metric": metric, "order": order, "document": document}
        return self._each(SegmentResult, at(slug, "runs", key, "segments"), query)

    def compare(self, slug: str, first: str, second: str, *, specification: str = "", metric: str = "") -> Comparison:
        """Two runs of a board by their keys: scores, the test, how many segments each does better."""
        query = {"specification": specification, "metric": metric}
        return read_as(Comparison, self._connection.ask("GET", at(slug, "runs", first, "against", second), query=query))

    def differences(
        self,
        slug: str,
        first: str,
        second: str,
        *,
        specification: str = "",
        metric: str = "",
        better: str = "first",
        smallest: float = 0.0,
    ) -> Iterator[SegmentPair]:
        """The segments that the `first` or the `second` run does better, the largest difference first."""
        query = {"specification": specification, "metric": metric, "better": better, "smallest": smallest}
        return self._each(SegmentPair, at(slug, "runs", first, "against", second, "segments"), query)

    def compare_systems(
        self, slug: str, runs: Sequence[str], *, specification: str = "", metric: str = ""
    ) -> SystemComparison:
        """Two or more runs of a board by their keys: scores, and the differences of all pairs."""
        query = {"run": list(runs), "specification": specification, "metric": metric}
        return read_as(SystemComparison, self._connection.ask("GET", at(slug, "comparison"), query=query))

    def spreads(
        self, slug: str, runs: Sequence[str], *, specification: str = "", metric: str = "", smallest: float = 0.0
    ) -> Iterator[SegmentSpread]:
        """The segments that three or more runs score most differently on, the largest difference first."""
        query = {"run": list(runs), "specification": specification, "metric": metric, "smallest": smallest}
        return self._each(SegmentSpread, at(slug, "comparison", "segments"), query)

    def participation(self, slug: str) -> Participation:
        """Who takes part in what, as far as the caller may see it."""
        return self._get(Participation, at(slug, "participation"))

    def descriptions(self, slug: str) -> Iterator[ReleasedDescription]:
        """What teams say of their systems, once that is released."""
        return self._each(ReleasedDescription, at(slug, "descriptions"))
