"""The drawing of a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from lxml import etree

from bakeoff.reports import bracket_svg
from bakeoff.tournaments import Plan, by_score, collect_results, play_dskoc, play_round_robin, play_swiss, renamed
from tests.reproductions.appendix_b_of_i12 import B1, B31
from tests.tournaments.simulated import at_random, names

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> Any:
    return etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False))


def texts(svg: str, kind: str) -> list[str]:
    return ["".join(e.xpath("text()")) for e in parsed(svg).iter(f"{SVG}text") if kind in e.get("class").split()]


def b1() -> Plan:
    return play_dskoc(by_score(B1.seeds), collect_results(B1.results()))


def test_every_match_with_figures_winner_and_places() -> None:
    svg = bracket_svg(b1(), title="SLT English–French")
    assert parsed(svg).find(f"{SVG}title").text == "SLT English–French"
    assert parsed(svg).find(f"{SVG}desc").text.startswith("16 matches, 15 different. Places: 1 KIT12; 2 UEDIN12; ")
    assert texts(svg, "bracket-name")[-8:] == list(B1.ranking)
    assert texts(svg, "bracket-winner")[:2] == ["KIT12", "25.50"]
    assert len([text for text in texts(svg, "bracket-winner") if not text[0].isdigit()]) == 16
    captions = texts(svg, "bracket-caption")
    assert "upper 2 #2 · by single judgments" in captions
    assert "final · met before" in captions


def test_the_same_bytes_each_time() -> None:
    assert bracket_svg(b1()) == bracket_svg(b1())


def test_marks_stand_with_the_winner() -> None:
    from dataclasses import replace

    marked = [replace(result, p=0.03) for result in B1.results()]
    svg = bracket_svg(play_dskoc(by_score(B1.seeds), collect_results(marked)))
    assert texts(svg, "bracket-mark") == ["‡"] * 16
    assert "‡ p ≤ 0.05" in texts(svg, "bracket-note")[0]


def test_nothing_that_a_strict_page_refuses() -> None:
    svg = bracket_svg(b1())
    assert not re.search(r"<style|style=|<script|\son\w+=|href", svg)


def test_what_is_open_says_where_players_come_from() -> None:
    svg = bracket_svg(play_dskoc(names(6), collect_results([])))
    assert "winner of upper 1 #2" in texts(svg, "bracket-open")
    assert "upper 1 #2 · to be judged" in texts(svg, "bracket-caption")
    assert texts(svg, "bracket-note") == ["No match has been decided yet."]


def test_matches_that_only_order_qualifiers_are_said_not_to_be_needed() -> None:
    plan = play_dskoc(by_score(B31.seeds), collect_results(B31.results()), qualifiers=4)
    assert "upper final · not needed" in texts(bracket_svg(plan), "bracket-caption")


def test_names_of_strangers_are_text_and_fit() -> None:
    players = ("<script>alert(1)</script>", "A & B", "x" * 80, "東" * 40, "\x07bell")
    svg = bracket_svg(play_dskoc(players, collect_results([])))
    assert "<script" not in svg
    assert "A & B" in texts(svg, "bracket-name")
    assert "x" * 23 + "…" in texts(svg, "bracket-name")
    assert "東" * 11 + "…" in texts(svg, "bracket-name")
    # The whole name can still be read.
    assert "x" * 80 in svg


@pytest.mark.parametrize("size", [2, 3, 5, 8, 13, 32])
@pytest.mark.parametrize("play", [play_dskoc, play_round_robin, play_swiss])
def test_boxes_stand_apart_and_inside_the_drawing(play: Callable[..., Plan], size: int) -> None:
    svg = parsed(bracket_svg(play(names(size), collect_results(at_random(names(size), 1)))))
    boxes = [
        tuple(float(e.get(key)) for key in ("x", "y", "width", "height"))
        for e in svg.iter(f"{SVG}rect")
        if e.get("class") == "bracket-box"
    ]
    width, height = float(svg.get("width")), float(svg.get("height"))
    assert len(boxes) == len(svg.findall(f"{SVG}g"))
    for number, (x, y, wide, high) in enumerate(boxes):
        assert x >= 0
        assert x + wide <= width
        assert y >= 40
        assert y + high <= height - 30
        for other_x, other_y, *_ in boxes[:number]:
            assert abs(x - other_x) >= wide or abs(y - other_y) >= high + 16


def test_open_matches_say_how_far_they_are_and_several_drawings_have_names_of_their_own() -> None:
    plan = play_round_robin(names(3), collect_results([]))
    pair = frozenset((plan.matches[0].a, plan.matches[0].b))
    svg = bracket_svg(plan, progress={pair: "38 of 1,200"}, key="7-1")
    captions = texts(svg, "bracket-caption")
    assert sum(caption.endswith("· 38 of 1,200 judged") for caption in captions) == 1
    assert sum(caption.endswith("· to be judged") for caption in captions) == 2
    assert parsed(svg).get("aria-labelledby") == "bracket-7-1-title bracket-7-1-description"
    boxes = [each for each in parsed(svg).iter(f"{SVG}rect") if "bracket-now" in each.get("class").split()]
    assert len(boxes) == 3


def test_a_plan_is_drawn_with_other_names() -> None:
    plan = b1()
    labels = {name: f"System {number}" for number, name in enumerate(sorted(plan.players), start=1)}
    svg = bracket_svg(renamed(plan, labels))
    assert texts(svg, "bracket-name")[-8:] == [labels[name] for name in B1.ranking if name is not None]
    assert not any(name in svg for name in plan.players)
