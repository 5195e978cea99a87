"""Human boards as tables and charts of reports, for downloads: the same numbers as on the page."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any, Literal, cast

from bakeoff.reports import RENDERERS, human_json, human_tables, post_edit_tables, post_edits_json
from bakeoff.reports.human.figures import agreement_svg, head_to_head_svg, times_svg
from bakeoff.reports.human.post_edits import PostEditTable
from bakeoff.reports.table import Table
from bakeoff_site.core.shown_tables import ShownTable, shown_tables
from bakeoff_site.results.conversions.downloads import FOR_PEOPLE, rendered_table
from bakeoff_site.results.conversions.human_boards import HumanBoardView

HumanTableName = Literal["ranking", "pairs", "agreement"]
TABLES: Mapping[str, str] = {
    "ranking": "Ranking",
    "pairs": "Head to head",
    "agreement": "Agreement of judges",
}
"""The tables of a board, by what addresses call them."""
_FILES = (("CSV", "csv"), ("Tab-separated", "tsv"), ("LaTeX", "tex"), ("Markdown", "md"))
POST_EDIT_TABLES: Mapping[str, str] = {
    "systems": "Systems by post-edits",
    "editors": "Translators",
    "by-system": "Systems by translator",
    "edits": "Kinds of edits",
    "effort": "Time and keystrokes",
    "pauses": "Pauses",
}
"""The further tables where outputs were corrected."""


def tables_of(view: HumanBoardView) -> Mapping[str, str]:
    """The tables of a board with their titles."""
    return TABLES if view.post_edits is None else {**POST_EDIT_TABLES, **TABLES}


def exports_of(view: HumanBoardView) -> tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]:
    """What can be exported: what for, and for each file its name, table and ending."""
    tables = tables_of(view)
    every = ("Data", (("Everything as JSON", next(iter(tables)), "json"),))
    return (every, *((title, tuple((kind, name, end) for kind, end in _FILES)) for name, title in tables.items()))


def rendered(view: HumanBoardView, table: str, name: str) -> str:
    """A table of a board in one of `FORMATS`; JSON has all of it."""
    if name == "json":
        return json.dumps(human_board_json(view), ensure_ascii=False, indent=2) + "\n"
    shown = _tables(view, table, one=name not in FOR_PEOPLE)
    if name in FOR_PEOPLE:
        return "\n".join(map(RENDERERS[name], shown))
    return rendered_table(shown[0], name)


def _tables(view: HumanBoardView, table: str, *, one: bool) -> list[Table]:
    """For people the matrix, for programs a row for each pair."""
    if view.post_edits is not None and table in POST_EDIT_TABLES:
        return post_edit_tables(view.post_edits, cast("PostEditTable", table), one=one)
    if table == "pairs":
        return human_tables(view.result, "pairs" if one else "matrix", one=one)
    return human_tables(view.result, cast("HumanTableName", table), one=one)


def human_board_json(view: HumanBoardView) -> dict[str, Any]:
    """A board for programs: where it is, and the analysis as `bakeoff human analyse` writes it.

    Where outputs were corrected this is that of post-edits; that of single ones is `single_post_edits`.
    """
    place = view.place
    where = {
        "evaluation": place.evaluation_id,
        "language_pair": place.language_pair_id,
        "test_set": place.test_set_id,
    }
    if view.post_edits is None:
        return {**where, **human_json(view.result)}
    return {**where, **post_edits_json(view.post_edits), "single_post_edits": human_json(view.result)}


def post_edits_shown(view: HumanBoardView) -> tuple[ShownTable, ...]:
    """The tables of post-edits that have rows, as the page shows them."""
    if view.post_edits is None:
        return ()
    here = view.post_edits.titled({view.place.language_pair_id: "", view.place.test_set_id: ""})  # the page says where
    found = [each for name in POST_EDIT_TABLES for each in post_edit_tables(here, cast("PostEditTable", name))]
    return shown_tables([each for each in found if each.rows])


def figure_titles(view: HumanBoardView) -> dict[str, str]:
    """The charts that a board has, by what addresses call them."""
    known = {
        "head-to-head": ("Head to head", len(view.ranking.systems) > 1),
        "agreement": ("Agreement of judges", bool(view.ranking.agreement)),
        "times": ("Time for a screen", bool(len(view.result.seconds))),
    }
    return {name: title for name, (title, exists) in known.items() if exists}


def drawn_figure(view: HumanBoardView, name: str) -> str:
    """One of these charts as an SVG file."""
    match name:
        case "head-to-head":
            return head_to_head_svg(view.ranking)
        case "agreement":
            return agreement_svg(view.result.rankings)
        case _:
            return times_svg(view.result)


def recompute_command(view: HumanBoardView, slug: str) -> str:
    """What computes all rankings of the evaluation again from its judgments and the rulebook."""
    judgments = f"{slug}-{view.place.evaluation_id}.jsonl"
    return shlex.join(
        ["bakeoff", "human", "analyse", judgments, "--rules", f"{slug}.toml", "--evaluation", view.place.evaluation_id]
    )
