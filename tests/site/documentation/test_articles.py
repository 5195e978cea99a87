"""Markdown of the documentation as HTML."""

from __future__ import annotations

import pytest

from bakeoff_site.documentation.conversions.articles import Article, Heading, article_of
from bakeoff_site.documentation.conversions.passages import passages_of
from bakeoff_site.documentation.conversions.pictures import picture_at
from bakeoff_site.documentation.selectors.pages import file_of, menu
from bakeoff_site.documentation.sources import TEXTS

PAGES = ("how-to/submit-runs", "reference/commands")


def article(text: str) -> Article:
    return article_of(f"# Submit *runs*\n\n{text}\n", path="how-to/submit-runs", pages=PAGES)


def test_the_title_is_apart_from_the_text() -> None:
    found = article("Some *text*.")
    assert found.title == "Submit runs"
    assert found.content == "<p>Some <em>text</em>.</p>\n"


def test_headings_have_anchors_as_mkdocs_makes_them() -> None:
    found = article("## Options of `--by`\n\n### Inputs\n\n## Inputs\n\n## Submit runs")
    assert found.headings == (
        Heading("Options of --by", "options-of-by"),
        Heading("Inputs", "inputs_1"),
        Heading("Submit runs", "submit-runs_1"),
    )
    assert '<h3 id="inputs">Inputs</h3>' in found.content


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("../reference/commands.md", "/documentation/reference/commands/"),
        ("../reference/commands.md#bakeoff-check", "/documentation/reference/commands/#bakeoff-check"),
        ("submit-runs.md", "/documentation/how-to/submit-runs/"),
        ("../index.md", "/documentation/"),
        ("#inputs", "#inputs"),
        ("https://toml.io", "https://toml.io"),
        ("mailto:organisers@example.org", "mailto:organisers@example.org"),
        # What the site does not show
        ("../reference/none.md#part", "/documentation/"),
        ("../../README.md", "/documentation/"),
    ],
)
def test_links_lead_to_pages_of_the_site(link: str, address: str) -> None:
    assert article(f"[here]({link})").content == f'<p><a href="{address}">here</a></p>\n'


def test_a_picture_has_its_size_and_opens_alone() -> None:
    html = article('![The "board"](../assets/pictures/board.png)').content
    picture = picture_at("pictures/board.png")
    assert picture is not None
    assert picture.address == "/static/documentation/pictures/board.png"
    assert picture.width == 1280
    assert f'<a class="picture" href="{picture.address}"><img src="{picture.address}" width="1280"' in html
    assert 'alt="The &quot;board&quot;"' in html


def test_drawings_have_a_size_too() -> None:
    assert [
        (drawing.width, drawing.height) for name in ("submission", "judgment") if (drawing := picture_at(f"{name}.svg"))
    ] == [(800, 802), (800, 714)]


def test_a_picture_that_does_not_exist_is_its_description() -> None:
    assert article("![A board](../assets/none.png)").content == "<p><i>A board</i></p>\n"


def test_tables_scroll_in_their_own_box_and_have_no_styles() -> None:
    html = article("| a | n |\n|---|--:|\n| b | 2 |").content
    assert html.startswith('<div class="scroll"><table class="stacks" role="table">')
    assert "scroll it sideways" in html.split("</table></div>")[1]
    assert '<td class="number" role="cell">2</td>' in html
    assert "style" not in html


def test_rows_of_wide_tables_say_their_headings_on_phones() -> None:
    html = article("| key | `type` of it | <b> |\n|---|---|---|\n| a | b | c |").content
    assert '<td role="cell">a</td>' in html
    assert '<td role="cell" data-label="Type of it">b</td>' in html
    assert html.count('role="rowgroup"') == 2
    assert html.count('role="columnheader"') == 3


def test_anchors_that_a_text_writes_itself_are_kept() -> None:
    found = article('## <a id="one"></a>`one.py`')
    assert found.headings == (Heading("one.py", "onepy"),)
    assert found.content == '<h2 id="onepy"><a id="one"></a><code>one.py</code></h2>\n'


@pytest.mark.parametrize("path", [entry.path for section in menu() for entry in section.entries])
def test_passages_for_the_search_have_the_anchors_of_the_page(path: str) -> None:
    text = file_of(path).read_text(encoding="utf-8")
    first, *others = passages_of(text)
    html = article_of(text, path=path, pages=PAGES).content
    assert first.anchor == ""
    assert [passage.anchor for passage in others if f'id="{passage.anchor}"' not in html] == []
    assert len(others) == html.count("<h2 id") + html.count("<h3 id") + html.count("<h4 id") + html.count("<h5 id")


def test_every_text_starts_with_its_title() -> None:
    for path in TEXTS.rglob("*.md"):
        assert path.read_text(encoding="utf-8").startswith("# "), path.name
