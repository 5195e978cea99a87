"""Charts as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

from bakeoff.reports.charts.rendering import inline_shapes, inline_svg, standalone_svg
from bakeoff.reports.charts.shapes import Bar, Dot, Drawing, Group, Label, Line

SHAPES = (
    Line("grid", 8.3333, 8.3333, 0, 38),
    Group("quiet-mark", "A & B", (Dot("dot", 50, 19), Line("whisker", 40, 60, 19, 19))),
    Bar("bar", 0, 12.5, 4, 14),
    Label("name", 50, 12, "<b>x</b>", "middle", 8),
)
DRAWING = Drawing("marks", "Marks", "one & all", 40, SHAPES, finding="They <agree>", note="A note")


def test_places_are_percent_across_and_pixels_down() -> None:
    assert inline_shapes(SHAPES[:1]) == '<line class="grid" x1="8.33%" x2="8.33%" y1="0" y2="38"/>'
    assert inline_shapes(SHAPES[2:3]) == '<rect class="bar" x="0%" width="12.5%" y="4" height="14" rx="2"/>'
    assert '<text class="name" x="50%" y="12" dx="8" text-anchor="middle">' in inline_shapes(SHAPES)


def test_texts_are_escaped_and_no_style_is_inline() -> None:
    for text in (inline_svg(DRAWING), standalone_svg(DRAWING)):
        ElementTree.fromstring(text)
        assert "&lt;b&gt;x&lt;/b&gt;" in text
        assert "<title>A &amp; B</title>" in text
        assert "style" not in text
        assert "<script" not in text


def test_on_a_page_the_style_sheet_gives_colours_and_in_a_file_attributes_do() -> None:
    assert "fill=" not in inline_svg(DRAWING)
    file = standalone_svg(DRAWING)
    assert 'xmlns="http://www.w3.org/2000/svg"' in file
    assert '<circle class="dot" fill="#ffffff" stroke="#5d6a75"' in file  # quiet, in its group
    assert "They &lt;agree&gt;" in file
    assert "A note" in file


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert standalone_svg(DRAWING) == standalone_svg(DRAWING)


def test_a_chart_is_described_to_people_who_do_not_see_it() -> None:
    assert 'role="img" aria-label="Marks. one &amp; all"' in inline_svg(DRAWING)
