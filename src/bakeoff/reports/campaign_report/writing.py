"""Writes a report into a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path

from bakeoff.errors import InputError, Place, ResourceError
from bakeoff.reports.campaign_report.contents import report_document
from bakeoff.reports.campaign_report.document import ReportDocument
from bakeoff.reports.campaign_report.files import (
    PROSE,
    announce,
    check_folder,
    figure_files,
    file_names,
    remove_outdated,
    table_files,
    write_file,
)
from bakeoff.reports.campaign_report.formats import PDF
from bakeoff.reports.campaign_report.pages.links import START
from bakeoff.reports.campaign_report.pages.site import site_files
from bakeoff.reports.campaign_report.printed.pdf import report_pdf
from bakeoff.reports.campaign_report.prose import make_prose_files, read_prose
from bakeoff.reports.campaign_results.results import CampaignResults

Progress = Callable[[int, int], None]
"""Gets the number of files that are written, and of all that there will be."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """Where a report is."""

    folder: Path
    files: tuple[str, ...]
    """All that was written, by names in the folder."""

    @property
    def start(self) -> Path:
        """The page to open first."""
        return self.folder / START

    @property
    def pdf(self) -> Path:
        """All of it for print."""
        return self.folder / PDF

    @property
    def prose(self) -> Path:
        """Where the organisers write."""
        return self.folder / PROSE


def write_report(
    results: CampaignResults,
    folder: Path,
    *,
    package: str = "",
    earlier: Sequence[CampaignResults] = (),
    progress: Progress | None = None,
) -> WrittenReport:
    """Writes the report as a static site and as a PDF file, its tables and figures also as files by themselves.

    The folder must be empty or hold an earlier report, which is replaced. Texts of the organisers in its folder `prose`
    are part of the report and stay as they are. `package` is the name of the release package in commands; `earlier`
    are campaigns of years before, whose rankings are drawn next to this one. Needs the extra `reports`.
    """
    _check_extra()
    check_folder(folder)
    document = report_document(results, prose=read_prose(folder / PROSE), package=package, earlier=earlier)
    _check_anchors(document, folder / PROSE)
    make_prose_files(folder / PROSE)
    names = tuple(file_names(document))
    announce(folder, names)
    for number, (name, content) in enumerate(_files(document), start=1):
        write_file(folder, name, content)
        if progress is not None:
            progress(number, len(names))
    remove_outdated(folder, names)
    return WrittenReport(folder, names)


def _check_extra() -> None:
    for name in ("markdown_it", "typst", "xlsxwriter"):
        try:
            import_module(name)
        except ModuleNotFoundError:
            raise ResourceError(
                f"Reports need more packages ({name} is missing): pip install 'bakeoff[reports]'."
            ) from None


def _check_anchors(document: ReportDocument, folder: Path) -> None:
    """Refuses texts with links to places that the report does not have."""
    known = document.anchors | {section.id for section in document.sections}
    for section, anchor in document.prose_anchors():
        if anchor not in known:
            raise InputError(
                place=Place(str(folder / f"{section}.md")),
                expected="links to tables, figures and sections of the report",
                found=f"#{anchor}",
                remedy="The address of a page shows the name of a table after #; sections are called as their files.",
            )


def _files(document: ReportDocument) -> Iterator[tuple[str, bytes]]:
    """Pages come last, so that they never lead to files that are still missing."""
    sections = document.sections
    tables = (shown for section in sections for shown in section.tables if shown.has_files)
    figures = (shown for section in sections for shown in section.figures)
    yield from chain.from_iterable(map(table_files, tables))
    yield from chain.from_iterable(map(figure_files, figures))
    yield PDF, report_pdf(document)
    yield from ((name, text.encode()) for name, text in site_files(document).items())
