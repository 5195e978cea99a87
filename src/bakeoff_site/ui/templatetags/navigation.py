"""Links that know whether one is there."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def tab(context: template.Context, label: str, name: str, *arguments: object, exactly: bool = False) -> SafeString:
    """A link to a page, marked where the page shown is that one or, unless it must be `exactly` it, one below it."""
    address = reverse(name, args=arguments)
    path = context["request"].path
    mark = path == address if exactly else path.startswith(address)
    current = SafeString(' aria-current="page"') if mark else ""
    return format_html('<a href="{}"{}>{}</a>', address, current, label)
