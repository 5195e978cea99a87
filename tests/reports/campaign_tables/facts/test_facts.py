"""Tables of rules, participants and data."""

from __future__ import annotations

import pytest

from bakeoff.evaluation import CorpusStatistics
from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.facts import definitions
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff.rulebook import read_rulebook
from bakeoff.statistics.agreement.kappas import landis_koch
from bakeoff.text.normalizers import step_names
from tests.reports.campaign_tables.small_results import board, campaign, run


def test_every_step_of_a_specification_is_said_in_words() -> None:
    assert set(definitions._STEPS) == set(step_names())


@pytest.mark.parametrize("value", [-0.1, 0.0, 0.2, 0.21, 0.4, 0.41, 0.6, 0.61, 0.8, 0.81, 1.0])
def test_words_for_kappa_are_those_of_the_analyses(value: float) -> None:
    def holds(text: str) -> bool:
        if text == "below 0":
            return value < 0
        low, high = map(float, text.split("–"))
        return low <= value <= high

    ((word,),) = ([name for name, text in definitions._KAPPA.items() if holds(text)],)
    assert word == landis_koch(value)


TEAMS = (
    Team(
        code="KIT-2",
        name="Karlsruhe",
        institutions=("KIT",),
        descriptions=(
            SystemDescription(fields={"System": "Neural", "Paper": "Smith 2026"}, techniques="NMT"),
            SystemDescription(fields={"System": "Old"}, techniques="SMT"),
        ),
    ),
    Team(code="FBK", name="Trento"),
)


def test_teams_are_rows_and_their_papers_are_named_once() -> None:
    columns = ["code", "participant", "techniques"]

    (table,) = report_tables(campaign(teams=TEAMS, report={"tables": ["participants"], "participants": columns}))

    assert table.table.rows == (("FBK", "Trento", None), ("KIT-2", "KIT (Smith 2026)", "NMT; SMT"))


def test_systems_are_rows_under_their_institution() -> None:
    columns = ["institution", "system", "paper"]

    (table,) = report_tables(campaign(teams=TEAMS, report={"tables": ["participants"], "participants": columns}))

    assert table.table.rows == (("KIT", "Neural", "Smith 2026"), ("KIT", "Old", None), ("Trento", "FBK", None))
    assert table.table.rows_spanned(0, 0) == 2


def test_anonymous_systems_of_the_organisers_are_one_row() -> None:
    systems = {
        "RB1": {"kind": "commercial", "anonymous": True, "description": "Two products"},
        "RB2": {"kind": "commercial", "anonymous": True},
        "BASE": {"kind": "baseline", "title": "Moses"},
        "OLD": {"kind": "earlier"},
    }
    report = {"tables": ["participants"], "participants": ["code", "participant"], "entered_participants": True}

    (table,) = report_tables(campaign(systems=systems, report=report))

    assert table.table.rows == (("Moses", "Moses"), ("RB1–RB2", "Two products"))


def test_participation_is_counts_or_crosses_with_the_number_of_teams_below() -> None:
    boards = (board(run("A"), run("B")), board(run("A", id="a2"), pair="fr-en"))

    def table(participation: str) -> list[tuple[object, ...]]:
        report = {"tables": ["participants-by-track"], "participation": participation}
        (only,) = report_tables(campaign(*boards, report=report))
        return list(only.table.rows)

    assert table("crosses") == [("A", "X", "X"), ("B", "X", None), ("Teams", "2", "1")]
    assert table("counts") == [("A", "1", "1"), ("B", "1", None), ("Teams", "2", "1")]


def described(test_set: str, pair: str, language: str, what: str, tokens: int) -> DescribedData:
    figures = CorpusStatistics(
        segments=1000, documents=3, empty_segments=0, tokens=tokens, vocabulary=9, unknown_tokens=None, unknown_words=7
    )
    return DescribedData(
        test_set=test_set,
        test_set_title={"test": "Test 2026"}.get(test_set, "Training data"),
        language_pair=pair,
        language_pair_title=pair,
        what=what,
        file="x",
        language=language,
        statistics=figures,
    )


DATA = (
    described("", "", "en", "training data", 5_000_000),
    described("test", "de-en", "de", "source", 20_800),
    described("test", "de-en", "en", "reference 1", 19_999),
)


def corpus(**table: object) -> CampaignResults:
    numbers = {"tokens": {"notation": "k and M"}}
    report = {"tables": ["corpus"], "corpus": [{"title": "Data", **table}], "numbers": numbers}
    return campaign(data=DATA, report=report)


def test_texts_of_a_corpus_are_rows_and_share_the_number_of_segments() -> None:
    columns = ["data", "language", "segments", "tokens", "unknown words"]

    (table,) = report_tables(corpus(columns=columns, test_sets=["test"], training=True))

    assert table.table.rows == (
        ("Training data", "English", 1000, 5_000_000, 7),
        ("Test 2026", "German", 1000, 20_800, 7),
        ("Test 2026", "English", 1000, 19_999, 7),
    )
    assert [table.table.shown(row, 3) for row in range(3)] == ["5.00M", "20.8k", "20.0k"]
    assert [table.table.rows_spanned(row, 2) for row in range(3)] == [1, 2, 0]


def test_source_and_reference_are_in_one_row_where_no_language_is_asked_for() -> None:
    (table,) = report_tables(corpus(columns=["language pair", "source tokens", "target tokens"], test_sets=["test"]))

    assert table.table.rows == (("German–English", 20_800, 19_999),)
    assert [column.group for column in table.table.columns] == ["", "tokens", "tokens"]


def test_only_monolingual_texts_or_references_can_be_asked_for() -> None:
    alone = {"columns": ["language", "tokens"], "test_sets": ["test"], "training": True}

    assert report_tables(corpus(**alone, texts="monolingual"))[0].table.rows == (("English", 5_000_000),)
    assert report_tables(corpus(columns=["tokens"], test_sets=["test"], texts="reference"))[0].table.rows == (
        (19_999,),
    )


def test_without_any_description_there_is_a_table_for_each_test_set() -> None:
    tables = report_tables(campaign(data=DATA, report={"tables": ["corpus"]}))

    assert [(each.id, each.table.title) for each in tables] == [
        ("corpus-1", "Training data"),
        ("corpus-2", "Test 2026"),
    ]


def test_grades_start_from_the_end_that_the_rulebook_names() -> None:
    human = {
        "adequacy": {
            "title": "Adequacy",
            "protocol": "adequacy",
            "scale": [1, 3],
            "labels": ["None", "Some", "All"],
        }
    }

    def grades(order: str) -> list[object]:
        (table,) = report_tables(campaign(human=human, report={"tables": ["scales"], "scales": order}))
        return [row[0] for row in table.table.rows]

    assert grades("ascending") == [1, 2, 3]
    assert grades("descending") == [3, 2, 1]


def test_shipped_rulebooks_say_what_their_campaigns_measure() -> None:
    rules = read_rulebook("iwslt2012").model_dump(mode="json", exclude_defaults=True, by_alias=True)
    rules = {**rules, "report": {"tables": ["metrics", "specifications"]}}

    metrics, *specifications = report_tables(CampaignResults(rules=rules, software="bakeoff 1.0"))

    assert ("WER", "0 (best) and up, in percent") in metrics.table.rows
    assert ("BLEU", "0 (worst) to 100 (best)") in metrics.table.rows
    assert [each.id for each in specifications] == ["specifications-english", "specifications-french"]
    assert ("case-insensitive: all letters in lower case",) in specifications[0].table.rows
