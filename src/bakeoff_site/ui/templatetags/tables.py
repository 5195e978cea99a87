"""Tables of `bakeoff.reports` on pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from bakeoff.data.sentences import capitalized
from bakeoff.reports import Group, Listing, Reading, Table, visible

register = template.Library()


_SHORT = len("10 November 2026")
"""Columns of cells no longer than that are not broken into lines."""


@register.simple_tag
def table(value: Table, *, titled: bool = True) -> SafeString:
    """A table with its notes, under its title; its rows are blocks on phones. Every cell is escaped."""
    return mark_safe("".join(_lines(value.for_people(), titled=titled)))


def _lines(value: Table, *, titled: bool) -> Iterator[str]:
    if titled and value.title:
        yield f"<h2>{escape(value.title)}</h2>"
    if value.says_empty:
        yield f'<p class="empty">{escape(value.empty)}</p>'
    elif value.columns:
        yield from _rows(value)
    yield from (f'<p class="note">{escape(note)}</p>' for note in value.notes)


def _rows(value: Table) -> Iterator[str]:
    numbers = range(len(value.columns))
    looks = [_look(value, index) for index in numbers]
    headings = [escape(_heading(column.heading)) for column in value.columns]
    strong = [value.bold_rows(index) for index in numbers]
    yield '<div class="scroll"><table class="stacks reported" role="table"><thead role="rowgroup"><tr role="row">'
    for index in numbers:
        yield f'<th role="columnheader" scope="col"{looks[index]}>{headings[index]}</th>'
    yield '</tr></thead><tbody role="rowgroup">'
    for row in range(len(value.rows)):
        yield '<tr role="row" class="rule">' if row in value.rules else '<tr role="row">'
        for index in numbers:
            shown = _cell(value, row, index)
            shown = f"<b>{shown}</b>" if row in strong[index] else shown
            if index:
                look = looks[index] if value.rows[row][index] is not None else _nothing(value, index)
                yield f'<td role="cell" data-label="{headings[index]}"{look}>{shown}</td>'
            else:
                yield f'<th role="rowheader" scope="row"{looks[index]}>{shown}</th>'
        yield "</tr>"
    yield "</tbody></table></div>"


def _cell(value: Table, row: int, index: int) -> str:
    """What a cell says; several things as a list, under the headings of their groups."""
    reading = value.columns[index].reading
    cell = value.rows[row][index]
    if isinstance(cell, Listing) and (len(cell.groups) > 1 or len(cell.groups[0].texts) > 1 or cell.groups[0].heading):
        return "".join(_group(group, reading) for group in cell.groups)
    return _written(value.shown(row, index), reading if cell is not None else "plain")


def _group(group: Group, reading: Reading) -> str:
    if reading == "names":
        return ", ".join(_written(visible(text), reading) for text in group.texts)
    heading = f'<span class="audience">{_written(group.heading, reading)}</span>' if group.heading else ""
    texts = "".join(f"<li>{_written(visible(text), reading)}</li>" for text in group.texts)
    return f'{heading}<ul class="plain">{texts}</ul>'


def _written(text: str, reading: Reading) -> str:
    """A text of a cell as markup."""
    if reading == "names":
        return f"<code>{escape(text)}</code>"
    return escape(capitalized(text) if reading == "words" else text).replace("\n", "<br>")


def _heading(text: str) -> str:
    """In sentence case; names such as chrF stay as they are."""
    return capitalized(text) if text.islower() else text


def _look(value: Table, index: int) -> str:
    if value.is_numeric(index):
        return ' class="number"'
    return ' class="short"' if all(len(value.shown(row, index)) <= _SHORT for row in range(len(value.rows))) else ""


def _nothing(value: Table, index: int) -> str:
    """The look of a dash, aligned as the other cells of its column."""
    return ' class="number none"' if value.is_numeric(index) else ' class="none"'


@register.simple_tag
def numbers(values: Iterable[int | str]) -> SafeString:
    """Numbers as cells of a row; a template's own loop takes several times as long, and tables have many."""
    return mark_safe("".join(f'<td class="number">{escape(str(value))}</td>' for value in values))
