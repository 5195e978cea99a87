"""Scores of groups of segments: by subset and genre, and how difficult texts of each original language are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from bakeoff.data.groups import parse_group
from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunScore
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.captions import signatures
from bakeoff.reports.campaign_tables.listed_runs import (
    in_order,
    keys_of,
    listed,
    place_of,
    reported_value,
    scored_boards,
    scoring_of,
    value_in_words,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import formatted, score_column, title_of_metric, word
from bakeoff.reports.table import Column, Section, Table, Value
from bakeoff.text.languages import language_name

SECTION = "Automatic scores by group of segments"
_ORIGIN = "origlang"
"""The attribute of documents that says which language they were written in."""


def by_subset_and_genre(results: CampaignResults) -> Iterator[ReportTable]:
    """For each board with groups: systems by the official metric on all segments and on those of each genre.

    Subsets and styles are sections; they have columns for genres where the rulebook crosses the two.
    """
    for board in scored_boards(results, recognition=False):
        keys = keys_of(results, board)
        if board.groups and keys:
            metric = scoring_of(results, board).official_metric or keys[0][1][0]
            yield ReportTable(
                id=table_id("groups", *board.place),
                name="automatic-by-subset-and-genre",
                section=SECTION,
                table=_groups_table(results, board, (keys[0][0], metric)),
            )


def difficulty(results: CampaignResults) -> Iterator[ReportTable]:
    """The mean score of all systems on documents of each original language, the most difficult first."""
    found: dict[str, list[float]] = defaultdict(list)
    places, first = 0, None
    for board in scored_boards(results, recognition=False):
        keys = keys_of(results, board)
        groups = [group for group in board.groups if group.startswith(f"{_ORIGIN}=")]
        if not keys or not groups:
            continue
        specification, metric = keys[0][0], scoring_of(results, board).official_metric or keys[0][1][0]
        places += 1
        for group in groups:
            scores = [run.score(metric, specification) for run in listed(results, board)]
            known = [value for score in scores if (value := reported_value(results, board, score, group)) is not None]
            first = first or next((score for score in scores if score is not None), None)
            if known:
                found[group.partition("=")[2]].append(fmean(known))
    if first is not None:
        yield ReportTable(
            id="difficulty", name="difficulty", section=SECTION, table=_difficulty_table(results, found, first, places)
        )


def _difficulty_table(results: CampaignResults, found: dict[str, list[float]], score: RunScore, places: int) -> Table:
    report = results.rulebook.report
    title = title_of_metric(report, score.metric)
    rows = sorted(((language_name(name), fmean(values)) for name, values in found.items()), key=lambda row: row[1])
    shown = score_column(report, score, heading="average", title=f"avg. {title}")
    column = replace(formatted(report, shown), best=None)
    return Table(
        columns=(Column("original language", title=word(report, "original language")), column),
        rows=tuple(rows),
        title=f"Difficulty of the test sets by original source language: mean {title} of all systems",
        notes=(f"Means of {places} language pairs and test sets, each the mean of its systems.",),
    )


def _groups_table(results: CampaignResults, board: BoardResults, key: tuple[str, str]) -> Table:
    test_set, report = results.rulebook.test_sets[board.test_set], results.rulebook.report
    parsed = {group: parse_group(group, test_set.reported_attributes) for group in board.groups}
    across = _columns_attribute(list(parsed.values()))
    runs = in_order(results, board, listed(results, board))
    score = next(score for run in runs if (score := run.score(key[1], key[0])) is not None)
    values = list(dict.fromkeys(own[across] for own in parsed.values() if across in own))
    blocks = [("", ALL_SEGMENTS)]
    blocks += [(_words(results, board, own), group) for group, own in parsed.items() if across not in own]
    rows: list[tuple[Value, ...]] = []
    sections: list[Section] = []
    for heading, group in blocks:
        sections.append(Section(len(rows), heading or "Complete test set"))
        for run in runs:
            own = run.score(key[1], key[0])
            cells = [
                reported_value(results, board, own, each) for each in (group, *_crossed(parsed, group, across, values))
            ]
            if any(cell is not None for cell in cells):
                rows.append((run.name, *cells))
    plain = score_column(report, score)
    titles = [value_in_words(test_set, across, value) for value in values]
    return Table(
        columns=(
            Column("system", title=word(report, "system")),
            replace(plain, heading="all", title=word(report, f"all {across}s"), group=""),
            *(replace(plain, heading=value, title=title) for value, title in zip(values, titles, strict=True)),
        ),
        rows=tuple(rows),
        title=f"{title_of_metric(report, key[1])} by {across}: {place_of(results, board)}",
        notes=tuple(dict.fromkeys(signatures(runs, ((key[0], (key[1],)),)))),
        sections=tuple(sections) if len(sections) > 1 else (),
        sections_of="segments",
    )


def _columns_attribute(parsed: Sequence[dict[str, str]]) -> str:
    """The attribute whose values are columns: the last of those that are crossed, otherwise the first."""
    crossed = [list(own)[-1] for own in parsed if len(own) > 1]
    return crossed[0] if crossed else next(iter(parsed[0]))


def _crossed(parsed: dict[str, dict[str, str]], group: str, across: str, values: Sequence[str]) -> Iterator[str]:
    """The groups of a row: those of its section for each value of the columns' attribute."""
    own = parsed.get(group, {})
    for value in values:
        wanted = {**own, across: value}
        yield next((name for name, each in parsed.items() if each == wanted), f"{across}={value} is not known")


def _words(results: CampaignResults, board: BoardResults, own: dict[str, str]) -> str:
    test_set = results.rulebook.test_sets[board.test_set]
    return ", ".join(value_in_words(test_set, attribute, value) for attribute, value in own.items())
