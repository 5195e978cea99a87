"""The report as a static site."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urldefrag

import pytest

from bakeoff.reports.campaign_report.contents import report_document
from bakeoff.reports.campaign_report.formats import FIGURE_FORMATS, PDF, TABLE_FORMATS
from bakeoff.reports.campaign_report.pages.site import site_files
from bakeoff.reports.campaign_results.publication import Publication
from tests.reports.campaign_report.campaigns import NAMES, campaign

TEMPLATES = ("iwslt2005", "wmt2008", "iwslt2012", "openmt2012", "iwslt2016")
VOID = {"meta", "link", "br", "hr", "img", "line", "circle", "rect", "path"}


class Page(HTMLParser):
    """What a page has: ids, addresses, text, and elements that are closed in the right order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.styles: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids += [values["id"]] if "id" in values else []
        self.links += [(tag, values[name]) for name in ("href", "src", "data", "action") if name in values]
        self.styles += [values["style"]] if "style" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()


@cache
def pages_of(template: str) -> dict[str, str]:
    return dict(site_files(report_document(campaign(template), prose={"automatic": "See [all teams](#participants)."})))


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_link_leads_somewhere_and_nothing_is_fetched_from_elsewhere(template: str) -> None:
    files = pages_of(template)
    pages = {name: Page(text) for name, text in files.items() if name.endswith(".html")}
    document = report_document(campaign(template))
    known = {PDF, *files}
    for section in document.sections:
        known |= {f"tables/{each.id}.{ending}" for each in section.tables if each.has_files for ending in TABLE_FORMATS}
        known |= {f"figures/{each.figure.id}.{ending}" for each in section.figures for ending in FIGURE_FORMATS}
    assert len(pages) > 6
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.styles == []
        for tag, address in page.links:
            if address.startswith(("http://", "https://", "mailto:")):
                assert tag == "a"  # somebody follows it, or nobody asks there
                continue
            path, anchor = urldefrag(address)
            assert path in known or not path, address
            if anchor:
                assert anchor in pages[path or name].ids, address
    assert "http" not in files["report.css"].replace("http-equiv", "")
    assert "url(" not in files["report.css"]
    assert not any("<script" in text for text in files.values())


def test_the_same_results_give_the_same_bytes() -> None:
    first, second = (site_files(report_document(campaign("iwslt2012"))) for _ in range(2))
    assert first == second


def test_names_are_text_and_never_markup() -> None:
    text = "\n".join(pages_of("iwslt2012").values())
    assert "<b>SONS</b>" not in text
    assert "EMBER &amp; &lt;b&gt;SONS&lt;/b&gt;" in text
    assert NAMES[1] in text


def test_prose_is_part_of_its_section_and_can_do_no_harm() -> None:
    prose = {
        "summary": "Our **own** words, <script>alert(1)</script> [x](javascript:alert(1)) ![](https://x.example/a.png)"
    }
    start = site_files(report_document(campaign("openmt2012"), prose=prose))["index.html"]
    assert "Our <strong>own</strong> words" in start
    assert "<script" not in start
    assert "<img" not in start
    assert 'href="javascript' not in start
    assert 'See <a href="participants.html#participants">all teams</a>' in pages_of("iwslt2012")["automatic.html"]


def test_openmt_says_that_bleu_alone_is_official_and_what_participants_may_publish() -> None:
    pages = pages_of("openmt2012")
    report = campaign("openmt2012").rulebook.report
    assert "The official metric is BLEU." in pages["automatic.html"]
    assert "BLEU-4 scores are the only official scores for system comparison." in pages["automatic.html"]
    assert all(rule in pages["citation.html"] for rule in report.publication)
    assert "NIST OpenMT evaluations are not viewed as a competition" in pages["citation.html"]
    assert report.citation in pages["citation.html"]
    for name, page in pages.items():
        if name.endswith(".html"):
            assert "should not be construed or represented as an endorsement" in page


def test_preliminary_results_say_on_every_page_that_they_may_not_be_published() -> None:
    preliminary = campaign("openmt2012")
    preliminary = replace(preliminary, publication=Publication(stage="preliminary"))
    pages = site_files(report_document(preliminary))
    for name, page in pages.items():
        if name.endswith(".html"):
            assert "they are not to be published or cited" in page, name
    assert not any("not to be published" in page for page in pages_of("openmt2012").values())


def test_late_runs_are_named_without_scores() -> None:
    pages = pages_of("openmt2012")
    assert "are not part of the results and have no scores in this report" in pages["late.html"]
    assert "late_primary" not in pages["automatic.html"]


def test_corrections_are_listed_with_their_version() -> None:
    page = pages_of("iwslt2012")["versions.html"]
    for text in ("5 January 2013", "A reference was wrong.", "BLEU of ASTER", "31.20", "31.24"):
        assert text in page
    assert "Version 2, 5 January 2013." in pages_of("iwslt2012")["index.html"]


def test_every_table_of_results_says_what_recomputes_it() -> None:
    document = report_document(campaign("iwslt2012"), package="iwslt2012-results.zip")
    tables = [table for section in document.sections for table in section.tables if table.has_files]
    assert tables
    pages = "\n".join(site_files(document).values())
    for table in tables:
        if not table.table.rows:
            assert table.commands == ()
            continue
        assert table.commands == (f"bakeoff verify iwslt2012-results.zip --table {table.id}",)
        assert f"<code>{table.commands[0]}</code>" in pages
        has_numbers = any(map(table.table.is_numeric, range(len(table.table.columns))))
        assert (f'{table.commands[0]}">' in pages) == has_numbers  # at the end of what is read over a number


@pytest.mark.parametrize("template", ["iwslt2005", "iwslt2012", "openmt2012"])
def test_every_number_of_a_metric_says_its_signature(template: str) -> None:
    """Whatever the rulebook calls metrics and specifications in its tables."""
    results = campaign(template)
    document = report_document(results)
    for section in document.sections:
        for shown in section.tables:
            signatures = [note for note in shown.table.notes if "|version:" in note]
            said = {text.split(" · ")[0] for text in shown.hover.values()}
            if shown.id.startswith("automatic") and shown.table.rows:
                assert signatures
                assert set(signatures) <= said, shown.id
