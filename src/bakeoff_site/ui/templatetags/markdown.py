"""Texts that organisers wrote in Markdown."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from bakeoff_site.pages.conversions.markdown import render_markdown

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    return render_markdown(text)
