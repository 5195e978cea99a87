"""Every page of the documentation is shown, and every link on it leads somewhere."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag

import pytest
import yaml
from django.contrib.staticfiles import finders
from django.test import Client

from bakeoff_site.core.caches import clear_caches
from bakeoff_site.documentation import sources
from bakeoff_site.documentation.selectors import pages as selectors
from bakeoff_site.documentation.selectors.pages import article_at, menu, place_of
from tests.conftest import ROOT

pytestmark = pytest.mark.django_db
HOME = "/documentation/"
ADDRESSES = [
    HOME,
    *(f"{HOME}{path.relative_to(ROOT / 'docs').with_suffix('')}/" for path in (ROOT / "docs").rglob("*/*.md")),
]
TEMPLATES = ROOT / "src" / "bakeoff_site" / "ui" / "templates"


@cache
def shown(address: str) -> str:
    response = Client().get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def found(pattern: str, address: str) -> list[str]:
    return re.findall(pattern, shown(address))


def test_the_menu_is_that_of_the_built_documentation() -> None:
    listed = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert listed[0] == {"Home": "index.md"}
    assert [
        {section.title: [{entry.title: f"{entry.path}.md"} for entry in section.entries]} for section in menu()
    ] == listed[1:]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_has_one_title_and_nothing_that_the_content_policy_forbids(address: str) -> None:
    assert len(found(r"<h1>[^<]+</h1>", address)) == len(found("<h1", address)) == 1
    assert found(r"\sstyle=|<style|<script(?! type=\"module\" src=)", address) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_and_picture_of_a_page_leads_somewhere(address: str) -> None:
    ids = found(r'\bid="([^"]*)"', address)
    assert sorted(ids) == sorted(set(ids))
    for link in set(found(r'href="([^"]*)"', address)):
        target, anchor = urldefrag(link)
        if target.startswith("/static/"):
            assert finders.find(target.removeprefix("/static/")), link
        elif target.startswith("/") or not target:
            assert not anchor or f'id="{anchor}"' in shown(target or address), link
        else:
            assert target.startswith("https://"), link
    for picture in found(r'<img src="([^"]*)"', address):
        assert finders.find(picture.removeprefix("/static/")), picture


def test_no_page_has_a_link_to_what_the_site_does_not_show() -> None:
    """Such links would lead to the list of pages."""
    targets = {
        (path.parent / target).resolve()
        for path in (ROOT / "docs").rglob("*.md")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    }
    assert len(targets) > 40
    assert {target for target in targets if ROOT / "docs" not in target.parents} == set()


def test_every_picture_is_on_a_page() -> None:
    pictures = {path for path in sources.PICTURES.rglob("*") if path.suffix in (".png", ".svg")}
    texts = "".join(path.read_text(encoding="utf-8") for path in sources.TEXTS.rglob("*.md"))
    assert len(pictures) > 5
    assert {path.name for path in pictures if f"{path.name})" not in texts} == set()


def test_links_of_other_pages_to_the_documentation_lead_to_pages() -> None:
    named = {
        path
        for template in TEMPLATES.rglob("*.html")
        for path in re.findall(r"""documentation:page['"] ['"]([^'"]*)""", template.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    assert {path for path in named if place_of(path) is None} == set()


@pytest.mark.parametrize(
    "path", ["none", "index", "how-to", "how-to/submit-runs.md", "../pyproject", "assets/site.css"]
)
def test_an_unknown_page_is_not_found(path: str) -> None:
    response = Client().get(f"{HOME}{path}/")
    assert response.status_code == 404
    assert "<h1" in response.content.decode()


def test_a_page_shows_its_contents_and_its_neighbours() -> None:
    page = shown(f"{HOME}tutorials/first-submission/")
    assert '<a href="#4-submit">4. Submit</a>' in page
    assert '<h2 id="4-submit">4. Submit</h2>' in page
    assert 'aria-current="page">Your first submission</a>' in page
    assert "<title>Your first submission – Documentation – Bakeoff</title>" in page
    assert "Previous</span>Your first campaign</a>" in page
    assert "Next</span>Your first evaluation</a>" in page


def test_the_first_page_lists_all_pages() -> None:
    links = set(found(r'href="([^"]*)"', HOME))
    assert set(ADDRESSES) <= links
    assert "You organise a shared task" in shown(HOME)


def test_pages_are_converted_once_until_their_files_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert article_at("how-to/submit-runs") is article_at("how-to/submit-runs")
    (tmp_path / "how-to").mkdir()
    file = tmp_path / "how-to" / "submit-runs.md"
    monkeypatch.setattr(selectors, "TEXTS", tmp_path)
    file.write_text("# Old\n", encoding="utf-8")
    assert article_at("how-to/submit-runs").title == "Old"
    file.write_text("# New\n", encoding="utf-8")
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))
    assert article_at("how-to/submit-runs").title == "New"
    clear_caches()


def test_the_wheel_has_the_documentation_where_the_site_looks_for_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (wheels,) = (each for each in project["tool"]["scikit-build"]["overrides"] if each["if"].get("state") == "wheel")
    packages = wheels["wheel"]["packages"]
    package = Path(sources.__file__).parent.relative_to(ROOT / "src").as_posix()
    assert packages[f"{package}/docs"] == sources.TEXTS.relative_to(ROOT).as_posix()
    assert packages[f"{package}/mkdocs.yml"] == sources.NAVIGATION.relative_to(ROOT).as_posix()
