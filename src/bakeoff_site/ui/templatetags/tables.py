"""Tables of `bakeoff.reports` on pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from bakeoff.reports import Table, render_html

register = template.Library()


@register.simple_tag
def table(value: Table) -> SafeString:
    """A table under its title, as the command line writes it into pages; every cell is escaped there."""
    return mark_safe(render_html(value))


@register.simple_tag
def numbers(values: Iterable[int | str]) -> SafeString:
    """Numbers as cells of a row; a template's own loop takes several times as long, and tables have many."""
    return mark_safe("".join(f'<td class="number">{escape(str(value))}</td>' for value in values))
