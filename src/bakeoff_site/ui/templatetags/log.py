"""Entries of the log in words."""

from __future__ import annotations

from django import template

from bakeoff_site.core import log_sentences
from bakeoff_site.core.models import AuditEvent

register = template.Library()


@register.filter
def who(event: AuditEvent) -> str:
    return log_sentences.who_acted(event)


@register.filter
def did(event: AuditEvent) -> str:
    return log_sentences.what_happened(event)


@register.filter
def more_about(event: AuditEvent) -> list[tuple[str, str]]:
    """What the sentence does not say, by its name."""
    return log_sentences.more_about(event)
