"""Systems by what people judged: one ranking for each evaluation, or several kinds of grade next to each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.all_sources import all_sources_table
from bakeoff.reports.campaign_tables.human.direct_rankings import DIRECT, direct_ranking_table
from bakeoff.reports.campaign_tables.human.grades import grade_lists_table, grades_table
from bakeoff.reports.campaign_tables.human.judged_places import (
    GRADED,
    SECTION,
    caption,
    held_at,
    is_mixed,
    places_of,
    rules_of,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.tables import human_ranking_table
from bakeoff.reports.table import Table


def human_rankings(results: CampaignResults) -> Iterator[ReportTable]:
    """Rankings place by place; what a tournament or post-edits decide is in their tables."""
    graded = tuple(human for human in results.human if human.protocol in GRADED)
    if graded and results.rulebook.report.order != "each":
        yield _report_table(("grades",), grades_table(results, graded))
    elif graded:
        for place in places_of(results, graded):
            yield _report_table(("grades", *place), grade_lists_table(results, held_at(graded, place)))
    others = tuple(human for human in results.human if human.protocol not in GRADED and _is_ranked(results, human))
    if "all-sources" in results.rulebook.report.tables:
        others = tuple(human for human in others if not is_mixed(human))
    for place in places_of(results, others):
        for human in held_at(others, place):
            yield _report_table((human.evaluation, *place), ranking_table(results, human))


def all_sources(results: CampaignResults) -> Iterator[ReportTable]:
    """A ranking for each evaluation over several directions into one language."""
    for human in results.human:
        if is_mixed(human):
            yield ReportTable(
                id=table_id("all-sources", human.evaluation, human.language_pair, human.test_set),
                name="all-sources",
                section=SECTION,
                table=all_sources_table(results, human),
            )


def ranking_table(results: CampaignResults, human: HumanResults) -> Table:
    """The ranking of one evaluation, as its field prints it."""
    if is_mixed(human):
        return all_sources_table(results, human)
    if human.protocol in DIRECT:
        return direct_ranking_table(results, human)
    table = human_ranking_table(human.result, human.ranking)
    return replace(table, title=caption(results, human.title, human.language_pair, human.test_set))


def _report_table(places: tuple[str, ...], table: Table) -> ReportTable:
    return ReportTable(id=table_id("human", *places), name="human", section=SECTION, table=table)


def _is_ranked(results: CampaignResults, human: HumanResults) -> bool:
    return human.post_edits is None and rules_of(results, human).tournament is None
