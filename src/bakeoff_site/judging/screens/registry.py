"""All screens under the names of their protocols."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from bakeoff_site.judging import screens
from bakeoff_site.judging.screens.contract import ScreenPage


@cache
def _pages() -> dict[str, ScreenPage]:
    folders = [each.name for each in iter_modules(screens.__path__) if each.ispkg]
    pages = [import_module(f"{screens.__name__}.{name}.page").PAGE for name in folders]
    return {protocol: page for page in pages for protocol in page.protocols}


def has_screen(protocol: str) -> bool:
    """Whether a protocol can be judged on the site."""
    return protocol in _pages()


def judged_protocols() -> tuple[str, ...]:
    """The protocols that can be judged on the site."""
    return tuple(sorted(_pages()))


def screen_page(protocol: str) -> ScreenPage:
    """How a protocol is judged on a page."""
    return _pages()[protocol]
