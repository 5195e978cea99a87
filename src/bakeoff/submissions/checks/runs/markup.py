"""The format of a file: well-formed, and valid by its document type (OpenMT12, 11 and 12.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from bakeoff.data import Finding
from bakeoff.errors import FormatError
from bakeoff.formats.budgets import BudgetError
from bakeoff.formats.markup.xml_rules import RuleError
from bakeoff.formats.text.outlines import TooManyProblemsError
from bakeoff.rulebook.titles import FORMAT_TITLES
from bakeoff.submissions.context import XML_FORMATS, FileCheck
from bakeoff.submissions.packages.plain_text import is_plain_text, number_of_lines


def markup(check: FileCheck) -> Iterator[Finding]:
    """Everything in which a file departs from its format, up to where it cannot be read any further."""
    if not check.is_text:
        return
    outline = check.outline
    known = check.source.attributes if check.source and not check.by_document_type else frozenset()
    for (_, attribute), problem in outline.further_attributes.items():
        if attribute not in known:
            yield _finding(check, "xml-attribute-unknown", problem)
    for problem in outline.problems:
        yield _finding(check, f"xml-{problem.broken}" if isinstance(problem, RuleError) else "format-invalid", problem)
    if outline.fatal is not None and check.format in XML_FORMATS and is_plain_text(check.opened.data):
        yield _plain_text(check)
    elif outline.fatal is not None:
        yield _finding(check, _fatal_code(check, outline.fatal), outline.fatal)


def _plain_text(check: FileCheck) -> Finding:
    """A text without markup; with the source, whether its lines can become the segments."""
    lines, source = number_of_lines(check.opened.data), check.source
    expected, remedy = FORMAT_TITLES[check.package.package.format], ""
    if source is not None:
        expected = f"{expected} with the {source.size:,} segments of {PurePath(source.name).name}"
        if lines != source.size:
            remedy = (
                f"Write one line for each of the {source.size:,} segments; only then can they be put into XML for you."
            )
    return check.finding("plain-text-for-xml", found=f"plain text of {lines:,} lines", expected=expected, remedy=remedy)


def _fatal_code(check: FileCheck, fatal: FormatError) -> str:
    if isinstance(fatal, BudgetError | TooManyProblemsError):
        return "check-stopped"
    if check.format not in XML_FORMATS:
        return "format-invalid"
    return "doctype-declarations" if check.opened.prolog.internal_subset else "xml-not-well-formed"


def _finding(check: FileCheck, code: str, problem: FormatError) -> Finding:
    return check.finding(
        code,
        line=problem.place.line,
        document=problem.place.document,
        found=problem.found,
        expected=problem.expected,
        remedy=problem.remedy,
    )


def doctype(check: FileCheck) -> Iterator[Finding]:
    """A NIST file names its document type."""
    prolog = check.opened.prolog
    if check.format == "nist-xml" and prolog.root is not None and not prolog.doctype:
        from bakeoff.formats.text.nist_xml import DOCTYPE  # noqa: PLC0415 - loads lxml

        yield check.finding("doctype-missing", line=1, found="none", expected=DOCTYPE)
