"""A report in a folder: what is replaced, and what stays."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pypdfium2
import pytest
from PIL import Image

from bakeoff.errors import InputError, ResourceError
from bakeoff.reports.campaign_report import write_report, writing
from bakeoff.reports.campaign_report.contents import SECTIONS
from bakeoff.reports.campaign_report.files import LIST
from tests.reports.campaign_report.campaigns import campaign

RESULTS = campaign("openmt2012", names=("ASTER", "BASALT"), pairs=1)
SMALL = replace(RESULTS, boards=RESULTS.boards[:1])
BARE = replace(RESULTS, boards=())
"""Without figures, which take longest."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports") / "report"
    seen: list[tuple[int, int]] = []
    found = write_report(SMALL, folder, package="p.zip", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(found.files), len(found.files))
    assert len(seen) == len(found.files)
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_files_are_there_and_listed(written: Path) -> None:
    listed = (written / LIST).read_text(encoding="utf-8").split()
    own = {name for name in files_in(written) if not name.startswith("prose/")}
    assert own == {*listed, LIST}
    assert {"index.html", "report.css", "report.pdf", "automatic.html"} <= own


def test_every_table_can_be_read_by_programs(written: Path) -> None:
    table = json.loads((written / "tables" / "participants.json").read_text(encoding="utf-8"))
    assert table["id"] == "participants"
    assert table["recompute"] == ["bakeoff verify p.zip --table participants"]
    assert [row[2] for row in table["rows"]] == ["ASTER", "BASALT"]
    sheet = ZipFile(written / "tables" / "participants.xlsx")
    assert "xl/worksheets/sheet1.xml" in sheet.namelist()
    assert (written / "tables" / "participants.csv").read_text(encoding="utf-8").count("\n") == 3
    assert r"\caption{Participants}" in (written / "tables" / "participants.tex").read_text(encoding="utf-8")


def test_figures_are_written_as_svg_pdf_and_png(written: Path) -> None:
    for svg in (written / "figures").glob("*.svg"):
        page = pypdfium2.PdfDocument(svg.with_suffix(".pdf").read_bytes())[0]
        assert svg.read_text(encoding="utf-8").startswith("<svg ")
        with Image.open(BytesIO(svg.with_suffix(".png").read_bytes())) as picture:
            wide, high = picture.size
        assert wide / high == pytest.approx(page.get_width() / page.get_height(), rel=0.01)
        assert wide > 1000  # enough for print
        assert "_primary" in "".join(page.get_textpage().get_text_range().split())  # text stays text


def test_written_again_it_has_the_same_bytes_and_the_same_prose(written: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    write_report(SMALL, folder, package="p.zip")
    assert files_in(folder) == files_in(written)
    (folder / "prose" / "summary.md").write_text("What *we* found.", encoding="utf-8")
    write_report(SMALL, folder, package="p.zip")
    assert (folder / "prose" / "summary.md").read_text(encoding="utf-8") == "What *we* found."
    assert "What <em>we</em> found." in (folder / "index.html").read_text(encoding="utf-8")
    text = pypdfium2.PdfDocument(folder / "report.pdf")[0].get_textpage().get_text_range()
    assert "What we found." in text


def test_hints_are_for_organisers_alone(written: Path) -> None:
    hints = files_in(written / "prose")
    assert set(hints) == {f"{plan.id}.md" for plan in SECTIONS}
    assert "Your own text for the section “Summary”" in hints["summary.md"].decode()
    assert "Your own text" not in (written / "index.html").read_text(encoding="utf-8")


def test_what_is_no_longer_part_of_it_is_removed_and_other_files_stay(tmp_path: Path) -> None:
    write_report(SMALL, tmp_path)
    assert any((tmp_path / "figures").iterdir())
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "figures" / "drawn-by-hand.svg").write_text("<svg/>")
    write_report(BARE, tmp_path)
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["drawn-by-hand.svg"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_report_that_was_stopped_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "report_pdf", stop)
        with pytest.raises(KeyboardInterrupt):
            write_report(BARE, tmp_path)
    write_report(BARE, tmp_path)
    assert (tmp_path / "index.html").exists()


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("my home page")
    with pytest.raises(InputError, match=r"an earlier report, found index\.html"):
        write_report(BARE, tmp_path)
    assert (tmp_path / "index.html").read_text() == "my home page"


def test_a_list_from_elsewhere_removes_nothing_outside_and_no_prose(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    write_report(BARE, folder)
    (tmp_path / "thesis.txt").write_text("years of work")
    (folder / LIST).write_text(f"../thesis.txt\n{tmp_path}/thesis.txt\nprose/summary.md\n")
    write_report(BARE, folder)
    assert (tmp_path / "thesis.txt").exists()
    assert (folder / "prose" / "summary.md").exists()


def test_prose_for_no_section_is_refused(tmp_path: Path) -> None:
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "sumary.md").write_text("text")
    with pytest.raises(InputError, match=r"sumary.md: expected a file called as a section: summary.md, .*Rename"):
        write_report(BARE, tmp_path)


def test_prose_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "summary.md").write_bytes("Café".encode("latin-1"))
    with pytest.raises(InputError, match=r"summary.md: expected text in UTF-8, found a byte .* position 4"):
        write_report(BARE, tmp_path)


def test_a_link_to_no_place_of_the_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "summary.md").write_text("See [this](#partcipants).")
    with pytest.raises(InputError, match=r"summary.md: expected links to tables, .*, found #partcipants"):
        write_report(BARE, tmp_path)


@pytest.mark.parametrize("name", ["typst", "xlsxwriter", "markdown_it"])
def test_what_is_not_installed_is_said_before_anything_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(wanted: str) -> Any:
        if wanted == name:
            raise ModuleNotFoundError(wanted)
        return importlib.import_module(wanted)

    monkeypatch.setattr(writing, "import_module", load)
    with pytest.raises(ResourceError, match=rf"{name} is missing\): pip install 'bakeoff\[reports\]'"):
        write_report(BARE, tmp_path)
    assert list(tmp_path.iterdir()) == []
