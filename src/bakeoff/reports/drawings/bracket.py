"""A tournament as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.reports.drawings.svg import (
    GROUND,
    INK,
    LETTER,
    LINE,
    MARGIN,
    SMALL,
    SOFT,
    TINT,
    cut,
    escape,
    shown_width,
    svg,
)
from bakeoff.reports.tournaments import TITLES, percentage
from bakeoff.tournaments import MARKS, Match, Plan, mark
from bakeoff.tournaments.bracket import Bracket, Node, Slot

_ROW = 20
_CAPTION = 16
_BOX = 2 * _ROW
_PITCH = _BOX + _CAPTION + 10
_GAP = 36
_HEAD = 46
_OPEN = " · to be judged"
_FIGURE = 76
"""Room for a percentage and its mark."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A match in the drawing: where it is and what it says."""

    x: float
    y: float
    caption: str
    names: tuple[str, str]
    known: tuple[bool, bool]
    match: Match | None
    node: Node | None = None


Progress = Mapping[frozenset[str], str]
"""How far the judging of pairs is, such as `38 of 1,200`."""


def bracket_svg(plan: Plan, *, title: str | None = None, progress: Progress | None = None, key: str = "") -> str:
    """The tournament drawn: rounds from left to right, winners in bold, percentages and marks, places at the right.

    Matches that are judged now say how far they are, where `progress` does; `key` is another for each drawing of a
    page.
    """
    drawn = _bracket_boxes(plan, plan.bracket) if plan.bracket else _round_boxes(plan)
    boxes = [_with_progress(box, progress or {}) for box in drawn]
    shown = max(shown_width(name) for box in boxes for name in box.names)
    captions = max(len(box.caption) for box in boxes)
    # Captions may reach into the gap between columns, but not into the next one.
    box_width = max(round(shown * LETTER) + _FIGURE + 16, round(captions * SMALL) - _GAP + 8)
    columns = 1 + max(int(box.x) for box in boxes)
    places_x = MARGIN + columns * (box_width + _GAP)
    longest = max(shown_width(player) for player in plan.players)
    # The sentence about the marks needs its room, too.
    whole_width = max(places_x + round(longest * LETTER) + 60 + MARGIN, 620)
    bottom = max(max(box.y for box in boxes) + _BOX, _HEAD + (len(plan.players) + 1) * _ROW)
    height = round(bottom + 48)
    heading = title or TITLES[plan.kind]
    lines = [
        *_connectors(boxes, box_width),
        *(line for box in boxes for line in _box_lines(box, box_width)),
        *_places(plan, places_x),
        f'<text class="bracket-note" x="{MARGIN}" y="{height - 16}" font-size="11" fill="{SOFT}">'
        f"{escape(_legend(plan))}</text>",
    ]
    return svg("bracket", (whole_width, height), heading=heading, description=_description(plan), lines=lines, key=key)


def _bracket_boxes(plan: Plan, bracket: Bracket) -> list[_Box]:
    """The nodes of a bracket, part under part: the upper side, the lower side, the play-offs for places."""
    matches = {match.number: match for match in plan.matches}
    shown = [node for node in bracket.nodes if node.after_upset is None or node.number in matches]
    tops, top = {}, float(_HEAD)
    # The upper side, the lower side, then places from the best on: those are played last.
    parts = list(dict.fromkeys(node.cell.part for node in shown))
    for part in (*parts[:2], *reversed(parts[2:])) if parts[:2] == ["upper", "lower"] else parts:
        tops[part] = top
        top += max(node.cell.of for node in shown if node.cell.part == part) * _PITCH + 8
    players = _players(plan, bracket, matches)
    boxes = []
    for node in shown:
        rows = max(other.cell.of for other in shown if other.cell.part == node.cell.part)
        middle = tops[node.cell.part] + (node.cell.index + 0.5) * rows * _PITCH / node.cell.of
        names = (players[node.first], players[node.second])
        known = (names[0] in plan.players, names[1] in plan.players)
        match = matches.get(node.number)
        caption = _caption(_label(node, bracket), match) + (" · not needed" if all(known) and match is None else "")
        boxes.append(_Box(node.cell.column, middle - _BOX / 2 + 6, caption, names, known, match, node))
    return boxes


def _players(plan: Plan, bracket: Bracket, matches: Mapping[int, Match]) -> dict[Slot, str]:
    """Who is in each slot, or where they will come from."""
    players = {Slot("seed", number): player for number, player in enumerate(plan.players, start=1)}
    for node in bracket.nodes:
        match = matches.get(node.number)
        label = _label(node, bracket)
        known = match is not None and match.winner is not None
        players[Slot("winner", node.number)] = str(match.winner) if match and known else f"winner of {label}"
        players[Slot("loser", node.number)] = str(match.loser) if match and known else f"loser of {label}"
    return players


def _label(node: Node, bracket: Bracket) -> str:
    """The round, and which match of it where there are several."""
    several = sum(other.round == node.round for other in bracket.nodes) > 1
    return f"{node.round} #{node.cell.index + 1}" if several else node.round


def _round_boxes(plan: Plan) -> list[_Box]:
    """A column for each round."""
    boxes = []
    for column, name in enumerate(dict.fromkeys(match.round for match in plan.matches)):
        for row, match in enumerate(match for match in plan.matches if match.round == name):
            y = _HEAD + row * _PITCH + _CAPTION
            boxes.append(_Box(column, y, _caption(name, match), (match.a, match.b), (True, True), match))
        row = sum(match.round == name for match in plan.matches)
        for bye in (each for each in plan.byes if each.round == name):
            y = _HEAD + row * _PITCH + _CAPTION
            boxes.append(_Box(column, y, f"{name} · bye", (bye.player, "no opponent"), (True, False), None))
    return boxes


def _caption(name: str, match: Match | None) -> str:
    more = " · met before" if match and match.reused else ""
    more += " · earlier campaign" if match and match.earlier else ""
    more += " · by single judgments" if match and match.decided_by == "judgments" else ""
    more += " · by seed" if match and match.decided_by == "seed" else ""
    more += _OPEN if match and match.result is None else ""
    return name + more


def _with_progress(box: _Box, progress: Progress) -> _Box:
    """The box of a match that is judged now with how far it is."""
    said = progress.get(frozenset(box.names))
    if said is None or box.match is None or box.match.result is not None:
        return box
    return replace(box, caption=box.caption.replace(_OPEN, f" · {said} judged"))


def _left(box: _Box, box_width: int) -> float:
    return MARGIN + box.x * (box_width + _GAP)


def _box_lines(box: _Box, box_width: int) -> Iterator[str]:
    x, y = _left(box, box_width), box.y
    yield f'<g class="bracket-match"><title>{escape(_summary(box))}</title>'
    yield (
        f'<text class="bracket-caption" x="{x:g}" y="{y - 5:g}" font-size="11" fill="{SOFT}">'
        f"{escape(box.caption)}</text>"
    )
    now = " bracket-now" if box.match is not None and box.match.result is None else ""
    yield (
        f'<rect class="bracket-box{now}" x="{x:g}" y="{y:g}" width="{box_width}" height="{_BOX}" rx="3" '
        f'fill="{GROUND}" stroke="{LINE}"/>'
    )
    for row in range(2):
        yield from _player_lines(box, row, x, y + row * _ROW, box_width)
    yield (
        f'<path class="bracket-line" d="M{x:g} {y + _ROW:g}h{box_width}" stroke="{LINE}" stroke-width="0.5" '
        'fill="none"/></g>'
    )


def _player_lines(box: _Box, row: int, x: float, y: float, box_width: int) -> Iterator[str]:
    match, name = box.match, box.names[row]
    won = match is not None and match.winner == name
    if won:
        yield (
            f'<rect class="bracket-won" x="{x + 1:g}" y="{y + 1:g}" width="{box_width - 2}" height="{_ROW - 2}" '
            f'fill="{TINT}"/>'
        )
    weight = ' font-weight="700"' if won else ""
    kind, fill = ("bracket-name", INK) if box.known[row] else ("bracket-open", SOFT)
    kind += " bracket-winner" if won else ""
    yield f'<text class="{kind}" x="{x + 8:g}" y="{y + 14:g}"{weight} fill="{fill}">{escape(cut(name))}</text>'
    figure = None if match is None else percentage(match, name)
    if figure is not None and match is not None and match.result is not None:
        sign = mark(match.result.p) if won else ""
        # Figures are under each other: what follows them has room of its own.
        right = x + box_width - 22
        yield (
            f'<text class="{kind.replace("name", "figure")}" x="{right:g}" y="{y + 14:g}" text-anchor="end"{weight} '
            f'fill="{fill}">{figure:.2f}</text>'
        )
        if sign:
            yield f'<text class="bracket-mark" x="{right + 3:g}" y="{y + 14:g}" fill="{INK}">{sign}</text>'


def _connectors(boxes: Sequence[_Box], box_width: int) -> Iterator[str]:
    """Lines from each match to the one that its winner continues to; who loses is found by name."""
    by_number = {box.node.number: box for box in boxes if box.node is not None}
    for box in boxes:
        for row, slot in enumerate((box.node.first, box.node.second) if box.node is not None else ()):
            if slot.side != "winner" or box.node is None or box.node.after_upset is not None:
                continue
            before = by_number[slot.number]
            start_x, start_y = _left(before, box_width) + box_width, before.y + _ROW
            end_x, end_y = _left(box, box_width), box.y + (row + 0.5) * _ROW
            # Between two rounds of the upper side its columns are empty: only the last gap has lines that turn.
            yield _line(f"M{start_x:g} {start_y:g}H{end_x - _GAP / 2:g}V{end_y:g}H{end_x:g}")


def _line(path: str) -> str:
    return f'<path class="bracket-line" d="{path}" stroke="{LINE}" fill="none"/>'


def _places(plan: Plan, x: float) -> Iterator[str]:
    yield (
        f'<text class="bracket-caption" x="{x:g}" y="{_HEAD + 11}" font-size="11" fill="{SOFT}">'
        f"{'places' if plan.is_complete else 'places so far'}</text>"
    )
    order = sorted(plan.players, key=lambda player: (plan.ranges[player], plan.players.index(player)))
    for row, player in enumerate(order):
        low, high = plan.ranges[player]
        place = str(low) if low == high else f"{low}–{high}"
        y = _HEAD + 30 + row * _ROW
        yield f'<text class="bracket-place" x="{x + 30:g}" y="{y}" text-anchor="end" fill="{SOFT}">{place}</text>'
        yield (
            f'<text class="bracket-name" x="{x + 40:g}" y="{y}" fill="{INK}">{escape(cut(player))}'
            f"<title>{escape(player)}</title></text>"
        )


def _summary(box: _Box) -> str:
    """The match in words, with complete names."""
    if box.match is None and box.node is None:
        return f"{box.caption}: {box.names[0]} has no opponent"
    if box.match is None or box.match.result is None:
        return f"{box.caption}: {box.names[0]} and {box.names[1]}"
    figures = [percentage(box.match, name) for name in box.names]
    sides = [f"{name} {'?' if won is None else f'{won:.2f}'}" for name, won in zip(box.names, figures, strict=True)]
    p = box.match.result.p
    return (
        f"{box.caption}: {sides[0]}, {sides[1]}; "
        + (f"{box.match.winner} wins" if box.match.winner else "a draw")
        + ("" if p is None else f"; p = {p:.4f}")
    )


def _description(plan: Plan) -> str:
    places = "; ".join(f"{place} {player or 'open'}" for place, player in enumerate(plan.ranking, start=1))
    return f"{len(plan.played)} matches, {plan.different_matches} different. Places: {places}."


def _legend(plan: Plan) -> str:
    results = [match.result for match in plan.played if match.result is not None]
    if not results:
        return "No match has been decided yet."
    share = all(result.share(result.a) is not None for result in results if result.a_wins is not None)
    text = "Segments won, in percent." if share else "Segments won."
    if any(result.p is not None for result in results):
        marks = ", ".join(f"{each} p ≤ {largest:.2f}" for each, largest in reversed(MARKS.items()))
        text += f" Paired approximate randomisation: {marks}."
    return text
