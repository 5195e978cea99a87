"""The evaluations of a board: runs scored from their texts, and from statistics where texts are withheld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bakeoff.data import AlignedTexts, Document, Segment, described_segments
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import (
    Evaluation,
    Scale,
    StoredRun,
    StoredScore,
    SystemScores,
    add_scores_by_rules,
    interval_by_rules,
    pack_statistics,
    present_groupings,
    restore_evaluation,
    score_by_rules,
)
from bakeoff.evaluation.progress import Progress
from bakeoff.formats import read_scores, read_source
from bakeoff.release.content import GivenScores, ReleaseContent, SegmentStatistics
from bakeoff.release.recomputation.files import NamedFiles, files_of
from bakeoff.release.recomputation.recomputed import Gap
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults


class BoardEvaluations:
    """What the runs of one board score; `gaps` are what cannot be computed, `taken` what files of scores say."""

    def __init__(
        self,
        content: ReleaseContent,
        board: BoardResults,
        statistics: Mapping[str, Sequence[SegmentStatistics]],
        files: NamedFiles,
        *,
        on_progress: Progress | None = None,
    ) -> None:
        self.gaps: list[Gap] = []
        self.taken: list[str] = []
        self.knows_groups = True
        """Whether texts say which segments are in a group; of withheld texts nobody knows."""
        self._content, self._board = content, board
        self._rulebook = content.results.rulebook
        self._statistics, self._files = statistics, files
        self._on_progress = on_progress
        self._outputs = {each.run: each.file for each in content.outputs}
        self._test_files = files_of(content, board.language_pair, board.test_set)
        self._scored = [run for run in board.runs if run.scores]
        self._language = self._rulebook.language_pairs[board.language_pair].target

    def by_specification(self) -> dict[str, Evaluation]:
        """Every run that has scores, by the specifications of the rulebook."""
        has_references = self._test_files is not None and bool(self._test_files.references)
        with_texts = [run for run in self._scored if run.id in self._outputs] if has_references else []
        self.knows_groups = bool(with_texts)
        evaluations = self._score(with_texts) if with_texts else {}
        done = {system.name for each in evaluations.values() for system in each.systems}
        for run in self._scored:
            if run.id not in done and run not in with_texts:
                self._note_withheld(run)
                evaluations = self._with_statistics(run, evaluations)
        for given in self._content.given_scores:
            if (given.track, given.language_pair, given.condition, given.test_set) == self._board.place:
                evaluations = self._with_given(given, evaluations)
        evaluations = self._with_other_outside(evaluations)
        self._note_missing(evaluations)
        return evaluations

    def _score(self, runs: Sequence[RunResults]) -> dict[str, Evaluation]:
        """All at once; one by one where something is wrong with one of them."""
        try:
            return self._scores_of(runs)
        except BakeoffError as error:
            if len(runs) == 1:
                why = self._files.without_folders(str(error))
                self.gaps.append(Gap(what=f"the scores of {runs[0].name}", why=why, is_wrong=True))
                return {}
        joined: dict[str, Evaluation] = {}
        for run in runs:
            joined = _joined(joined, self._score([run]))
        return joined

    def _scores_of(self, runs: Sequence[RunResults]) -> dict[str, Evaluation]:
        files, named = self._test_files, self._files
        assert files is not None  # it has references
        is_speech = self._rulebook.scoring_of(self._board.track, self._board.language_pair).is_recognition
        return score_by_rules(
            self._rulebook,
            track=self._board.track,
            language_pair=self._board.language_pair,
            test_set=self._board.test_set,
            runs={run.id: named.path_of(self._outputs[run.id]) for run in runs},
            references=[named.path_of(each) for each in files.references],
            source=None if is_speech or files.source is None else named.path_of(files.source),
            mappings=None if files.mappings is None else named.path_of(files.mappings),
            regions=None if files.regions is None else named.path_of(files.regions),
            on_progress=self._on_progress,
        )

    def _note_withheld(self, run: RunResults) -> None:
        why = self._content.left_out.get(run.id, "texts that it is scored with are not in the package")
        if run.id in self._statistics:
            self.taken.append(f"The scores of {run.name} are summed from its statistics: {why.rstrip('.')}.")
        else:
            self.gaps.append(
                Gap(what=f"the scores of {run.name}", why=why, is_wrong=run.id not in self._content.left_out)
            )

    def _with_statistics(self, run: RunResults, evaluations: Mapping[str, Evaluation]) -> dict[str, Evaluation]:
        """The evaluations with a run whose texts are withheld, from what scores are summed of."""
        found = dict(evaluations)
        own = self._statistics.get(run.id, ())
        for specification in dict.fromkeys(each.specification for each in own):
            stored = {each.metric: _stored(run, each) for each in own if each.specification == specification}
            known = found.get(specification) or next(iter(found.values()), None)
            rows = next(len(each.rows) for each in own if each.specification == specification)
            layout = replace(known.texts, runs=(), systems=()) if known is not None else self._layout(rows)
            by = present_groupings(layout.documents, self._rulebook.test_sets[self._board.test_set].groupings)
            restored = restore_evaluation(
                layout,
                [StoredRun(name=run.id, scores=stored)],
                specification=specification,
                by=by,
                target_language=self._language,
            )
            restored = self._varied(restored, list(stored))
            found = _joined(found, {specification: restored})
        return found

    def _varied(self, evaluation: Evaluation, metrics: Sequence[str]) -> Evaluation:
        place = {"track": self._board.track, "language_pair": self._board.language_pair}
        return interval_by_rules(self._rulebook, evaluation, metrics=metrics, **place)

    def _layout(self, rows: int) -> AlignedTexts:
        """Segments by the source, where it is there; else by number alone."""
        documents: tuple[Document, ...] = ()
        ids: tuple[str, ...] = ()
        if self._test_files is not None and self._test_files.source is not None:
            source = read_source(self._files.path_of(self._test_files.source))
            documents = described_segments((), source=source)
            ids = tuple(segment.id for segment in source.segments)
        if len(documents) != rows:
            ids = tuple(map(str, range(1, rows + 1)))
            documents = (Document("1", tuple(Segment(each, "") for each in ids), numbered=True),) * rows
        return AlignedTexts(documents=documents, segment_ids=ids, references=(), runs=())

    def _with_given(self, given: GivenScores, evaluations: Mapping[str, Evaluation]) -> dict[str, Evaluation]:
        """The evaluations with the scores of a file for its systems."""
        self.taken.append(f"{given.metric} is taken from its file of scores, {given.file.name}.")
        try:
            read = read_scores(self._files.path_of(given.file), name=given.metric)
            rows = tuple(
                replace(row, system=given.systems[row.system]) for row in read.rows if row.system in given.systems
            )
            scores = replace(read, rows=rows, file=given.file.name)
            wanted = set(given.systems.values())
            found = dict(evaluations)
            for specification, evaluation in evaluations.items():
                own = tuple(each for each in evaluation.systems if each.name in wanted)
                if own:
                    added = add_scores_by_rules(
                        self._rulebook,
                        replace(evaluation, systems=own, metrics={}, given={}),
                        scores,
                        track=given.track,
                        language_pair=given.language_pair,
                        name=given.metric,
                        direction=given.direction,
                        origin=given.origin,
                    )
                    found = _joined(found, {specification: added})
        except BakeoffError as error:
            why = self._files.without_folders(str(error))
            self.gaps.append(Gap(what=f"{given.metric} of {given.file.name}", why=why, is_wrong=True))
            return dict(evaluations)
        return found

    def _with_other_outside(self, evaluations: Mapping[str, Evaluation]) -> dict[str, Evaluation]:
        """The evaluations with scores from outside that have statistics and no file: those of plug-ins."""
        found = dict(evaluations)
        for run in self._scored:
            for score in (each for each in run.scores if each.outside):
                evaluation = found.get(score.specification)
                system = None if evaluation is None else _system(evaluation, run.id)
                own = [
                    each
                    for each in self._statistics.get(run.id, ())
                    if (each.metric, each.specification) == (score.metric, score.specification)
                ]
                if evaluation is None or system is None or score.metric in system.scores or not own:
                    continue
                note = f"{score.metric} is taken from the statistics of the package: a plug-in computed it."
                if note not in self.taken:
                    self.taken.append(note)
                restored = restore_evaluation(
                    replace(evaluation.texts, runs=(), systems=()),
                    [StoredRun(name=run.id, scores={score.metric: _stored(run, own[0])})],
                    specification=score.specification,
                    by=present_groupings(
                        evaluation.documents, self._rulebook.test_sets[self._board.test_set].groupings
                    ),
                    target_language=self._language,
                )
                found = _joined(found, {score.specification: self._varied(restored, [score.metric])})
        return found

    def _note_missing(self, evaluations: Mapping[str, Evaluation]) -> None:
        """Published scores that nothing here gives."""
        noted = {each.what for each in self.gaps}
        for run in self._scored:
            if f"the scores of {run.name}" in noted:
                continue
            for score in run.scores:
                evaluation = evaluations.get(score.specification)
                system = None if evaluation is None else _system(evaluation, run.id)
                if system is None or score.metric not in system.scores:
                    self.gaps.append(
                        Gap(
                            what=f"{score.metric} of {run.name} ({score.specification})",
                            why="nothing in the package gives it by the rules of the campaign",
                            is_wrong=True,
                        )
                    )


def _stored(run: RunResults, each: SegmentStatistics) -> StoredScore:
    """Statistics as evaluations are restored from them; the scale is that of the published score."""
    score = run.score(each.metric, each.specification)
    is_outside = score is not None and score.outside
    return StoredScore(
        statistics=pack_statistics(each.rows),
        signature="" if score is None else score.signature,
        scale=Scale(score.direction, score.digits) if score is not None and is_outside else None,
    )


def _system(evaluation: Evaluation, name: str) -> SystemScores | None:
    return next((each for each in evaluation.systems if each.name == name), None)


def _joined(one: Mapping[str, Evaluation], other: Mapping[str, Evaluation]) -> dict[str, Evaluation]:
    """Evaluations of the same test set as one: further systems, or further scores of the same."""
    found = dict(one)
    for specification, evaluation in other.items():
        known = found.get(specification)
        found[specification] = evaluation if known is None else _both(known, evaluation)
    return found


def _both(known: Evaluation, further: Evaluation) -> Evaluation:
    systems = {each.name: each for each in known.systems}
    for each in further.systems:
        own = systems.get(each.name)
        systems[each.name] = each if own is None else _with_scores(own, each)
    return replace(
        known,
        metrics={**known.metrics, **further.metrics},
        given={**known.given, **further.given},
        groups=known.groups or further.groups,
        systems=tuple(systems.values()),
    )


def _with_scores(own: SystemScores, further: SystemScores) -> SystemScores:
    groups = dict(own.groups)
    for key, group in further.groups.items():
        known = groups.get(key)
        groups[key] = group if known is None else replace(known, scores={**known.scores, **group.scores})
    return replace(
        own,
        scores={**own.scores, **further.scores},
        groups=groups,
        statistics={**own.statistics, **further.statistics},
    )
