"""Tables of `bakeoff.reports` on pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from bakeoff.reports import Table, render_html

register = template.Library()


@register.simple_tag
def table(value: Table) -> SafeString:
    """A table under its title, as the command line writes it into pages; every cell is escaped there."""
    return mark_safe(render_html(value))
