"""Scores of boards: which systems, in which order, with which marks, lines and notes."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.reports.campaign_results.boards import RunResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.table import Marked, Table
from tests.reports.campaign_tables.small_results import board, campaign, comparison, run, score

INTERVAL = {"samples": 1000}


def names_in(table: Table) -> list[object]:
    index = next(number for number, column in enumerate(table.columns) if column.heading == "system")
    return [row[index] for row in table.rows]


def test_systems_are_ranked_by_the_official_metric_and_equal_ones_by_name() -> None:
    results = campaign(board(run("C", 20.0, 50.0), run("b", 30.0, 60.0), run("A", 20.0, 40.0)))

    (table,) = (each for each in report_tables(results) if each.name == "automatic")

    assert names_in(table.table) == ["b", "A", "C"]
    assert [column.title for column in table.table.columns] == ["system", "BLEU", "TER"]
    assert [table.table.best_rows(index) for index in (1, 2)] == [{0}, {1}]
    assert table.table.title == "Automatic scores: Translation, German–English, Test 2026"
    assert "bleu|case+punc" in table.table.notes


def test_a_system_without_the_official_score_is_last() -> None:
    unscored = replace(run("A", 20.0, 40.0), scores=(score("ter", 10.0), score("bleu", None)))

    (_, table) = report_tables(campaign(board(unscored, run("B", 1.0, 90.0))))

    assert names_in(table.table) == ["B", "A"]
    assert table.table.shown(1, 1) == "–"


def test_only_what_counts_is_listed_and_of_that_what_the_rulebook_asks_for() -> None:
    runs: list[RunResults] = [
        run("PRIMARY", 30.0),
        run("CONTRAST", 20.0, kind="contrastive", compared=False),
        run("BASE", 25.0, kind="baseline", team="", entered="BASE"),
        run("LATE", 40.0, part="unofficial", late=True),
        run("NAMED", part="named"),
        run("LASTYEAR", 50.0, kind="earlier", team="", entered="OLD"),
    ]

    def listed(**report: object) -> list[object]:
        report = {"tables": ["automatic"], **report}
        (table,) = report_tables(campaign(board(*runs), report=report))
        return names_in(table.table)

    assert listed() == ["PRIMARY", "BASE", "CONTRAST"]
    assert listed(contrastive=False, baselines=False) == ["PRIMARY"]
    assert listed(order="name") == ["BASE", "CONTRAST", "PRIMARY"]


def test_a_baseline_alone_is_no_result() -> None:
    only = board(run("BASE", 25.0, kind="baseline", team="", entered="BASE"))

    assert report_tables(campaign(only, report={"tables": ["automatic", "progress"]})) == ()


def test_means_of_samples_are_printed_where_the_rulebook_says_so_with_a_note() -> None:
    first = replace(run("A"), scores=(score("bleu", 30.0, mean=31.5),))
    second = replace(run("B"), scores=(score("bleu", 31.0, mean=30.5),))
    reported = {"official_metric": "bleu", "metrics": ["bleu"], "interval": {**INTERVAL, "reported": "mean"}}

    (table,) = report_tables(campaign(board(first, second), evaluation=reported, report={"tables": ["automatic"]}))

    assert names_in(table.table) == ["A", "B"]
    assert table.table.shown(0, 1) == "31.50"
    assert table.table.shown(0, 2) == "[30.50, 32.50]"
    assert table.table.notes[:2] == (
        "Scores are means of 1,000 bootstrap samples.",
        "In brackets: 95% bootstrap intervals, 1,000 samples.",
    )


def test_intervals_are_left_out_for_people_and_kept_for_programs() -> None:
    scored = replace(run("A"), scores=(score("bleu", 30.0, mean=31.5),))
    report = {"tables": ["automatic"], "intervals": False}

    rules = {"metrics": ["bleu"], "interval": INTERVAL}

    (table,) = report_tables(campaign(board(scored), evaluation=rules, report=report))

    assert [column.heading for column in table.table.for_people().columns] == ["system", "BLEU"]
    assert [column.heading for column in table.table.for_programs().columns] == [
        "system",
        "bleu",
        "bleu interval low",
        "bleu interval high",
        "bleu mean",
        "bleu sd",
    ]


def test_lines_are_between_clusters() -> None:
    runs = [run("A", 40.0), run("B", 30.0), run("C", 20.0)]
    tested = board(*runs, comparisons=(comparison(("a", "b"), ("c",)),))
    rules = {"official_metric": "bleu", "metrics": ["bleu"], "comparison": {"test": "bootstrap", "trials": 1000}}

    (table,) = report_tables(campaign(tested, evaluation=rules, report={"tables": ["automatic"]}))

    assert table.table.rules == {2}
    assert table.table.notes[0].startswith("A line between two systems: every ranked system above it")
    assert "1,000 trials" in table.table.notes[0]


def test_neighbours_on_both_sides_of_an_unlisted_system_have_a_line_if_they_differ() -> None:
    runs = [run("A", 40.0), run("BASE", 30.0, kind="baseline", team=""), run("C", 20.0), run("D", 10.0)]
    tested = board(*runs, comparisons=(comparison(("a", "base", "c", "d"), significant=(("a", "c"),)),))
    rules = {"official_metric": "bleu", "metrics": ["bleu"], "comparison": {"clusters": "neighbours"}}

    (table,) = report_tables(campaign(tested, evaluation=rules, report={"tables": ["automatic"], "baselines": False}))

    assert names_in(table.table) == ["A", "C", "D"]
    assert table.table.rules == {1}


def test_only_the_best_by_all_decimals_is_bold_where_ties_are_broken() -> None:
    report = {"tables": ["automatic"], "best_ties": False}

    (table,) = report_tables(campaign(board(run("A", 30.001), run("B", 30.002), run("C", 1.0)), report=report))

    assert [table.table.shown(row, 1) for row in (0, 1)] == ["30.00", "30.00"]
    assert table.table.bold_rows(1) == {0}
    assert table.table.rows[0] == ("B", Marked(30.002, bold=True))


def test_numbers_and_words_are_those_of_the_rulebook() -> None:
    report = {
        "tables": ["automatic"],
        "numbers": {"bleu": {"digits": 3, "notation": "fraction"}},
        "words": {"bleu": "BLEU-4", "system": "Site"},
        "missing": "n/a",
    }

    (table,) = report_tables(campaign(board(run("A", 30.0, 50.0), run("B", 20.0)), report=report))

    assert [column.title for column in table.table.columns] == ["Site", "BLEU-4", "TER"]
    assert [table.table.shown(1, index) for index in range(3)] == ["B", "0.200", "n/a"]


SPECIFICATIONS = {"official_metric": "bleu", "metrics": ["bleu"], "specifications": ["case+punc", "case-insensitive"]}


def both(name: str, cased: float, caseless: float) -> RunResults:
    scores = (score("bleu", cased), score("bleu", caseless, specification="case-insensitive"))
    return replace(run(name), scores=scores)


def test_specifications_are_tables_of_their_own_or_side_by_side() -> None:
    own = board(both("A", 30.0, 31.0), both("B", 29.0, 33.0))
    apart = report_tables(campaign(own, evaluation=SPECIFICATIONS, report={"tables": ["automatic"]}))
    together = report_tables(
        campaign(own, evaluation=SPECIFICATIONS, report={"tables": ["automatic", "specifications-side-by-side"]})
    )

    assert [names_in(each.table) for each in apart] == [["A", "B"], ["A", "B"]]
    ids = ("automatic-mt-de-en-test-case-punc", "automatic-mt-de-en-test-case-insensitive")
    assert tuple(each.id for each in apart) == ids
    (table,) = together
    assert table.id == "automatic-mt-de-en-test"
    assert [column.group for column in table.table.columns] == ["", "case+punc", "case-insensitive"]
    assert [column.heading for column in table.table.columns] == ["system", "case+punc bleu", "case-insensitive bleu"]


def test_the_name_of_the_system_can_be_between_two_specifications() -> None:
    report = {"tables": ["specifications-side-by-side"], "system_column": "between"}

    (table,) = report_tables(campaign(board(both("A", 30.0, 31.0)), evaluation=SPECIFICATIONS, report=report))

    assert table.table.rows == ((30.0, "A", 31.0),)


def test_places_without_submissions_say_so_where_the_rulebook_asks_for_that() -> None:
    report = {"tables": ["automatic"], "absent": True}

    here, there = report_tables(campaign(board(run("A", 30.0)), report=report))

    assert here.id == "automatic-mt-de-en-test"
    assert there.id == "automatic-mt-fr-en-test"
    assert there.table.empty == "No submissions."


def test_nothing_is_said_of_places_whose_results_are_not_released() -> None:
    report = {"tables": ["automatic"], "absent": True}

    assert report_tables(campaign(report=report)) == ()


def test_the_official_metric_can_be_apart_from_the_others_which_have_the_statement() -> None:
    report = {"tables": ["automatic"], "official_apart": True, "metrics_note": "BLEU alone is official."}

    official, others = report_tables(campaign(board(run("A", 30.0, 50.0)), report=report))

    assert [column.title for column in official.table.columns] == ["system", "BLEU"]
    assert official.table.title.startswith("Official scores by BLEU: ")
    assert "BLEU alone is official." not in official.table.notes
    assert [column.title for column in others.table.columns] == ["system", "TER"]
    assert "BLEU alone is official." in others.table.notes


def test_groups_of_segments_have_tables_of_their_own_where_the_rulebook_asks_for_them() -> None:
    scored = replace(run("A"), scores=(score("bleu", 30.0, groups={"genre=nw": 33.0, "genre=wb": 27.0}),))
    sets = {"test": {"role": "current", "genres": {"nw": "newswire", "wb": "web"}, "report_by": ["genre"]}}

    tables = report_tables(
        campaign(board(scored), test_sets=sets, report={"tables": ["automatic"], "group_tables": True})
    )

    assert [(each.id, each.table.rows) for each in tables] == [
        ("automatic-mt-de-en-test", (("A", 30.0),)),
        ("automatic-mt-de-en-test-genre-nw", (("A", 33.0),)),
        ("automatic-mt-de-en-test-genre-wb", (("A", 27.0),)),
    ]
    assert tables[1].table.title.endswith(", newswire")
