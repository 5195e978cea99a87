"""Parts of pages that are the same for many people."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from bakeoff_site.core.caches import ComputedCache

register = template.Library()

_PARTS: ComputedCache[SafeString] = ComputedCache(most=8192)


@register.simple_tag
def once(name: str, **given: Hashable) -> SafeString:
    """A small template that sees only what it is given: made once for the same values, no matter who looks.

    Rows and marks of a table of sixty systems differ for the people of one team in one of them.
    """
    key = (name, *sorted(given.items(), key=lambda item: item[0]))
    return _PARTS.get(key, lambda: mark_safe(get_template(name).render(dict(given))))
