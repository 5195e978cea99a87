"""How much was judged, by place and kind of judgment (W08, table 3), and in paired comparisons (I12, table 11)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import (
    SECTION,
    caption,
    evaluations_of,
    held_at,
    is_mixed,
    pair_title,
    places_of,
    rules_of,
    test_set_title,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.captions import MEASURE_NAMES
from bakeoff.reports.table import Column, Table, Value


def items_judged(results: CampaignResults) -> Iterator[ReportTable]:
    """One table over all evaluations."""
    if results.human:
        yield ReportTable(
            id="judgments", name="judgments", section=SECTION, table=items_judged_table(results, results.human)
        )


def items_judged_table(results: CampaignResults, human: tuple[HumanResults, ...]) -> Table:
    """A row for each place, a column for each evaluation, that with the most items first; last, the totals.

    An evaluation over several directions that counts in another one is a row of that one.
    """
    columns = {each.evaluation: _column_of(results, each) for each in human}
    titles = {each.evaluation: each.title for each in human if columns[each.evaluation] == each.evaluation}
    total = {
        column: sum(outputs_judged(each) for each in human if columns[each.evaluation] == column) for column in titles
    }
    evaluations = sorted(titles, key=lambda column: -total[column])
    rows: list[tuple[Value, ...]] = []
    for place in places_of(results, human):
        counts = {columns[each.evaluation]: outputs_judged(each) for each in held_at(human, place)}
        names = (pair_title(results, place[0]), test_set_title(results, place[1]))
        rows.append((*names, *(counts.get(evaluation) for evaluation in evaluations)))
    return Table(
        columns=(
            Column("language pair", title="Language pair", once=True),
            Column("test set", title="Test set", missing=""),
            *(Column(titles[each], digits=0, thousands=True, missing="") for each in evaluations),
        ),
        rows=(*rows, ("Totals", None, *(total[each] for each in evaluations))),
        title="Number of items judged",
        notes=tuple(_notes(human)),
        rules=frozenset({len(rows)}),
        emphasised=frozenset({len(rows)}),
    )


def _column_of(results: CampaignResults, human: HumanResults) -> str:
    counts_for = rules_of(results, human).counts_for if is_mixed(human) else ()
    return next((each for each in counts_for if each in evaluations_of(results.human)), human.evaluation)


def outputs_judged(human: HumanResults) -> int:
    """Outputs that judges answered about; where they may be undecided, those among them."""
    of_all = next((each for each in human.answers if not each.system), None)
    return human.ranking.outputs if of_all is None else of_all.answers


def _notes(human: tuple[HumanResults, ...]) -> Iterator[str]:
    yield (
        "An item is an output that a judge answered about: a screen of five outputs is five items. Repeats and control "
        "items are not counted."
    )
    counted_twice = dict.fromkeys(other for each in human for other in each.others)
    if counted_twice:
        yield f"Judgments of {', '.join(counted_twice)} also count in other evaluations, and are in both numbers."
    if left_out := sum(each.left_out_judgments for each in human):
        yield f"{left_out:,} judgments do not count, and are not among them."


def paired_comparisons(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each evaluation of paired comparisons."""
    for human in results.human:
        if human.protocol == "pairwise":
            yield ReportTable(
                id=table_id("paired-comparisons", human.evaluation, human.language_pair, human.test_set),
                name="paired-comparisons",
                section=SECTION,
                table=paired_comparisons_table(results, human),
            )


def paired_comparisons_table(results: CampaignResults, human: HumanResults) -> Table:
    """One row: systems, comparisons, judgments, agreement."""
    ranking = human.ranking
    agreement = next((each for each in ranking.agreement if each.between == "judges"), None)
    systems = len(ranking.systems)
    per_system = round(2 * ranking.comparisons / systems)
    return Table(
        columns=(
            Column("systems", title="# systems"),
            Column("comparisons per system", title="# comparisons per system", thousands=True),
            Column("comparisons", title="# comparisons in total", thousands=True),
            Column("judgments", title="# collected judgments", thousands=True),
            Column("agreement", title="I.A.A. κ", digits=4),
        ),
        rows=(
            (
                systems,
                per_system,
                ranking.comparisons,
                ranking.votes if ranking.votes is not None else ranking.judgments,
                None if agreement is None else agreement.value,
            ),
        ),
        title=f"{caption(results, human.title, human.language_pair, human.test_set)}, paired comparisons",
        notes=() if agreement is None else (f"I.A.A.: {MEASURE_NAMES[agreement.measure]} between judges.",),
    )
