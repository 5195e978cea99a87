"""Texts under evaluation on pages: in their own language and direction."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff_site.judging.selectors.screens import TextLanguage

register = template.Library()


@register.simple_tag
def text_language(language: TextLanguage) -> SafeString:
    """The attributes of a text in a language: what it is and which way it runs, by the code and not by its letters."""
    return format_html(' lang="{}" dir="{}"', language.code, language.direction)
