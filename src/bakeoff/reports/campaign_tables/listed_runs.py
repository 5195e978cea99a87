"""Which boards and runs tables of scores list, in which order, and what they say of a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bakeoff.data.groups import parse_group
from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.published_systems import runs_of
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.rulebook.titles import board_title

PUBLISHED_ROLES = ("current", "combination")
"""Roles of the test sets that a campaign is about; those of earlier years have tables of progress."""
Keys = tuple[tuple[str, tuple[str, ...]], ...]
"""Specifications, each with its metrics, in the order of columns."""


def scored_boards(results: CampaignResults, *, recognition: bool) -> Iterator[BoardResults]:
    """The boards of this campaign with scores of teams, either of translations or of transcripts.

    Boards of progress are among them where the report has no table of progress.
    """
    roles = (*PUBLISHED_ROLES, *(() if "progress" in results.rulebook.report.tables else ("progress",)))
    for board in results.boards:
        role = results.rulebook.test_sets[board.test_set].role
        runs = listed(results, board)
        if role in roles and is_recognition(board) == recognition and any(run.team for run in runs):
            yield board


def is_recognition(board: BoardResults) -> bool:
    """Whether its runs are transcripts."""
    return any(metric in SPEECH_METRICS for _, metric in board.keys)


def scoring_of(results: CampaignResults, board: BoardResults) -> Scoring:
    """How runs of a board are scored."""
    return results.rulebook.scoring_of(board.track, board.language_pair)


def keys_of(results: CampaignResults, board: BoardResults) -> Keys:
    """Specifications and metrics of a board that there are scores by, in the order of the rulebook; others last."""
    scoring = scoring_of(results, board)
    known = board.keys
    specifications = _ordered((spec for spec, _ in known), scoring.scored_specifications)
    return tuple(
        (spec, _ordered((metric for each, metric in known if each == spec), scoring.all_metrics))
        for spec in specifications
    )


def listed(results: CampaignResults, board: BoardResults) -> tuple[RunResults, ...]:
    """The runs of this year that tables of scores list: those that count, and of these what the rulebook asks for."""
    report = results.rulebook.report
    left_out = {"earlier", *(() if report.baselines else ("baseline",))}
    return tuple(
        run
        for run in runs_of(results, board)
        if run.part == "official" and run.kind not in left_out and run.scores and (report.contrastive or run.compared)
    )


def earlier(results: CampaignResults, board: BoardResults) -> tuple[RunResults, ...]:
    """Systems of earlier years with scores on a board."""
    return tuple(run for run in runs_of(results, board) if run.kind == "earlier" and run.scores and run.part != "named")


def reported_value(
    results: CampaignResults, board: BoardResults, score: RunScore | None, group: str = ALL_SEGMENTS
) -> float | None:
    """The number that tables print: the score, or the mean of the samples where the rulebook says so."""
    on = None if score is None else score.on(group)
    if score is None or on is None:
        return None
    if on.variation is not None and scoring_of(results, board).reports_mean(score.metric):
        return on.variation.mean
    return on.value


def in_order(
    results: CampaignResults, board: BoardResults, runs: Iterable[RunResults], group: str = ALL_SEGMENTS
) -> list[RunResults]:
    """Runs by the official metric under the first specification, best first, or by name where nothing ranks them."""
    by_name = sorted(runs, key=lambda run: run.name.casefold())
    official, keys = scoring_of(results, board).official_metric, keys_of(results, board)
    if official is None or not keys or results.rulebook.report.order == "name":
        return by_name
    return best_first(results, board, by_name, (keys[0][0], official), group)


def best_first(
    results: CampaignResults,
    board: BoardResults,
    runs: Sequence[RunResults],
    key: tuple[str, str],
    group: str = ALL_SEGMENTS,
) -> list[RunResults]:
    """Runs by one metric, best first; those without a score last, equals in the order in which they are given."""
    specification, metric = key
    found = {run.id: run.score(metric, specification) for run in runs}
    sign = -1 if any(score is not None and score.direction == "higher" for score in found.values()) else 1

    def place(run: RunResults) -> tuple[bool, float]:
        value = reported_value(results, board, found[run.id], group)
        return value is None, sign * (value or 0.0)

    return sorted(runs, key=place)


def place_of(results: CampaignResults, board: BoardResults, group: str = ALL_SEGMENTS) -> str:
    """Track, language pair, condition, test set and group in words, and whether they are unofficial."""
    words = [board_title(results.rulebook, board)]
    words += [] if board.status.is_official else [board.status.label]
    words += [group_in_words(results.rulebook.test_sets[board.test_set], group)] if group else []
    return ", ".join(words)


def group_in_words(test_set: TestSetRules, group: str) -> str:
    """A group of segments by the titles of the rulebook.

    >>> group_in_words(TestSetRules(id="a", role="current", genres={"nw": "newswire"}), "genre=nw")
    'newswire'
    """
    return ", ".join(
        value_in_words(test_set, attribute, value)
        for attribute, value in parse_group(group, test_set.reported_attributes).items()
    )


def value_in_words(test_set: TestSetRules, attribute: str, value: str) -> str:
    """One value of an attribute of segments."""
    tables = {"subset": test_set.subsets, "style": test_set.styles, "genre": test_set.genres}
    return tables.get(attribute, {}).get(value) or value


def groups_of(rulebook: Rulebook, board: BoardResults) -> tuple[str, ...]:
    """Groups that tables of their own are made for: none where the report has none."""
    return tuple(group for group in board.groups if "×" not in group) if rulebook.report.group_tables else ()


def _ordered(found: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    known = list(dict.fromkeys(found))
    return tuple(dict.fromkeys([*(each for each in order if each in known), *known]))
