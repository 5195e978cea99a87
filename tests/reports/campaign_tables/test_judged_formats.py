"""Tables of what people judged in every format, and those whose printed form is lost."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bakeoff.reports import RENDERERS, render_html
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.latex import latex_document
from bakeoff.reports.table import Table
from bakeoff.rulebook import read_rulebook
from tests.reports.campaign_tables.judged_campaigns import campaign_of, names, simulated_human, simulated_metrics
from tests.reports.campaign_tables.test_iwslt_judgments import tables_of
from tests.reports.campaign_tables.test_wmt2008_judgments import TABLES, Matrix, judged_campaign

LOST = {"4": "human-summary-ranking", "5": "human-summary-constituents", "6": "human-summary-yes-no"}
"""Tables of WMT 2008 that the text of its overview has lost, and ours with what it says of them."""
PLACES = (("fr-en", "news"), ("fr-en", "europarl"), ("en-fr", "news"))


@cache
def small_w08() -> tuple[ReportTable, ...]:
    """Three tasks of five systems with all kinds of judgment."""
    tasks = tuple(Matrix(kind, place, names(5)) for kind in ("ranking", "constituents") for place in PLACES)
    return report_tables(judged_campaign(tasks))


@cache
def wmt() -> tuple[ReportTable, ...]:
    """Direct assessment with error spans, and MQM, with a human translation among the systems."""
    rulebook = read_rulebook("wmt")
    human = tuple(
        simulated_human(
            rulebook,
            kind,
            ("en-de", "general"),
            (*names(4), "reference"),
            references=["reference"],
            segments=30,
            intervals=True,
        )
        for kind in ("esa", "mqm")
    )
    tables = ["judgments", "human", "human-pairwise", "human-summary", "agreement", "judging-times"]
    return report_tables(campaign_of("wmt", tables, human=human))


def every_table() -> list[ReportTable]:
    of_iwslt = [table for year in ("iwslt2005", "iwslt2012", "iwslt2016") for table in tables_of(year).values()]
    return [*of_iwslt, *small_w08(), *wmt()]


def table_called(tables: tuple[ReportTable, ...], table_id: str) -> Table:
    return next(each.table for each in tables if each.id == table_id)


def test_all_kinds_are_made() -> None:
    assert {each.name for each in small_w08()} == set(TABLES)
    assert set(LOST.values()) <= {each.id for each in small_w08()}


def test_programs_get_every_row_with_as_many_cells_as_headings() -> None:
    for each in every_table():
        content = json.loads(json.dumps(table_json(each.table)))
        assert len(set(content["columns"])) == len(content["columns"]), each.id
        assert len(content["rows"]) == len(each.table.rows) > 0, each.id
        assert {len(row) for row in content["rows"]} <= {len(content["columns"])}, each.id


def test_people_get_caption_notes_and_no_undefined_number() -> None:
    for each in every_table():
        text = RENDERERS["text"](each.table)
        assert text.startswith(each.table.title), each.id
        assert "nan" not in text.lower().split(), each.id
        assert each.table.notes, each.id
        assert not each.table.unexplained_signs(), each.id
        assert render_html(each.table).count("<tr") >= len(each.table.rows), each.id
        assert RENDERERS["markdown"](each.table), each.id


def test_pdflatex_compiles_every_kind_of_table(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("left out: pdfLaTeX (make system)")
    of_kind = {(each.name, len(each.table.columns)): each.table for each in every_table()}
    (tmp_path / "tables.tex").write_text(latex_document(list(of_kind.values())), encoding="utf-8")
    made = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "tables.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-2000:]
    assert "Overfull \\hbox" not in made.stdout
    assert "Missing character" not in made.stdout


def test_direct_assessment_is_printed_as_wmt_does() -> None:
    """Ranks of what cannot be told apart, lines between clusters, the human translation named as such."""
    table = table_called(wmt(), "human-esa-en-de-general")
    columns = [column.heading for column in table.for_people().columns]
    assert columns == ["Rank", "ESA", "Interval", "System"]
    scores = [row[1] for row in table.rows]
    assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]
    assert [str(row[3]) for row in table.rows if "human" in str(row[3])] == ["reference (human)"]
    clusters = [row[-1] for row in table.rows]
    assert table.rules == {row for row in range(1, len(clusters)) if clusters[row] != clusters[row - 1]}


def test_penalties_are_best_where_they_are_lowest() -> None:
    table = table_called(wmt(), "human-mqm-en-de-general")
    scores = [row[1] for row in table.rows]
    assert scores == sorted(scores)  # type: ignore[type-var]
    matrix = table_called(wmt(), "human-pairwise-mqm-en-de-general")
    better, worse = str(table.rows[0][3]), str(table.rows[-1][3])
    place = [column.heading for column in matrix.columns].index(better.removesuffix(" (human)"))
    row = next(row for row in matrix.rows if row[0] == worse.removesuffix(" (human)"))
    cell = row[place]
    assert cell.bold  # type: ignore[union-attr]
    assert cell.value < 0  # type: ignore[union-attr, operator]


def test_direct_assessment_has_z_scores_and_raw_means() -> None:
    """WMT 2017 to 2022: Ave. z ranks, Ave. is next to it."""
    rulebook = read_rulebook("wmt")
    direct = rulebook.human["esa"].model_copy(update={"protocol": "direct"})
    changed = rulebook.model_copy(update={"human": {"esa": direct}})
    human = simulated_human(changed, "esa", ("en-de", "general"), names(4), segments=30, intervals=True)
    (table,) = (each.table for each in report_tables(campaign_of("wmt", ["human"], human=(human,))))
    assert [column.heading for column in table.for_people().columns] == ["Rank", "Ave. z", "Ave.", "Interval", "System"]
    z_scores = [row[1] for row in table.rows]
    assert z_scores == sorted(z_scores, reverse=True)  # type: ignore[type-var]
    assert all(0 <= row[2] <= 100 for row in table.rows)  # type: ignore[operator]


def test_metrics_tasks_have_a_table_for_each_language_pair_with_the_teams_of_metrics() -> None:
    rulebook = read_rulebook("wmt2008")
    tasks = simulated_metrics(rulebook, ("fr-en", "news"), names(4), ["BLEU", "DP"], ["ranking", "yes-no"])
    of_teams = tuple(replace(task, teams={"DP": "UPC"}) for task in tasks)
    tables = report_tables(campaign_of("wmt2008", ["metrics-task"], metrics_tasks=of_teams))
    assert [each.id for each in tables] == [
        f"metrics-task-metrics-news-{kind}-{part}" for kind in ("ranking", "yes-no") for part in ("fr-en", "overall")
    ]
    first = tables[0].table
    headings = [column.heading for column in first.columns]
    assert headings == ["metric", "team", "spearman", "consistency"]
    assert {(row[0], row[1]) for row in first.rows} == {("BLEU", None), ("DP", "UPC")}
    assert first.title == "Metrics and Ranking of translated sentences: French–English, News, 4 systems"


def test_times_are_shared_out_over_classes() -> None:
    table = table_called(small_w08(), "judging-times-distribution")
    for column in range(1, len(table.columns)):
        assert sum(row[column] for row in table.rows) == pytest.approx(1)  # type: ignore[misc]
