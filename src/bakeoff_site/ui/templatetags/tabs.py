"""Links between the pages of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def tab(context: Mapping[str, Any], label: str, page: str, *arguments: object, style: str = "") -> SafeString:
    """A link to a page, marked where it leads to the page that is shown."""
    address = reverse(page, args=arguments)
    marked = {"class": style, "aria-current": "page" if context["request"].path == address else ""}
    attributes = format_html_join("", ' {}="{}"', ((name, value) for name, value in marked.items() if value))
    return format_html('<a href="{}"{}>{}</a>', address, attributes, label)
