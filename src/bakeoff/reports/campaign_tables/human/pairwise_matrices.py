"""Every system against every other: how often the column was better than the row (W08, tables 21 to 51)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.human_eval import HumanRanking, PairTable
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import (
    GRADED,
    SECTION,
    caption,
    is_mixed,
    ranked_by_name,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.captions import CORRECTION_NAMES, SCORE_NAMES, test_name, warning_notes
from bakeoff.reports.table import Column, Marked, SignedNote, Table, Value

_SUMMARY = ("better", "better-or-equal")


def pairwise_matrices(results: CampaignResults) -> Iterator[ReportTable]:
    """A matrix for each evaluation in each place.

    Tournaments have lists of matches, post-edits their own tests. Short scales have means next to each other, and
    answers of yes and no compare no outputs.
    """
    for human in results.human:
        own_tables = human.protocol == "pairwise" or human.protocol in GRADED or human.post_edits is not None
        if own_tables or human.answers or is_mixed(human):
            continue
        yield ReportTable(
            id=table_id("human-pairwise", human.evaluation, human.language_pair, human.test_set),
            name="human-pairwise",
            section=SECTION,
            table=pairwise_matrix(results, human),
        )


def pairwise_matrix(results: CampaignResults, human: HumanResults) -> Table:
    """The column against the row, as W08 and WMT print it: bold where the column is ahead, marks at both."""
    ranking, pairs = human.ranking, human.ranking.pairs
    systems = ranked_by_name(results, pairs.systems)
    place = [pairs.systems.index(system) for system in systems]
    rows: list[tuple[Value, ...]] = [
        (system, *(_cell(human, pairs, column, row) for column in place))
        for system, row in zip(systems, place, strict=True)
    ]
    summaries = tuple(_summary_rows(human, systems))
    return Table(
        columns=(Column("system"), *(Column(system, digits=_digits(pairs), missing="") for system in systems)),
        rows=(*rows, *summaries),
        title=f"{caption(results, human.title, human.language_pair, human.test_set)}, pairwise comparisons",
        notes=tuple(_notes(ranking)),
        rules=frozenset({len(rows)} if summaries else ()),
        empty="No two systems were judged on the same segments.",
    )


def _digits(pairs: PairTable) -> int:
    return 2 if pairs.figure == "shares" else 3


def _cell(human: HumanResults, pairs: PairTable, column: int, row: int) -> Value:
    value, other = float(pairs.values[column, row]), float(pairs.values[row, column])
    if column == row or value != value:  # noqa: PLR0124 -- NaN
        return None
    ahead = value > other if human.result.higher_is_better or pairs.figure == "shares" else value < other
    return Marked(value, sign=pairs.mark(column, row) or pairs.mark(row, column), bold=ahead)


def _summary_rows(human: HumanResults, systems: tuple[str, ...]) -> Iterator[tuple[Value, ...]]:
    """`> OTHERS` and `≥ OTHERS` of comparisons; of grades the score."""
    of_system = {each.system: each for each in human.ranking.systems}
    score = human.result.score
    names = _SUMMARY if human.ranking.pairs.figure == "shares" else (score,)
    for name in names:
        values = [of_system[each].score if name == score else of_system[each].figures[name] for each in systems]
        pick = max if human.result.higher_is_better else min
        best = pick(values)
        heading = SCORE_NAMES[name].upper() if name in _SUMMARY else name
        yield (heading, *(Marked(value, bold=value == best) for value in values))


def _notes(ranking: HumanRanking) -> Iterator[str]:
    pairs = ranking.pairs
    if pairs.figure == "shares":
        yield (
            "Share of comparisons in which the system of the column was judged better than the system of the row; what "
            "is missing to 1 in both cells of a pair are ties. Bold: the better of the two, and the highest value of "
            "a summary row."
        )
        yield f"{ranking.judgments:,} judgments, {ranking.comparisons:,} comparisons."
    else:
        yield "Score of the system of the column less that of the row. Bold: the system of the column is ahead."
        yield f"{ranking.judgments:,} judgments of {ranking.segments:,} segments."
    test = f"{test_name(pairs)}, {CORRECTION_NAMES[pairs.correction]}"
    for level, mark in sorted(pairs.marks.items(), reverse=True):
        yield SignedNote(mark, f"p ≤ {level:.2f} ({test}), at both cells of a pair.")
    yield from warning_notes(ranking)
