"""The numbers that results publish, one by one, so that later versions can say what they changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_results.boards import BoardResults, RunScore
from bakeoff.reports.campaign_results.human import HumanResults, MetricsTaskResults, TournamentResults
from bakeoff.reports.campaign_results.publication import Correction
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.human.captions import score_name
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import board_title, title_of

_DIGITS = 3
"""Of scores by people, as tables print them at most."""


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """A number as people read it, and what it is."""

    place: str
    """The table, in words."""
    what: str
    """Unique in its place: `BLEU of UEDIN`."""
    value: str


def published_numbers(results: CampaignResults) -> tuple[PublishedNumber, ...]:
    """Scores with intervals, places and what is significant, of boards, people, tournaments and metrics."""
    return tuple(_numbers(results))


def corrections_between(before: Iterable[PublishedNumber], after: Iterable[PublishedNumber]) -> tuple[Correction, ...]:
    """What is different in a later version, in its order; what is gone comes last."""
    old, new = _by_place(before), _by_place(after)
    changed = [
        Correction(place=place, what=what, before=old.get((place, what), ""), after=value)
        for (place, what), value in new.items()
        if old.get((place, what), "") != value
    ]
    gone = [
        Correction(place=place, what=what, before=value, after="")
        for (place, what), value in old.items()
        if (place, what) not in new
    ]
    return (*changed, *gone)


def numbers_digest(numbers: Iterable[PublishedNumber]) -> str:
    """A checksum of all numbers."""
    lines = sorted((each.place, each.what, each.value) for each in numbers)
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()


def _by_place(numbers: Iterable[PublishedNumber]) -> Mapping[tuple[str, str], str]:
    return {(each.place, each.what): each.value for each in numbers}


def _numbers(results: CampaignResults) -> Iterator[PublishedNumber]:
    for board in results.boards:
        yield from _of_board(results.rulebook, board)
    for human in results.human:
        yield from _of_human(results.rulebook, human)
    for tournament in results.tournaments:
        yield from _of_tournament(results.rulebook, tournament)
    for task in results.metrics_tasks:
        yield from _of_metrics_task(results.rulebook, task)


def _of_board(rulebook: Rulebook, board: BoardResults) -> Iterator[PublishedNumber]:
    place = board_title(rulebook, board)
    names = {run.id: run.name for run in board.runs}
    specifications = {score.specification for _, score in board.scores()}
    for run in board.runs:
        yield PublishedNumber(place, f"status of {run.name}", run.status.label)
    for run, score in board.scores():
        title = _metric(score.metric, score.specification if len(specifications) > 1 else "")
        for group in ("", *score.groups):
            yield PublishedNumber(place, f"{title} of {run.name}{_in(group)}", _score(score, group))
    for comparison in board.comparisons:
        title = _metric(comparison.metric, comparison.specification if len(specifications) > 1 else "")
        for run_id, (first, last) in comparison.rank_ranges.items():
            ranks = str(first) if first == last else f"{first}–{last}"
            yield PublishedNumber(place, f"place of {names[run_id]} by {title}{_in(comparison.group)}", ranks)


def _metric(metric: str, specification: str) -> str:
    return f"{metric_title(metric)} ({specification})" if specification else metric_title(metric)


def _in(group: str) -> str:
    return f", {group}" if group else ""


def _score(score: RunScore, group: str) -> str:
    own = score.on(group)
    if own is None or own.value is None:
        return "–"
    text = f"{own.value:.{score.digits}f}"
    if own.variation is None:
        return text
    around = own.variation.interval
    return f"{text} [{around.low:.{score.digits}f}, {around.high:.{score.digits}f}]"


def _of_human(rulebook: Rulebook, human: HumanResults) -> Iterator[PublishedNumber]:
    place = _human_place(rulebook, human.title, human.language_pair, human.test_set)
    name = score_name(human.result)
    for each in human.ranking.systems:
        text = f"{each.score:.{_DIGITS}f}"
        if each.interval is not None:
            text += f" [{each.interval.low:.{_DIGITS}f}, {each.interval.high:.{_DIGITS}f}]"
        yield PublishedNumber(place, f"{name} of {each.system}", text)
        first, last = each.range
        ranks = str(first) if first == last else f"{first}–{last}"
        yield PublishedNumber(place, f"place of {each.system}", ranks)
    yield PublishedNumber(place, "judgments", f"{human.ranking.judgments:,}")


def _human_place(rulebook: Rulebook, title: str, language_pair: str, test_set: str) -> str:
    pair = title_of(language_pair, rulebook.language_pairs)
    return ", ".join((title, pair, title_of(test_set, rulebook.test_sets)))


def _of_tournament(rulebook: Rulebook, tournament: TournamentResults) -> Iterator[PublishedNumber]:
    place = _human_place(rulebook, tournament.title, tournament.language_pair, tournament.test_set)
    plans = (tournament.result.plan, tournament.result.second)
    for number, plan in enumerate((each for each in plans if each is not None), start=1):
        for match in plan.matches:
            if match.result is not None:
                result = match.result
                what = f"{result.a} against {result.b}, tournament {number}"
                yield PublishedNumber(place, what, f"{_wins(result.a_wins)} to {_wins(result.b_wins)}")


def _wins(count: float | None) -> str:
    return "?" if count is None else f"{count:g}"


def _of_metrics_task(rulebook: Rulebook, task: MetricsTaskResults) -> Iterator[PublishedNumber]:
    place = f"{title_of(task.track, rulebook.tracks)}, {title_of(task.test_set, rulebook.test_sets)}, {task.evaluation}"
    for own in task.result.sets:
        where = ", ".join(filter(None, (title_of(own.language_pair, rulebook.language_pairs), own.kind, own.subset)))
        for row in own.rows:
            for measure, measured in row.measured.items():
                value = "–" if measured.value is None else f"{measured.value:.{_DIGITS}f}"
                yield PublishedNumber(place, f"{measure} of {row.metric}, {where}", value)
