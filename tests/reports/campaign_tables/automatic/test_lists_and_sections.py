"""Ranked lists, tables of several boards, and tables by groups of segments."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.reports.campaign_results.boards import RunResults
from bakeoff.reports.campaign_tables.registry import report_tables
from tests.reports.campaign_tables.small_results import board, campaign, run, score


def varied(name: str, bleu: float, ter: float) -> RunResults:
    return replace(run(name), scores=(score("bleu", bleu, mean=bleu), score("ter", ter)))


def test_each_metric_orders_its_own_list_and_those_with_intervals_are_above() -> None:
    results = campaign(
        board(varied("A", 30.0, 60.0), varied("B", 20.0, 50.0)),
        evaluation={"metrics": ["ter", "bleu"], "interval": {"metrics": ["bleu"]}},
        report={"tables": ["automatic"], "order": "each"},
    )

    (table,) = report_tables(results)

    upper, lower = table.table.for_people().by_storeys()
    assert [(column.group, column.heading) for column in upper.columns] == [
        ("BLEU", "system"),
        ("BLEU", "score"),
        ("BLEU", "interval"),
    ]
    assert [row[:2] for row in upper.rows] == [("A", 30.0), ("B", 20.0)]
    assert lower.rows == (("B", 50.0), ("A", 60.0))


def test_one_system_alone_is_a_row() -> None:
    results = campaign(board(varied("A", 30.0, 60.0)), report={"tables": ["automatic"], "order": "each"})

    (table,) = report_tables(results)

    assert not table.table.storeys
    assert [column.title for column in table.table.columns if not column.detail] == [
        "system",
        "BLEU",
        "interval",
        "TER",
    ]


def test_boards_that_are_joined_are_sections_with_a_best_each() -> None:
    joined = {
        "title": "Into English",
        "boards": [
            {"language_pair": "fr-en", "test_set": "test"},
            {"language_pair": "de-en", "test_set": "test"},
            {"language_pair": "de-en", "test_set": "old"},
        ],
    }
    results = campaign(
        board(run("A", 30.0), run("B", 20.0, 10.0)),
        board(run("A", 1.0), run("C", 2.0), pair="fr-en"),
        report={"tables": ["automatic"], "order": "name", "joined": [joined]},
    )

    (table,) = report_tables(results)

    assert table.id == "automatic-1"
    assert [(each.row, each.heading) for each in table.table.sections] == [
        (0, "French–English, Test 2026"),
        (2, "German–English, Test 2026"),
    ]
    assert [row[0] for row in table.table.rows] == ["A", "C", "A", "B"]
    assert table.table.best_rows(1) == {1, 2}
    assert table.table.shown(0, 2) == "–"


SETS = {
    "test": {
        "role": "current",
        "subsets": {"new": "New sources"},
        "genres": {"nw": "newswire", "wb": "web data"},
        "attributes": ["subset", "genre"],
        "report_by": ["subset", "genre", ["subset", "genre"]],
    }
}
GROUPS = {"subset=new": 10.0, "genre=nw": 20.0, "genre=wb": 25.0, "subset=new×genre=nw": 12.0}


def test_genres_are_columns_and_subsets_sections() -> None:
    scored = replace(run("A"), scores=(score("bleu", 30.0, groups=GROUPS),))
    other = replace(run("B"), scores=(score("bleu", 29.0),))

    (table,) = report_tables(
        campaign(board(scored, other), test_sets=SETS, report={"tables": ["automatic-by-subset-and-genre"]})
    )

    assert [column.title for column in table.table.columns] == ["system", "all genres", "newswire", "web data"]
    assert table.table.rows == (("A", 30.0, 20.0, 25.0), ("B", 29.0, None, None), ("A", 10.0, 12.0, None))
    assert [(each.row, each.heading) for each in table.table.sections] == [
        (0, "Complete test set"),
        (2, "New sources"),
    ]


def test_difficulty_is_the_mean_over_boards_of_the_means_of_their_systems() -> None:
    def scored(name: str, de: float, cs: float) -> RunResults:
        return replace(run(name), scores=(score("bleu", 30.0, groups={"origlang=de": de, "origlang=cs": cs}),))

    (table,) = report_tables(
        campaign(
            board(scored("A", 10.0, 20.0), scored("B", 20.0, 40.0)),
            board(scored("C", 25.0, 8.0), pair="fr-en"),
            report={"tables": ["difficulty"], "numbers": {"average": {"digits": 1}}},
        )
    )

    assert [row[0] for row in table.table.rows] == ["Czech", "German"]
    assert [row[1] for row in table.table.rows] == [19.0, 20.0]
    assert table.table.shown(0, 1) == "19.0"
    assert "2 language pairs" in table.table.notes[0]
