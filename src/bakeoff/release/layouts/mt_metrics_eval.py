"""The folders of mt-metrics-eval, one for each test set: texts, scores of metrics and of people.

Scores are higher where outputs are better, so that error rates change their sign. References are called `refA` and so
on; scores against several of them are those of `all`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import metric_title, scoring_of
from bakeoff.formats.judgments.written import Sources
from bakeoff.formats.scores.mtme_scores import score_lines
from bakeoff.human_eval import SCORED_PROTOCOLS, human_score_files
from bakeoff.human_eval.protocols.rulebook_protocols import settings_by_rules
from bakeoff.release.content import EvaluationJudgments, ReleaseContent, SegmentStatistics
from bakeoff.release.layouts.texts import BoardTexts, one_a_line
from bakeoff.release.staging import plain_name
from bakeoff.reports.campaign_results.boards import RunScore
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.rulebook.schema.human import HumanEvaluation

_DOMAIN = "genre"


def mt_metrics_eval_files(
    content: ReleaseContent, boards: tuple[BoardTexts, ...], on_remark: Callable[[str], None]
) -> Iterator[tuple[str, str]]:
    """The files by their paths."""
    statistics: dict[tuple[str, str, str], SegmentStatistics] = {}
    for each in content.statistics():
        statistics[each.run, each.specification, each.metric] = each
    for board in boards:
        folder, pair = board.stem, board.pair
        if board.texts.source is not None:
            yield f"{folder}/sources/{pair}.txt", one_a_line(board.texts.source)
        yield f"{folder}/documents/{pair}.docs", _documents(board)
        for name, column in zip(board.reference_names, board.texts.references, strict=True):
            yield f"{folder}/references/{pair}.ref{name}.txt", one_a_line(column)
        for run in board.runs:
            yield f"{folder}/system-outputs/{pair}/{run.system}.txt", one_a_line(board.texts.run_of(run.system))
        yield from ((f"{folder}/{path}", text) for path, text in _metrics(board, statistics))
        for path, text in _human(content, board, on_remark):
            yield f"{folder}/human-scores/{path}", text


def _documents(board: BoardTexts) -> str:
    rows = []
    for each in board.texts.documents:
        domain = each.attributes.get(_DOMAIN) or "all"
        rows.append(f"{'-'.join(domain.split())}\t{'-'.join(each.id.split()) or '1'}\n")
    return "".join(rows)


def _metrics(
    board: BoardTexts, statistics: Mapping[tuple[str, str, str], SegmentStatistics]
) -> Iterator[tuple[str, str]]:
    """Scores of systems and of segments under the first specification."""
    first = next((specification for specification, _ in board.board.keys), None)
    metrics = [metric for specification, metric in board.board.keys if specification == first]
    titles = [plain_name(metric_title(each)) for each in metrics]
    names = dict(zip(board.ids, (run.system for run in board.runs), strict=True))
    for metric, title in zip(metrics, titles, strict=True):
        called = title if titles.count(title) == 1 else plain_name(metric)
        systems: dict[str, list[float | None]] = {}
        segments: dict[str, list[float | None]] = {}
        for run, score in board.board.scores():
            if (score.metric, score.specification) == (metric, first) and run.id in names and score.value is not None:
                sign = -1 if score.direction == "lower" else 1
                systems[names[run.id]] = [sign * score.value]
                own = statistics.get((run.id, score.specification, metric))
                if own is not None and len(own.rows) == len(board.texts):
                    values = _segment_scores(own, score, board.target_language)
                    segments[names[run.id]] = [sign * value for value in values]
        reference = "src" if not board.references else "refA" if len(board.references) == 1 else "all"
        stem = f"metric-scores/{board.pair}/{called}-{reference}"
        if systems:
            yield f"{stem}.sys.score", score_lines(systems)
        if segments:
            yield f"{stem}.seg.score", score_lines(segments)


def _segment_scores(own: SegmentStatistics, score: RunScore, language: str) -> Sequence[float]:
    values = own.rows[:, 0] if score.outside else scoring_of(own.metric, language).segment_scores(own.rows)
    return [float(value) for value in np.nan_to_num(values)]


def _human(content: ReleaseContent, board: BoardTexts, on_remark: Callable[[str], None]) -> Iterator[tuple[str, str]]:
    """Scores of outputs where people graded them, else of systems as they are ranked."""
    by_code = {own.evaluation: own for own in content.judgments}
    for human in content.results.human:
        if (human.language_pair, human.test_set) != (board.board.language_pair, board.board.test_set):
            continue
        own = by_code.get(human.evaluation)
        if own is not None and human.protocol in SCORED_PROTOCOLS:
            try:
                yield from _graded(own, human, board).items()
                continue
            except BakeoffError as error:
                on_remark(f"{human.title}: scores of systems alone: {error}")
        sign = 1 if human.result.higher_is_better else -1
        scores: dict[str, list[float | None]] = {
            _plain(each.system): [sign * each.score] for each in human.ranking.systems
        }
        yield f"{board.pair}.{_kind(human.evaluation)}.sys.score", score_lines(scores)


def _graded(own: EvaluationJudgments, human: HumanResults, board: BoardTexts) -> dict[str, str]:
    place = (human.language_pair, human.test_set)
    names = own.names.get(place, {})
    judgments = [
        _renamed(each, names, board.pair)
        for each in own.judgments()
        if (each.language_pair, each.test_set) == place and each.kind == "segment" and each.systems
    ]
    rules = HumanEvaluation.model_validate({"id": own.evaluation, **own.rules})
    sources = _segments(board, human.test_set, {each.location for each in judgments})
    files = human_score_files(
        judgments, name=_kind(human.evaluation), settings=settings_by_rules(rules), sources=sources
    )
    return {name: text for name, text in files.items() if name.endswith(".score")}


def _segments(board: BoardTexts, test_set: str, judged: AbstractSet[tuple[str, str, str, str]]) -> Sources:
    """All segments in their order, without documents where judgments name none."""
    for named in (True, False):
        keys = {
            (board.pair, test_set, document.id if named else "", segment): ""
            for document, segment in zip(board.texts.documents, board.texts.segment_ids, strict=True)
        }
        if len(keys) == len(board.texts) and judged <= keys.keys():
            return keys
    raise BakeoffError("judgments are of segments that the test set does not have")


def _renamed(judgment: Judgment, names: Mapping[str, str], pair: str) -> Judgment:
    systems = tuple(
        SHARED.join(_plain(names.get(name, name)) for name in shared.split(SHARED)) for shared in judgment.systems
    )
    return replace(judgment, systems=systems, language_pair=pair)


def _plain(system: str) -> str:
    """As files of outputs call it."""
    return plain_name(system).replace(".", "-")


def _kind(evaluation: str) -> str:
    return plain_name(evaluation).replace(".", "-")
