"""Test sets of earlier years, baselines, tests between systems, late submissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bakeoff.reports.campaign_results.boards import RunResults
from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.table import Marked
from bakeoff.speech import Counts
from tests.reports.campaign_tables.small_results import board, campaign, comparison, run, score

OLD: Mapping[str, Any] = {"kind": "earlier", "team": "", "entered": "OLD", "remark": "Source: the overview of 2025"}


def test_systems_of_earlier_years_are_last_whatever_their_score() -> None:
    results = campaign(
        board(run("A", 20.0), run("OLD", 40.0, **OLD), run("B", 30.0), test_set="old"),
        report={"tables": ["progress"], "earlier_systems": "last"},
    )

    (table,) = report_tables(results)

    assert [row[0] for row in table.table.rows] == ["B", "A", "OLD"]
    assert table.table.notes[0] == "OLD: Source: the overview of 2025"
    assert table.section == "Progress"


def test_systems_of_earlier_years_have_a_section_where_metrics_are_many() -> None:
    results = campaign(board(run("A", 20.0), run("OLD", 40.0, **OLD), test_set="old"), report={"tables": ["progress"]})

    (table,) = report_tables(results)

    assert [(each.row, each.heading) for each in table.table.sections] == [
        (0, "Systems of 2026"),
        (1, "Systems of earlier years"),
    ]


def recognised(name: str, errors: int, **more: Any) -> RunResults:
    counts = Counts(
        segments=10, wrong_segments=5, correct=1000 - errors, substitutions=errors, deletions=0, insertions=0
    )
    own = replace(score("wer@sclite", counts.wer), counts=counts, digits=1)
    return replace(run(name, **more), scores=(own,))


ASR = {"official_metric": "wer@sclite", "metrics": ["wer@sclite"]}


def test_two_lists_of_recognisers_are_side_by_side_each_in_its_own_order() -> None:
    results = campaign(
        board(recognised("A", 120), recognised("B", 100), recognised("OLD", 90, **OLD), test_set="old"),
        evaluation=ASR,
        report={"tables": ["progress"]},
    )

    (table,) = report_tables(results)

    people = table.table.for_people()
    assert people.rows == (("B", 10.0, 100, "OLD", 9.0, 90), ("A", 12.0, 120, "", None, None))
    assert [column.group for column in people.columns] == ["", "", "", "2025", "2025", "2025"]
    assert people.shown(1, 4) == ""


def test_recognisers_have_their_errors_next_to_their_rates_and_programs_what_these_are_made_of() -> None:
    (table,) = report_tables(
        campaign(board(recognised("A", 1200), recognised("B", 100)), evaluation=ASR, report={"tables": ["recognition"]})
    )

    assert table.table.for_people().rows == (("B", 10.0, 100), ("A", 120.0, 1200))
    assert table.table.for_people().shown(1, 2) == "1,200"
    assert table.table.for_programs().rows[0] == ("B", 10.0, 100, 1000, 100, 0, 0, 5)


def baseline(name: str, bleu: float, mean: float) -> RunResults:
    return replace(run(name, kind="baseline", team="", entered="BASE"), scores=(score("bleu", bleu, mean=mean),))


def test_baselines_have_standard_deviations_in_sections_by_language_pair() -> None:
    results = campaign(
        board(baseline("BASE", 20.0, 20.5), pair="fr-en"),
        board(baseline("BASE", 10.0, 10.5)),
        board(baseline("BASE", 11.0, 11.5), test_set="old"),
        report={"tables": ["baselines"]},
    )

    (table,) = report_tables(results)

    assert table.table.for_people().rows == (
        ("Test 2026", 20.0, 0.5),
        ("Test 2026", 10.0, 0.5),
        ("Test 2025", 11.0, 0.5),
    )
    assert [each.heading for each in table.table.sections] == ["French–English", "German–English"]


@pytest.mark.parametrize(("metric", "best", "difference"), [("bleu", "A", "+10.00"), ("ter", "B", "-5.00")])
def test_the_best_system_is_held_against_the_baseline_by_the_official_metric(
    metric: str, best: str, difference: str
) -> None:
    runs = [run("A", 30.0, 60.0), run("B", 20.0, 50.0), run("BASE", 20.0, 55.0, kind="baseline", team="")]
    tested = board(*runs, comparisons=(comparison(("a",), ("b", "base"), significant=(("a", "base"),)),))
    rules = {"official_metric": metric, "metrics": ["bleu", "ter"]}

    (table,) = report_tables(campaign(tested, evaluation=rules, report={"tables": ["against-baseline"]}))

    ((_, _, name, _, against, _, shown, significant),) = table.table.rows
    assert (name, against, shown) == (best, "BASE (baseline)", difference)
    assert significant == ("yes" if metric == "bleu" else "not tested")


def test_p_values_are_a_triangle_with_significant_ones_in_bold_and_lines_between_clusters() -> None:
    tested = board(
        run("A", 30.0), run("B", 20.0), run("C", 10.0),
        comparisons=(comparison(("a",), ("b", "c"), significant=(("a", "b"), ("a", "c"))),),
    )  # fmt: skip

    (table,) = report_tables(campaign(tested, report={"tables": ["significance"]}))

    assert table.table.rows == (
        (1, "A", "1", Marked(0.02, bold=True), Marked(0.02, bold=True)),
        (2, "B", "2", None, Marked(1.0)),
        (3, "C", "3", None, None),
    )
    assert table.table.rules == {1}
    assert "paired bootstrap test, 1,000 trials" in table.table.notes[0]


def test_teams_with_late_and_debugged_submissions_are_named_without_scores() -> None:
    teams = (
        Team(code="NRC", name="Ottawa", debugged_runs=2),
        Team(code="BBN", name="Cambridge", late_runs=1, debugged_runs=1),
        Team(code="IBM", name="Yorktown"),
    )

    (table,) = report_tables(campaign(teams=teams, report={"tables": ["late-and-debugged"]}))

    assert table.table.for_people().rows == (("BBN", "Cambridge", "late, debugged"), ("NRC", "Ottawa", "debugged"))


PUBLISHED = {
    "systems": {
        "OLD": {"title": "Best of 2025", "kind": "earlier"},
        "OTHER": {"title": "Second of 2025", "kind": "earlier"},
    },
    "published_scores": [
        {
            "system": name,
            "track": "mt",
            "language_pair": "de-en",
            "test_set": "old",
            "scores": {"bleu": score, "ter": "63.00"},
            "source": "the overview of 2025",
        }
        for name, score in (("OTHER", "24.10"), ("OLD", "25.07"))
    ],
}


def test_systems_that_are_known_by_published_scores_alone_are_listed_with_their_source() -> None:
    results = campaign(
        board(run("A", 20.0, 70.0), test_set="old"),
        report={"tables": ["progress"], "earlier_systems": "last"},
        **PUBLISHED,
    )

    (table,) = report_tables(results)

    assert table.table.rows == (("A", 20.0, 70.0), ("Best of 2025", 25.07, 63.0), ("Second of 2025", 24.1, 63.0))
    assert table.table.notes[0] == "Best of 2025, Second of 2025: Source: the overview of 2025"
    assert table.table.best_rows(2) == {1, 2}


def test_a_run_that_was_entered_for_a_system_counts_and_not_its_published_scores() -> None:
    computed = run("Best of 2025", 26.0, **{**OLD, "remark": ""})
    results = campaign(
        board(run("A", 20.0), computed, test_set="old"),
        report={"tables": ["progress"], "earlier_systems": "last"},
        **PUBLISHED,
    )

    (table,) = report_tables(results)

    assert [row[:2] for row in table.table.rows] == [("A", 20.0), ("Best of 2025", 26.0), ("Second of 2025", 24.1)]


def test_published_error_rates_have_the_errors_that_were_published() -> None:
    asr = {**PUBLISHED["published_scores"][0], "scores": {"wer@sclite": "13.5"}, "errors": 1741}  # type: ignore[index]
    results = campaign(
        board(recognised("A", 100), test_set="old"),
        evaluation=ASR,
        report={"tables": ["progress"]},
        systems=PUBLISHED["systems"],
        published_scores=[asr],
    )

    (table,) = report_tables(results)

    assert table.table.for_people().rows == (("A", 10.0, 100, "Second of 2025", 13.5, 1741),)
