"""Tables as XLSX files."""

from __future__ import annotations

import io
import zipfile

from lxml import etree

from bakeoff.reports import Column, Range, Table
from bakeoff.reports.spreadsheets import render_xlsx

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells(data: bytes, number: int = 1) -> list[list[str]]:
    """The cells of a sheet, read without the library that wrote them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        texts = [
            "".join(str(text) for text in item.itertext())
            for item in etree.fromstring(archive.read("xl/sharedStrings.xml")).iter(f"{_SHEET}si")
        ]
        sheet = etree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
    return [
        [
            texts[int(cell.findtext(f"{_SHEET}v"))] if cell.get("t") == "s" else cell.findtext(f"{_SHEET}v")
            for cell in row
        ]
        for row in sheet.iter(f"{_SHEET}row")
    ]


def test_numbers_are_numbers_and_text_is_text() -> None:
    table = Table(
        columns=(Column("system"), Column("BLEU"), Column("interval")),
        rows=(("=1+1", 27.123456, Range(26.5, 28.0)), ("007", None, None)),
    )
    assert cells(render_xlsx({"Scores": table})) == [
        ["system", "BLEU", "interval low", "interval high"],
        ["=1+1", "27.123456", "26.5", "28"],
        ["007"],
    ]


def test_no_text_is_a_formula() -> None:
    data = render_xlsx({"x": Table(columns=(Column("=SUM(A1)"),), rows=(("=cmd|' /C calc'!A0",),))})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


def test_sheets_have_names_that_spreadsheets_accept() -> None:
    table = Table(columns=(Column("a"),), rows=((1,),))
    data = render_xlsx({"German/English: all [1]": table, "x" * 40: table, "X" * 40: table, "": table})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        book = etree.fromstring(archive.read("xl/workbook.xml"))
    names = [sheet.get("name") for sheet in book.iter(f"{_SHEET}sheet")]
    assert names == ["German English  all  1", "x" * 31, f"{'X' * 27} 2", "Table"]


def test_the_same_tables_give_the_same_bytes() -> None:
    table = Table(columns=(Column("a"),), rows=(("ü",),))
    assert render_xlsx({"t": table}) == render_xlsx({"t": table})
