"""Every table of reports in every format, and how long that takes."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path

import pytest

from bakeoff.reports import RENDERERS, render_html
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.latex import latex_document
from bakeoff.reports.spreadsheets import render_xlsx
from bench.report_tables import METRICS, large_results, render_all
from tests.reports.campaign_tables.printed_structure import DOCUMENTS
from tests.reports.campaign_tables.simulated_results import simulated_results


@cache
def tables_of(document: str) -> tuple[ReportTable, ...]:
    return report_tables(simulated_results(document))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_programs_get_every_row_with_as_many_cells_as_headings(document: str) -> None:
    for each in tables_of(document):
        content = json.loads(json.dumps(table_json(each.table)))
        assert len(set(content["columns"])) == len(content["columns"]), each.id
        assert len(content["rows"]) == len(each.table.rows), each.id
        assert {len(row) for row in content["rows"]} <= {len(content["columns"])}, each.id
        lines = list(csv.reader(io.StringIO(RENDERERS["csv"](each.table))))
        assert lines[0] == content["columns"], each.id
        assert len(lines) == 1 + len(content["rows"]), each.id


@pytest.mark.parametrize("document", DOCUMENTS)
def test_people_get_the_caption_and_the_notes_in_every_format_for_them(document: str) -> None:
    for each in tables_of(document):
        text = RENDERERS["text"](each.table)
        assert text.startswith(each.table.title), each.id
        assert all(note in text for note in each.table.notes), each.id
        page = render_html(each.table)
        assert page.count("<tr") >= len(each.table.rows), each.id
        assert "nan" not in text.lower().split(), each.id


@pytest.mark.parametrize("document", DOCUMENTS)
def test_captions_and_ids_differ_and_ids_are_names_of_files(document: str) -> None:
    tables = tables_of(document)
    assert len({each.table.title for each in tables}) >= len(tables) - 1  # WMT 2008 prints two tables under one caption
    assert all(each.id.replace("-", "").replace(".", "").replace("_", "").isalnum() for each in tables)
    assert all(each.id == each.id.lower() for each in tables)


def test_a_workbook_has_a_sheet_for_each_table() -> None:
    tables = tables_of("openmt2012")
    content = render_xlsx({each.id: each.table for each in tables})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
    assert len(sheets) == len(tables)


def test_a_large_campaign_is_rendered_in_every_format() -> None:
    """At a small size; `bench/report_tables.py` says how long 60 systems take."""
    found = render_all(large_results(5, METRICS[:3], 2))

    assert [table.name for table in found.tables] == [
        "participants",
        "participants-by-track",
        "specifications-side-by-side",
        "specifications-side-by-side",
        "significance",
        "significance",
    ]
    scores = found.tables[2].table.for_people()
    assert [column.heading for column in scores.columns][:3] == ["system", "BLEU", "interval"]
    assert len(scores.rows) == 5
    assert set(found.characters) == {*RENDERERS, "html", "json", "xlsx"}
    assert all(found.characters.values())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_pdflatex_compiles_every_kind_of_table(document: str, tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("left out: pdfLaTeX (make system)")
    kinds = {
        (each.name, bool(each.table.storeys), len(each.table.rows) > 1): each.table for each in tables_of(document)
    }
    (tmp_path / "tables.tex").write_text(latex_document(list(kinds.values())), encoding="utf-8")
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
