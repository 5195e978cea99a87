"""The page on requirements names all of them, what does each of them, and tests that exist."""

from __future__ import annotations

import re
from functools import cache

import pytest
from django.urls import resolve

from bakeoff.cli.commands import COMMANDS
from bakeoff_site.api.v1 import api
from tests.architecture.requirement_tests import LINK, REQUIREMENTS, TESTS, anchor, page
from tests.conftest import ROOT

PAGE = REQUIREMENTS
COUNTS = {1: 9, 2: 10, 3: 4, 4: 14, 5: 15, 6: 6}
"""How many requirements there are in each chapter."""
SERVER = [f"R7.{number}" for number in range(2, 7)]
"""Those on the server and its results that are on the page."""
IDS = [*(f"R{chapter}.{number}" for chapter, count in COUNTS.items() for number in range(1, count + 1)), *SERVER]
UNBUILT: set[str] = set()
ADDED = {"backup", "demo", "restore", "serve", "worker"}
NOTHING = "–"


def rows() -> dict[str, list[str]]:
    """The cells of every requirement: what it is, command, page, operation."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| R")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {id: rest for id, *rest in cells}


CELLS = [
    (id, kind, way)
    for id, (_, *ways) in rows().items()
    for kind, cell in zip(("command", "page", "operation"), ways, strict=True)
    for way in cell.split("; ")
    if way != NOTHING
]


def test_every_requirement_is_listed_once_and_done_by_something_or_said_not_to_be_built() -> None:
    lines = re.findall(r"^\| (R\d+\.\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines == IDS
    assert {id for id, _, _ in CELLS} == set(IDS) - UNBUILT
    assert {id for id, (what, *_) in rows().items() if what.startswith("Not built yet: ")} == UNBUILT


@pytest.mark.parametrize(("id", "kind", "way"), CELLS)
def test_every_way_is_there_and_has_tests_that_exist(id: str, kind: str, way: str) -> None:
    what, _, named = way.partition(": ")
    tests = re.findall(r"`([^`]+)`", named)
    assert tests, "a way without a test"
    assert LINK.findall(named) == [(test, anchor(test)) for test in tests], "a test without a link"
    for test in tests:
        path, _, function = test.partition("::")
        file = ROOT / "tests" / path
        assert file.is_file(), test
        assert not function or re.search(rf"^def {function}\(", file.read_text(encoding="utf-8"), re.MULTILINE), test
    _exists(kind, what)


def test_the_page_of_tests_says_what_each_of_them_shows() -> None:
    written = TESTS.read_text(encoding="utf-8")
    assert written == page(), "Write it again: python -m tests.architecture.requirement_tests"
    anchors = re.findall(r'<a id="([^"]+)">', written)
    assert len(set(anchors)) == len(anchors)
    assert {target for _, target in LINK.findall(PAGE.read_text(encoding="utf-8"))} <= set(anchors)


def _exists(kind: str, what: str) -> None:
    named = re.findall(r"`([^`]+)`", what)
    if kind == "command":
        [command] = named
        assert command.split()[1] in {*COMMANDS, *ADDED}
    elif kind == "operation":
        [operation] = named
        assert operation in operations()
    elif named:
        [address] = named
        filled = re.sub(r"\{slug\}", "x", re.sub(r"\{\w*(_id|number)\}", "1", address.strip()))
        assert resolve("/campaigns/x/" + re.sub(r"\{\w+\}", "x", filled)).url_name


@cache
def operations() -> set[str]:
    """Operations of campaigns in the document of the API."""
    prefix = "/api/v1/campaigns/{slug}"
    return {
        f"{method.upper()} {address.removeprefix(prefix)}"
        for address, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }
