"""Values of rulebooks and of the log on pages."""

from __future__ import annotations

import json

from django import template

register = template.Library()


@register.filter
def written(value: object) -> str:
    """A value as people write it: texts as they are, lists and tables as in JSON."""
    if value is None or value == "":
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
