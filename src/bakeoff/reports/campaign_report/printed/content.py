"""The report as the JSON that is laid out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bakeoff.reports.campaign_report.document import (
    Block,
    Commands,
    Items,
    Paragraph,
    Prose,
    Quotation,
    ReportDocument,
    ShownFigure,
    ShownTable,
    Subheading,
)
from bakeoff.reports.campaign_report.markdown import Node, markdown_nodes
from bakeoff.reports.campaign_report.pages.links import ADDRESS
from bakeoff.reports.campaign_report.printed.drawings import print_svg, size_of
from bakeoff.reports.campaign_report.signatures import all_signatures, in_ranges, is_signature, signatures_of
from bakeoff.reports.table import SignedNote, Table, visible

Json = dict[str, Any]

_SECTION = "section-"
"""Before the ids of sections: a table may be called as its section."""
_BREAKABLE = re.compile(r"(?<=[|_/+:=@,])(?=\S)")
_ENDLESS = re.compile(r"([^\s\u200b]{24})(?=[^\s\u200b]{8})")
"""Pieces of words that are too long for any column."""
_BREAK = "\u200b"
"""A place where a line may be broken and nothing is seen: signatures and names of files have no blanks."""


def report_json(document: ReportDocument) -> Json:
    """All that is printed."""
    sections = {section.id for section in document.sections} - document.anchors
    signatures = all_signatures(document)
    return {
        "title": visible(document.title),
        "organiser": visible(document.organiser),
        "by": visible(document.byline),
        "version": document.version_title,
        "stage": document.stage_sentence,
        "disclaimer": document.disclaimer,
        "signatures": [_with_breaks(each) for each in signatures],
        "software": f"Computed with {document.software}",
        "sections": [
            {
                "label": _SECTION + section.id,
                "heading": section.heading,
                "blocks": [_block_json(block, sections, signatures) for block in section.blocks],
            }
            for section in document.sections
        ],
    }


def _block_json(block: Block, sections: Collection[str], signatures: Sequence[str]) -> Json:
    match block:
        case Paragraph():
            values: Json = {"kind": "paragraph", "tone": block.tone, "runs": list(_runs(block.text))}
        case Items():
            values = {"kind": "items", "items": [list(_runs(text)) for text in block.texts]}
        case Quotation():
            values = {"kind": "quotation", "runs": list(_runs(block.text))}
        case Commands():
            values = {"kind": "commands", "lines": list(block.lines)}
        case Subheading():
            values = {"kind": "subheading", "id": block.id, "text": visible(block.text)}
        case Prose():
            nodes = markdown_nodes(block.text)
            values = {"kind": "prose", "nodes": [_with_labels(node, sections) for node in nodes]}
        case ShownTable():
            values = _table_json(block, signatures)
        case ShownFigure():
            values = _figure_json(block)
    return values


def _figure_json(block: ShownFigure) -> Json:
    svg = print_svg(block.figure)
    width, height = size_of(svg)
    return {
        "kind": "figure",
        "id": block.figure.id,
        "number": block.number,
        "caption": visible(block.figure.caption),
        "svg": svg,
        "width": width,
        "height": height,
    }


def _with_labels(node: Node, sections: Collection[str]) -> Json:
    """A part of a text whose links to sections lead to where those are."""
    changed = dict(node)
    address = str(node.get("address", ""))
    if address.startswith("#") and address[1:] in sections:
        changed["address"] = f"#{_SECTION}{address[1:]}"
    if "parts" in node:
        changed["parts"] = [_with_labels(part, sections) for part in node["parts"]]
    return changed


def _runs(text: str) -> Iterator[Json]:
    """A text in parts: addresses, and what is between them."""
    end, shown = 0, visible(text)
    for match in ADDRESS.finditer(shown):
        yield {"text": shown[end : match.start()], "address": ""}
        yield {"text": _with_breaks(match[0]), "address": match[0]}
        end = match.end()
    yield {"text": shown[end:], "address": ""}


def _table_json(block: ShownTable, signatures: Sequence[str]) -> Json:
    table = block.table.for_people()
    numbers = [signatures.index(note) + 1 for note in signatures_of(table)]
    notes = [_note(note) for note in table.notes if not is_signature(note)]
    if numbers:
        noun = "Signatures" if len(numbers) > 1 else "Signature"
        notes.append({"sign": "", "text": f"{noun} {in_ranges(numbers)} (at the end of the report)."})
    return {
        "kind": "table",
        "id": block.id,
        "number": block.number,
        "caption": visible(table.title),
        "empty": table.empty if table.says_empty else "",
        "storeys": [] if table.says_empty or not table.columns else [_storey(each) for each in table.by_storeys()],
        "notes": notes,
        "commands": list(block.commands),
    }


def _note(note: str) -> Json:
    if isinstance(note, SignedNote):
        return {"sign": note.sign, "text": _with_breaks(visible(note.sentence))}
    return {"sign": "", "text": _with_breaks(visible(note))}


def _storey(table: Table) -> Json:
    numeric = [table.is_numeric(index) for index in range(len(table.columns))]
    bold = [table.bold_rows(index) for index in range(len(table.columns))]
    return {
        "columns": [
            {"heading": column.heading, "group": column.group, "numeric": number}
            for column, number in zip(table.columns, numeric, strict=True)
        ],
        "rules": sorted(table.rules),
        "sections": [{"row": each.row, "heading": visible(each.heading)} for each in table.sections],
        "rows": [
            [_cell(table, row, index, is_bold=row in bold[index]) for index in range(len(table.columns))]
            for row in range(len(table.rows))
        ],
    }


def _cell(table: Table, row: int, index: int, *, is_bold: bool) -> Json:
    shown = table.shown(row, index)
    text = shown if table.is_numeric(index) else _with_breaks(shown)
    cell: Json = {"lines": text.split("\n"), "span": table.rows_spanned(row, index)}
    sign, lowered = table.signs(row, index)
    cell |= {"bold": True} if is_bold else {}
    cell |= {"sign": sign} if sign else {}
    return cell | ({"index": lowered} if lowered else {})


def _with_breaks(text: str) -> str:
    return _ENDLESS.sub(rf"\1{_BREAK}", _BREAKABLE.sub(_BREAK, text))
