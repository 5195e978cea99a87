"""Tables of what people judged in WMT 2008, from simulated judgments of its kinds, against the printed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.table import Marked, Table
from bakeoff.rulebook import read_rulebook
from tests.reports.campaign_tables.judged_campaigns import (
    Place,
    campaign_of,
    names,
    scored_board,
    simulated_human,
    simulated_metrics,
)
from tests.reports.campaign_tables.printed_structure import (
    Check,
    Generated,
    PrintedTable,
    best_in_bold,
    by_score,
    differences,
    in_document_order,
    one_cell_for,
    read_printed,
)

RULEBOOK = read_rulebook("wmt2008")
KINDS = {
    "RANK": "Ranking of translated sentences",
    "CONST": "Ranking of translated constituents",
    "YES/NO": "Acceptability of translated constituents",
}
TABLES = [
    "judgments",
    "human-summary",
    "human",
    "human-pairwise",
    "acceptability",
    "agreement",
    "judging-times",
    "correlation",
    "correlation-by-task",
    "consistency",
]
METRICS = ["DP", "DR", "SR", "ULC", "ULCH", "BLEU", "MBLEU", "METEOR-BASELINE", "METEOR-RANKING", "MTER"]
METRICS += ["POSF4GRAM-AM", "POSF4GRAM-GM", "POSBLEU", "SVM-RANK"]
CODES = {"French": "fr", "German": "de", "Spanish": "es", "Czech": "cz", "English": "en", "Hungarian": "hu"}
SETS = {"News": "news", "Europarl": "europarl", "Commentary": "commentary"}


@dataclass(frozen=True, slots=True)
class Matrix:
    """A printed matrix: of which kind of judgment, where, and its systems."""

    evaluation: str
    place: Place
    systems: tuple[str, ...]


def matrix_of(printed: PrintedTable) -> Matrix:
    kind, _, task = printed.caption.partition(", pairwise comparisons, ")
    pair, test_set, _ = task.split()
    source, target = (CODES[name] for name in pair.split("-"))
    systems = tuple(column.heading for column in printed.columns[1:])
    evaluation = "ranking" if kind.startswith("Sentence") else "constituents"
    return Matrix(evaluation, (f"{source}-{target}", SETS[test_set]), systems)


def matrices_of(printed: Mapping[str, PrintedTable]) -> dict[str, Matrix]:
    return {number: matrix_of(printed[number]) for number in map(str, range(21, 52))}


@pytest.fixture(scope="module")
def described(printed: Path) -> dict[str, PrintedTable]:
    return read_printed(printed, "wmt2008")


@pytest.fixture(scope="module")
def campaign(described: dict[str, PrintedTable]) -> CampaignResults:
    """As many systems in each task as were judged; scores of metrics that boards have."""
    return judged_campaign(tuple(matrices_of(described).values()))


@cache
def judged_campaign(matrices: tuple[Matrix, ...]) -> CampaignResults:
    human: list[HumanResults] = []
    boards = []
    for number, each in enumerate(matrices):
        segments = 20 if each.evaluation == "constituents" else 12
        human.append(
            simulated_human(RULEBOOK, each.evaluation, each.place, each.systems, segments=segments, seed=number)
        )
        if each.evaluation == "constituents":
            seed = 100 + number
            human.append(simulated_human(RULEBOOK, "yes-no", each.place, each.systems, segments=18, seed=seed))
        else:
            own = METRICS if each.place[0].endswith("-en") else METRICS[5:]
            directions = dict.fromkeys(own, "higher")
            boards.append(
                scored_board(RULEBOOK, "translation", each.place, each.systems, directions, specification="as-is")
            )
    entries = [
        f"{each.place[0]}/{system}"
        for each in matrices
        if each.evaluation == "ranking" and each.place[0].endswith("-en") and each.place[1] == "news"
        for system in each.systems
    ][:46]
    mixed = simulated_human(RULEBOOK, "all-english", ("en", "news"), entries, segments=30)
    mixed = replace(
        mixed,
        systems={
            name: replace(judged, run="/".join((name.split("/")[0], "news", name.split("/")[1])))
            for name, judged in mixed.systems.items()
        },
    )
    kinds = ("ranking", "constituents", "yes-no")
    metrics = simulated_metrics(RULEBOOK, ("fr-en", "news"), names(5), METRICS[:4], kinds)
    metrics += simulated_metrics(RULEBOOK, ("en-fr", "news"), names(4), METRICS[5:8], kinds)
    return campaign_of("wmt2008", TABLES, human=(*human, mixed), boards=tuple(boards), metrics_tasks=metrics)


@pytest.fixture(scope="module")
def tables(campaign: CampaignResults) -> dict[str, ReportTable]:
    return {table.id: table for table in report_tables(campaign)}


def titled(place: Place) -> str:
    return f"{RULEBOOK.language_pairs[place[0]].label}, {RULEBOOK.test_sets[place[1]].label}"


def is_matrix(*systems: str) -> Check:
    """Rows are in the order of columns, the diagonal is empty, winners are bold, marks are at both cells of a pair."""

    def check(table: Table) -> Iterator[str]:
        size = len(table.columns) - 1
        ordered = sorted(systems, key=str.casefold)
        if [column.heading for column in table.columns[1:]] != ordered:
            yield f"columns are not by name: {[column.heading for column in table.columns[1:]]}"
        if [row[0] for row in table.rows] != [*ordered, "> OTHERS", "≥ OTHERS"]:
            yield f"rows are {[row[0] for row in table.rows]}"
        for row in range(size):
            for column in range(size):
                cell, other = table.rows[row][1 + column], table.rows[column][1 + row]
                if row == column and cell is not None:
                    yield f"there is something in the diagonal: {cell}"
                if not isinstance(cell, Marked) or not isinstance(other, Marked):
                    continue
                if cell.sign != other.sign or cell.bold != (cell.value > other.value):  # type: ignore[operator]
                    yield f"{ordered[column]} over {ordered[row]}: {cell}, {other}"
        for row in (size, size + 1):
            cells = [cell for cell in table.rows[row][1:] if isinstance(cell, Marked)]
            best = max(cell.value for cell in cells)  # type: ignore[type-var]
            if [cell.value for cell in cells if cell.bold] != [cell.value for cell in cells if cell.value == best]:
                yield f"the best of {table.rows[row][0]} is not bold"

    return check


def _value(cell: object) -> object:
    return cell.value if isinstance(cell, Marked) else cell


def down_the_halves(table: Table) -> Iterator[str]:
    values = [_value(row[index]) for index in (1, 3) for row in table.rows]
    known = [value for value in values if value is not None]
    if known != sorted(known, reverse=True):  # type: ignore[type-var]
        yield f"{known} do not fall down the left half and then the right one"
    if any(not isinstance(row[0], Marked) or not row[0].index for row in table.rows):
        yield "a system has no source language below it"


def highest_metric_in_bold(table: Table) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        cells = [cell for cell in row if isinstance(cell, Marked) and isinstance(cell.value, float)]
        if cells and {cell.value for cell in cells if cell.bold} != {max(cell.value for cell in cells)}:  # type: ignore[type-var]
            yield f"row {number} does not have its highest metric in bold"


def triangle(table: Table) -> Iterator[str]:
    """1 in the diagonal of the kinds, dashes below it."""
    for number, row in enumerate(table.rows):
        kinds = [table.shown(number, column) for column in (1, 2, 3)]
        place = list(KINDS.values()).index(str(row[0])) if row[0] in KINDS.values() else 0
        if kinds[place] != "1.00" or any(cell != "—" for cell in kinds[:place]):
            yield f"the row {row[0]} starts with {kinds}"


def totals_in_bold(table: Table) -> Iterator[str]:
    last = len(table.rows) - 1
    if table.rows[last][0] != "Totals" or table.emphasised != {last}:
        yield "the last row is not the totals, in bold"
    for column in range(2, len(table.columns)):
        if table.rows[last][column] != sum(row[column] or 0 for row in table.rows[:last]):  # type: ignore[misc]
            yield f"the total of {table.columns[column].heading} is wrong"


def yes_and_no(table: Table) -> Iterator[str]:
    """Systems by name, yes and no make 1, the most yes of a task in bold."""
    starts = [*(section.row for section in table.sections), len(table.rows)]
    for start, end in pairwise(starts):
        for column in (0, 3):
            rows = [row[column : column + 3] for row in table.rows[start:end] if row[column] is not None]
            found = [str(row[0]) for row in rows]
            if found != sorted(found, key=str.casefold):
                yield f"not by name: {found}"
            yes = [row[1] for row in rows if isinstance(row[1], Marked)]
            no = [row[2] for row in rows if isinstance(row[2], Marked)]
            if any(abs(a.value + b.value - 1) > 1e-9 for a, b in zip(yes, no, strict=True)):  # type: ignore[operator]
                yield "yes and no do not make 1"
            best = max((cell.value for cell in yes), default=None)  # type: ignore[type-var]
            if [cell.bold for cell in yes] != [cell.value == best for cell in yes]:
                yield "the highest yes is not bold"


OTHERS = ("German", "Spanish", "French", "Czech")
AGREEMENT_ROWS = in_document_order(
    KINDS["RANK"],
    KINDS["CONST"],
    f"{KINDS['CONST']} (with identical phrases)",
    KINDS["YES/NO"],
    f"{KINDS['YES/NO']} (with identical phrases)",
)
AGREEMENT = Generated(id="", order=AGREEMENT_ROWS, words={"Evaluation type": "Kind of judgment"})
INTO: tuple[str, ...] = (
    "French-English News",
    "French-English Europarl",
    "German-English News",
    "German-English Europarl",
)
INTO += ("Spanish-English News", "Spanish-English Europarl")


def _turned(task: str) -> str:
    """Out of English instead of into it."""
    pair, test_set = task.split()
    return f"{'-'.join(reversed(pair.split('-')))} {test_set}"


RANKED = by_score("Ranking of translated sentences")
BY_TASK = Generated(
    id="correlation-by-task-into-english",
    order=in_document_order(*KINDS.values()),
    checks=(triangle, highest_metric_in_bold),
    words={
        **KINDS,
        **{f"{task} Task": task for task in INTO},
        **{f"{_turned(task)} Task": _turned(task) for task in INTO},
        "All-English News Task": "all into English, News",
    },
    sections=True,
)
GENERATED: Mapping[str, Generated] = {
    "3": Generated(
        id="judgments",
        # The rulebook has its language pairs in this order.
        order=in_document_order(
            *(pair for other in OTHERS for pair in (f"English–{other}", f"{other}–English")),
            "Hungarian–English",
            "all into English",
            "Totals",
        ),
        checks=(totals_in_bold, one_cell_for("Language pair")),
        words={
            "Constituent Rank": KINDS["CONST"],
            "Yes/No Judgments": KINDS["YES/NO"],
            "Sentence Ranking": KINDS["RANK"],
        },
    ),
    "7": Generated(
        id="human-all-english-en-news",
        order=down_the_halves,
        words={"system with the source language as subscript": "System"},
        side_by_side=2,
    ),
    # Tables 8 to 11 have other metrics than the tables of scores; here all have the same.
    "8": Generated(id="correlation-into-english", order=RANKED, checks=(best_in_bold(),), words=KINDS, rows=14),
    "9": Generated(id="correlation-out-of-english", order=RANKED, checks=(best_in_bold(),), words=KINDS, rows=9),
    "10": Generated(id="consistency-into-english", order=RANKED, checks=(best_in_bold(),), words=KINDS, rows=4),
    "11": Generated(id="consistency-out-of-english", order=RANKED, checks=(best_in_bold(),), words=KINDS, rows=3),
    "12": replace(AGREEMENT, id="agreement-judges"),
    "13": replace(AGREEMENT, id="agreement-own"),
    "19": BY_TASK,
    "20": replace(BY_TASK, id="correlation-by-task-out-of-english"),
    "52": Generated(
        id="acceptability-yes-no",
        order=yes_and_no,
        words={"Europarl or Commentary": "Europarl or News Commentary"},
        sections=True,
        rows=14 + 10 + 11 + 11 + 12 + 11 + 4,
    ),
}
"""By the number of the printed table."""


@pytest.mark.parametrize("number", [*GENERATED, *map(str, range(21, 52))])
def test_a_table_has_the_structure_of_the_printed_one(
    number: str, described: dict[str, PrintedTable], tables: dict[str, ReportTable]
) -> None:
    printed = described[number]
    if number in GENERATED:
        generated = GENERATED[number]
    else:
        matrix = matrix_of(printed)
        generated = Generated(
            id=f"human-pairwise-{matrix.evaluation}-{'-'.join(matrix.place)}",
            order=is_matrix(*matrix.systems),
            words={"system of the row": "system"},
        )
    if generated.sections:  # the rulebook has its language pairs in another order than these tables
        bare = [section.split(" (")[0] for section in printed.groups]
        ours = [section.heading for section in tables[generated.id].table.sections]
        printed = replace(printed, groups=tuple(_in_order_of(bare, ours)))
    assert differences(printed, tables[generated.id], generated) == []


def _in_order_of(wanted: Sequence[str], ours: Sequence[str]) -> list[str]:
    """Printed groups in our order; what we do not have comes last."""

    def plain(text: str) -> str:
        words = text.replace("All-English", "all into English").replace(" Task", "").replace("–", "-")
        return words.replace(",", "").casefold()

    order = [plain(each) for each in ours]
    return sorted(wanted, key=lambda each: order.index(plain(each)) if plain(each) in order else len(order))
