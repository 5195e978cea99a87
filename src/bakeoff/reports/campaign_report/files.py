"""Files of a report: those of its tables and figures, and which files of a folder are a report's."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from bakeoff.errors import InputError, Place
from bakeoff.reports.campaign_report.document import ReportDocument, ShownFigure, ShownTable
from bakeoff.reports.campaign_report.formats import FIGURE_FORMATS, PDF, TABLE_FORMATS
from bakeoff.reports.campaign_report.pages.frame import STYLE
from bakeoff.reports.campaign_report.pages.links import page_of
from bakeoff.reports.campaign_report.printed.drawings import in_print_font, size_of
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.latex import render_latex_float
from bakeoff.reports.renderers import render_csv, render_markdown, render_text
from bakeoff.reports.spreadsheets import for_spreadsheets, render_xlsx
from bakeoff.reports.typesetting import drawing_files

LIST = "files.txt"
"""What `bakeoff report` wrote into a folder: it replaces these files, and leaves all others alone."""
PROSE = "prose"


def file_names(document: ReportDocument) -> Iterator[str]:
    """All that a report consists of but for the prose, in the order in which it is written."""
    for section in document.sections:
        yield from (
            f"tables/{each.id}.{ending}" for each in section.tables if each.has_files for ending in TABLE_FORMATS
        )
    for section in document.sections:
        yield from (f"figures/{each.figure.id}.{ending}" for each in section.figures for ending in FIGURE_FORMATS)
    yield PDF
    yield from (page_of(document, section) for section in document.sections)
    yield STYLE


def table_files(shown: ShownTable) -> Iterator[tuple[str, bytes]]:
    """A table in every format, by the names of its files."""
    table = shown.table
    values = {"id": shown.id, **table_json(table), "recompute": list(shown.commands)}
    written: Mapping[str, str | bytes] = {
        "csv": render_csv(for_spreadsheets(table)),
        "json": json.dumps(values, ensure_ascii=False, indent=1) + "\n",
        "xlsx": render_xlsx({shown.id: table}),
        "tex": render_latex_float(table),
        "md": render_markdown(table),
        "txt": render_text(table),
    }
    for ending in TABLE_FORMATS:
        content = written[ending]
        yield f"tables/{shown.id}.{ending}", content.encode() if isinstance(content, str) else content


def figure_files(shown: ShownFigure) -> Iterator[tuple[str, bytes]]:
    """A figure in every format, by the names of its files."""
    svg = shown.figure.standalone()
    printed = drawing_files(in_print_font(svg), size_of(svg))
    yield f"figures/{shown.figure.id}.svg", svg.encode()
    yield f"figures/{shown.figure.id}.pdf", printed["pdf"]
    yield f"figures/{shown.figure.id}.png", printed["png"]


def check_folder(folder: Path) -> None:
    """Refuses a folder in which a report would overwrite what is none."""
    if folder.is_dir() and not (folder / LIST).exists():
        others = sorted(path.name for path in folder.iterdir() if path.name != PROSE)
        if others:
            raise InputError(
                place=Place(str(folder)),
                expected="an empty folder, or one with an earlier report",
                found=", ".join(others[:3]) + (" …" if len(others) > 3 else ""),
                remedy="Name another folder.",
            )


def write_file(folder: Path, name: str, content: bytes) -> None:
    """Writes a file that is complete whenever somebody sees it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.part")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def announce(folder: Path, names: Iterable[str]) -> None:
    """Lists what will be written with what an earlier report wrote, so that a stopped report is replaced, too."""
    _write_list(folder, {*names, *_listed(folder)})


def remove_outdated(folder: Path, written: Collection[str]) -> None:
    """Removes what an earlier report wrote and this one did not, then lists the files of this one."""
    for name in _listed(folder):
        if name not in written:
            (folder / name).unlink(missing_ok=True)
    _write_list(folder, written)


def _write_list(folder: Path, names: Collection[str]) -> None:
    write_file(folder, LIST, "".join(f"{name}\n" for name in sorted(names)).encode())


def _listed(folder: Path) -> Iterator[str]:
    path = folder / LIST
    for name in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        parts = PurePosixPath(name).parts
        # The list may come from elsewhere: nothing outside the folder is removed, and no prose.
        if parts and ".." not in parts and not PurePosixPath(name).is_absolute() and parts[0] != PROSE:
            yield name
