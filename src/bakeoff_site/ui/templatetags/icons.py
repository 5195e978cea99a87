"""Icons as inline drawings. They only repeat what a word next to them says, so screen readers skip them."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_CIRCLE = '<circle cx="12" cy="12" r="9"/>'
_DRAWINGS = {
    "check": '<path d="M4 12.5l5 5L20 6.5"/>',
    "circle": '<circle cx="12" cy="12" r="8.5"/>',
    "clock": f'{_CIRCLE}<path d="M12 7v5l3.5 2"/>',
    "dot": '<circle cx="12" cy="12" r="5" fill="currentColor"/>',
    "down": '<path d="M6 9.5l6 6 6-6"/>',
    "download": '<path d="M12 4v11.5M7 11l5 5 5-5M4 16.5v3.5h16v-3.5"/>',
    "error": f'{_CIRCLE}<path d="M12 7.5v5.5M12 16v.3"/>',
    "fix": '<path d="M4 20L15 9M17 4v4M15 6h4M19.5 11v3M18 12.5h3M9 4v3M7.5 5.5h3"/>',
    "flag": '<path d="M6 21V4h11l-2 4 2 4H6"/>',
    "info": f'{_CIRCLE}<path d="M12 11v5.5M12 7.6v.3"/>',
    "lock": '<rect x="5" y="11" width="14" height="9.5" rx="1.5"/><path d="M8 11V8a4 4 0 018 0v3"/>',
    "pause": '<path d="M8 5v14M16 5v14"/>',
    "pencil": '<path d="M4 20l1-4L16 5l3 3L8 19z"/>',
    "person": '<circle cx="12" cy="8" r="3.75"/><path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6"/>',
    "play": '<path d="M7 5l12 7-12 7z"/>',
    "undo": '<path d="M8 5L4 9l4 4M4 9h10a6 6 0 010 12h-3"/>',
    "upload": '<path d="M12 15.5V4M7 8.5l5-5 5 5M4 16.5v3.5h16v-3.5"/>',
    "warning": '<path d="M12 4L2.8 19.5h18.4z"/><path d="M12 10v4.5M12 17v.2"/>',
}
# The states of messages, by the words of their classes.
_STATES = {"good": "check", "warn": "warning", "bad": "error"}


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon by its name, or by the state that it stands for; `info` for any other."""
    drawing = _DRAWINGS.get(_STATES.get(name, name), _DRAWINGS["info"])
    return mark_safe(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{drawing}</svg>')
