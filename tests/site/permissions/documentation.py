"""The documentation: everyone reads it at every moment."""

from __future__ import annotations

from tests.site.permissions.rows import Arguments, Page
from tests.site.permissions.seeing import everyone


def at(path: str) -> Arguments:
    return lambda world: {"path": path}


PAGES: tuple[Page, ...] = (
    Page(name="documentation:home", outcomes=everyone("shown")),
    Page(
        name="documentation:home",
        about="search",
        data=lambda world: {"text": "deadline"},
        outcomes=everyone("shown"),
    ),
    Page(name="documentation:home", about="", method="post", outcomes=everyone("refused")),
    Page(name="documentation:page", arguments=at("tutorials/first-submission"), outcomes=everyone("shown")),
    Page(
        name="documentation:page",
        about="with long tables",
        arguments=at("reference/settings"),
        outcomes=everyone("shown"),
    ),
    Page(
        name="documentation:page",
        about="with drawings",
        arguments=at("explanation/architecture"),
        outcomes=everyone("shown"),
    ),
    Page(name="documentation:page", about="that is none", arguments=at("index"), outcomes=everyone("not found")),
)
