"""The pages of the documentation and their order, as the project's navigation lists them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.documentation.conversions.articles import HOME, Article, address_of, article_of
from bakeoff_site.documentation.sources import NAVIGATION, TEXTS


@dataclass(frozen=True)
class Entry:
    """A page in the menu."""

    title: str
    path: str
    """In the folder of texts, without its ending, such as `how-to/submit-runs`."""

    @property
    def address(self) -> str:
        return address_of(self.path)


@dataclass(frozen=True)
class Section:
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Place:
    """Where a page is in the menu."""

    entry: Entry
    section: Section
    previous: Entry | None
    next: Entry | None


_MENUS: ComputedCache[tuple[Section, ...]] = ComputedCache(most=1)
_ARTICLES: ComputedCache[Article] = ComputedCache(most=256)


def menu() -> tuple[Section, ...]:
    """All pages but the first one, in sections."""
    return _MENUS.get(changed_at(NAVIGATION), _read_menu)


def place_of(path: str) -> Place | None:
    """Where a page is; nowhere if there is no such page."""
    entries = [(entry, section) for section in menu() for entry in section.entries]
    for number, (entry, section) in enumerate(entries):
        if entry.path == path:
            around = [None, *(each for each, _ in entries), None]
            return Place(entry, section, previous=around[number], next=around[number + 2])
    return None


def article_at(path: str) -> Article:
    """A page of the menu, or the first one, converted once for each state of its file."""
    pages = frozenset(entry.path for section in menu() for entry in section.entries)
    file = file_of(path)
    return _ARTICLES.get(
        (path, changed_at(file), pages),
        lambda: article_of(file.read_text(encoding="utf-8"), path=path, pages=pages),
    )


def home_article() -> Article:
    return article_at(HOME)


def file_of(path: str) -> Path:
    return TEXTS / f"{path}.md"


def changed_at(file: Path) -> int:
    """When a file was changed, in nanoseconds: writers see their changes without a new start of the server."""
    return file.stat().st_mtime_ns


def _read_menu() -> tuple[Section, ...]:
    listed: list[dict[str, str | list[dict[str, str]]]] = yaml.safe_load(NAVIGATION.read_text(encoding="utf-8"))["nav"]
    return tuple(
        Section(title, tuple(Entry(name, file.removesuffix(".md")) for each in inside for name, file in each.items()))
        for part in listed
        for title, inside in part.items()
        if not isinstance(inside, str)
    )
