"""What the evaluation plan of OpenMT 2012 says that its report holds (sections 10 and 15.1)."""

from __future__ import annotations

import pytest

from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from tests.reports.campaign_tables.simulated_results import simulated_results

STATEMENT = "System tuning can affect rank ordering. BLEU-4 scores are the only official scores for system comparison."


@pytest.fixture(scope="module")
def tables() -> dict[str, ReportTable]:
    return {each.id: each for each in report_tables(simulated_results("openmt2012"))}


def test_official_scores_are_by_language_pair_condition_and_track(tables: dict[str, ReportTable]) -> None:
    official = [each.table for each in tables.values() if each.id.endswith("-official")]

    assert len(official) == 2 + 2 + 1 + 1 + 1
    assert all([column.title for column in table.columns] == ["system", "BLEU-4"] for table in official)
    assert official[0].title == (
        "Official scores by BLEU-4: Single System, Arabic–English, Constrained Training, OpenMT12 test set"
    )
    assert not any(STATEMENT in table.notes for table in official)


def test_other_metrics_come_with_the_statement(tables: dict[str, ReportTable]) -> None:
    others = [each.table for each in tables.values() if each.id.endswith("-other-metrics")]

    assert len(others) == 7
    assert all(STATEMENT in table.notes for table in others)
    assert all("BLEU-4" not in [column.title for column in table.columns] for table in others)


def test_scores_are_by_subset_across_genres_and_by_genre(tables: dict[str, ReportTable]) -> None:
    chinese = tables["groups-single-chi2eng-constrained-current"].table
    dari = tables["groups-single-dar2eng-unconstrained-current"].table

    assert [column.title for column in chinese.columns] == [
        "system",
        "all genres",
        "newswire",
        "web data",
        "unspecified",
    ]
    assert [section.heading.partition(" of ")[0].partition(":")[0] for section in chinese.sections] == [
        "Complete test set",
        "Progress tests subset with new source data",
        "Original Progress test",
        "Current test",
        "Restricted Domain test",
        "English-true",
        "Foreign-true",
    ]
    assert len(dari.sections) == 4
    restricted = next(each.row for each in chinese.sections if each.heading == "Restricted Domain test")
    assert [cell is None for cell in chinese.rows[restricted]] == [False, False, True, True, False]


def test_late_and_debugged_submissions_are_named_without_scores(tables: dict[str, ReportTable]) -> None:
    assert tables["late-and-debugged"].table.for_people().rows == (("BBN", "Team BBN", "late"),)
