"""Tables of what people judged at IWSLT 2005, 2012 and 2016, from simulated judgments, against the printed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.matches import different_matches
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
    simulated_post_edits,
    simulated_tournament,
)
from tests.reports.campaign_tables.printed_structure import (
    Check,
    Generated,
    by_score,
    differences,
    each_by_itself,
    in_document_order,
    read_printed,
)

I05_METRICS = {
    "bleu": "higher",
    "nist": "higher",
    "wer": "lower",
    "per": "lower",
    "gtm:references=1": "higher",
    "meteor@2005:modules=exact+stem+synonym": "higher",
}
OLYMPICS = ("zh-en", "hit-eval")
KNOCKOUTS: Mapping[str, Place] = {
    "ted-slt": ("en-fr", "slt-tst2011"),
    "ted-mt-ar-en": ("ar-en", "tst2011"),
    "ted-mt-en-fr": ("en-fr", "tst2011"),
}


@cache
def judged(document: str) -> CampaignResults:
    return {"iwslt2005": judged_i05, "iwslt2012": judged_i12, "iwslt2016": judged_i16}[document]()


def judged_i05() -> CampaignResults:
    """Eleven systems and a reference among them, three graders, some outputs graded twice."""
    rulebook, place = read_rulebook("iwslt2005"), ("zh-en", "english")
    systems = names(11)
    human = tuple(
        simulated_human(
            rulebook, kind, place, (*systems, "reference"), references=["reference"], intervals=True, seed=seed
        )
        for seed, kind in enumerate(("fluency", "adequacy", "meaning"))
    )
    board = scored_board(
        rulebook,
        "transcript",
        place,
        systems,
        I05_METRICS,
        specification="iwslt05-english-standard",
        condition="supplied",
    )
    return campaign_of("iwslt2005", ["human", "agreement", "correlation"], human=human, boards=(board,))


def judged_i12() -> CampaignResults:
    """Three knockouts of eight, one of them in two parts, a round robin of four, grades of the same four."""
    rulebook = read_rulebook("iwslt2012")
    human, tournaments, boards = [], [], []
    for evaluation, place in KNOCKOUTS.items():
        in_two = rulebook.human[evaluation].tournament.qualifiers
        joined = names(4, "OLD") if in_two else ()
        judgments, tournament = simulated_tournament(rulebook, evaluation, place, names(8), joined_by=joined)
        human.append(judgments)
        tournaments.append(tournament)
        boards.append(
            scored_board(
                rulebook,
                rulebook.human[evaluation].tracks[0],
                place,
                (*names(8), *joined),
                {"bleu": "higher"},
                specification="case+punc",
                noise=0.0,
            )
        )
    ranked, round_robin = simulated_tournament(rulebook, "olympics-ranking", OLYMPICS, names(4))
    adequacy = simulated_human(rulebook, "olympics-adequacy", OLYMPICS, names(4))
    dialog = only_best(simulated_human(rulebook, "olympics-dialog", OLYMPICS, names(2)), adequacy)
    return campaign_of(
        "iwslt2012",
        ["tournament", "human-pairwise", "paired-comparisons", "human", "agreement"],
        human=(*human, ranked, adequacy, dialog),
        tournaments=(*tournaments, round_robin),
        boards=tuple(boards),
    )


def only_best(dialog: HumanResults, adequacy: HumanResults) -> HumanResults:
    """The dialog is judged of the best system by adequacy alone."""
    ranking = dialog.ranking
    best = replace(ranking.systems[0], system=adequacy.ranking.systems[0].system)
    return replace(dialog, result=replace(dialog.result, rankings=(replace(ranking, systems=(best,)),)))


def judged_i16() -> CampaignResults:
    """Four and five systems edited by as many translators; one of four has post-edits of the year before."""
    rulebook = read_rulebook("iwslt2016")
    human = (
        simulated_post_edits(rulebook, "en-de", ("en-de", "tst2015"), names(4), earlier="SU-15"),
        simulated_post_edits(rulebook, "en-fr", ("en-fr", "tst2015"), names(5)),
    )
    return campaign_of("iwslt2016", ["post-editors", "post-editing"], human=human)


@cache
def tables_of(document: str) -> dict[str, ReportTable]:
    return {table.id: table for table in report_tables(judged(document))}


def last_row_is(name: str) -> Check:
    def check(table: Table) -> Iterator[str]:
        if table.rows[-1][0] != name:
            yield f"the last row is {table.rows[-1][0]}, not {name}"

    return check


def graders_then_average(table: Table) -> Iterator[str]:
    found = [str(row[0]) for row in table.rows]
    if found[:-1] != sorted(found[:-1]) or found[-1] != "Average":
        yield f"rows are {found}"


def human_translation_below(table: Table) -> Iterator[str]:
    """It is no row; a note has its means with intervals."""
    cells = {cell for row in table.rows for cell in row if isinstance(cell, str)}
    notes = [note for note in table.notes if "human translation: " in note and "[" in note]
    if "reference" in cells or len(notes) != 3:
        yield f"the human translation is among {sorted(cells)}, or not in {list(table.notes)}"


def upper_triangle(table: Table) -> Iterator[str]:
    for row in range(len(table.rows)):
        shown = [table.shown(row, 1 + column) for column in range(len(table.rows))]
        if shown[row] != "1.00" or any(shown[:row]) or not all(shown[row:]):
            yield f"row {row} reads {shown}"


def winner_in_bold(table: Table) -> Iterator[str]:
    """The larger share is bold, marks are at the winner only."""
    for match, first, second, *_ in table.rows:
        assert isinstance(first, Marked)
        assert isinstance(second, Marked)
        bold = [cell for cell in (first, second) if cell.bold]
        if len(bold) != 1 or bold[0].value != max(first.value, second.value):  # type: ignore[type-var]
            yield f"{match}: {first}, {second}"
        if any(cell.sign for cell in (first, second) if not cell.bold):
            yield f"{match}: the loser has a mark"


def earlier_matches_last(table: Table) -> Iterator[str]:
    if table.rules and min(table.rules) < len(table.rows) / 2:
        yield "matches of earlier campaigns are not last"


def first_that_differs(table: Table) -> Iterator[str]:
    """mTER and system are bold; the raised name is that of a system further down, never at the last one."""
    systems = [row[0].value for row in table.rows[:-1] if isinstance(row[0], Marked) and row[0].bold]
    if len(systems) != len(table.rows) - 1:
        yield "systems are not in bold"
    for place, row in enumerate(table.rows[:-1]):
        cell = row[1]
        if not isinstance(cell, Marked) or not cell.bold or (cell.sign and cell.sign not in systems[place + 1 :]):
            yield f"{row[0]} has {cell}"


def standings_fall(table: Table) -> Iterator[str]:
    shares = [row[1] for row in table.rows]
    wins = [str(row[4]) for row in table.rows]
    if shares != sorted(shares, reverse=True) or wins != sorted(wins, reverse=True):  # type: ignore[type-var]
        yield f"{shares} and {wins} do not fall"


def dialog_of_the_best_only(table: Table) -> Iterator[str]:
    if [row[3] is not None for row in table.rows] != [True] + [False] * (len(table.rows) - 1):
        yield "the dialog is not that of the best system alone"


def places_rise(table: Table) -> Iterator[str]:
    starts = [int(str(row[0]).partition("–")[0]) for row in table.rows]
    if starts != sorted(starts):
        yield f"places are {starts}"


def _tournament(section: str, evaluation: str, number: int, *, places: int = 8) -> Iterator[tuple[str, Generated]]:
    place = KNOCKOUTS[evaluation]
    ending = f"{evaluation}-{'-'.join(place)}"
    yield (
        f"{section}/bleu-ranking",
        Generated(id=f"tournament-{ending}-seeds-{number}", order=by_score("BLEU score"), rows=places),
    )
    yield (
        f"{section}/human-ranking",
        Generated(id=f"tournament-{ending}-places-{number}", order=places_rise, rows=places),
    )
    yield (
        f"{section}/matches",
        Generated(
            id=f"human-pairwise-{ending}-matches-{number}",
            order=earlier_matches_last,
            checks=(winner_in_bold,),
            words={"% Wins": "First"},
            added=("Second",),
            rows=_matches(evaluation, number),
        ),
    )


def _matches(evaluation: str, number: int) -> int:
    """How many different matches were needed: that depends on who wins."""
    found = next(each for each in judged("iwslt2012").tournaments if each.evaluation == evaluation)
    plan = found.result.plan if number == 1 else found.result.second
    assert plan is not None
    return len(different_matches(plan))


def i12_tables() -> dict[str, Generated]:
    found: dict[str, Generated] = {}
    for section, evaluation, number in (
        ("B.1", "ted-slt", 1),
        ("B.2", "ted-mt-ar-en", 1),
        ("B.3.1", "ted-mt-en-fr", 1),
        ("B.3.2", "ted-mt-en-fr", 2),
    ):
        found |= dict(_tournament(section, evaluation, number))
    ending = f"olympics-ranking-{'-'.join(OLYMPICS)}"
    return found | {
        "10": Generated(id="tournament-summary", order=in_turn),
        "11": Generated(
            id=f"paired-comparisons-{ending}",
            order=one_row,
            words={"# comparison in total": "# comparisons in total"},
        ),
        "B.4/all-systems": Generated(id=f"tournament-{ending}-systems", order=standings_fall),
        "B.4/matches": Generated(
            id=f"human-pairwise-{ending}-matches-1",
            order=earlier_matches_last,
            checks=(winner_in_bold,),
            words={"% Wins": "First"},
            added=("Second",),
        ),
        "B.4/dialog": Generated(
            id="human-grades",
            order=by_score("Adequacy"),
            checks=(dialog_of_the_best_only,),
            words={"OLYMPICS": "Task", "MT": "System"},
        ),
    }


def in_turn(table: Table) -> Iterator[str]:
    """Speech translation, Arabic to English, English to French, as in the rulebook."""
    wanted = ["TED SLT", "MT Arabic", "MT English–French"]
    if not all(part in str(row[0]) for part, row in zip(wanted, table.rows, strict=True)):
        yield f"rows are {[row[0] for row in table.rows]}"


def one_row(table: Table) -> Iterator[str]:
    if len(table.rows) != 1:
        yield f"there are {len(table.rows)} rows"


I05: Mapping[str, Generated] = {
    "14": Generated(
        id="correlation-metrics",
        order=in_document_order("BLEU Score", "NIST Score", "mWER", "mPER", "GTM", "METEOR"),
        checks=(upper_triangle,),
        words={"BLEU": "BLEU Score", "NIST": "NIST Score"},
    ),
    "15": Generated(
        id="correlation-people",
        order=in_document_order("BLEU Score", "NIST Score", "mWER", "mPER", "GTM", "METEOR"),
        words={"Mean. Maint.": "Meaning Maintenance"},
    ),
    "16": Generated(
        id="agreement-inconsistency",
        order=graders_then_average,
        words={"Mean. Maint.": "Meaning Maintenance"},
    ),
    "B.1": Generated(id="human-grades-zh-en-english", order=each_by_itself(), checks=(human_translation_below,)),
}
I16: Mapping[str, Generated] = {
    **{
        number: Generated(
            id=f"post-editors-{pair}-{pair}-tst2015",
            order=in_document_order(*(f"PE {number}" for number in range(1, count + 1))),
            ungrouped=True,
        )
        for number, pair, count in (("6", "en-de", 4), ("7", "en-fr", 5))
    },
    **{
        number: Generated(
            id=f"post-editing-{pair}-{pair}-tst2015",
            order=by_score("mTER (HE Set, 5 PErefs)", descending=False, last=1),
            checks=(last_row_is("Rank Corr."), first_that_differs),
        )
        for number, pair in (("8", "en-de"), ("9", "en-fr"))
    },
}


@pytest.mark.parametrize("number", I05)
def test_tables_of_2005(number: str, printed: Path) -> None:
    generated = I05[number]
    assert (
        differences(read_printed(printed, "iwslt2005")[number], tables_of("iwslt2005")[generated.id], generated) == []
    )


def test_tables_of_2012(printed: Path) -> None:
    described = read_printed(printed, "iwslt2012")
    found = {
        number: differences(described[number], tables_of("iwslt2012")[generated.id], generated)
        for number, generated in i12_tables().items()
    }
    assert {number: problems for number, problems in found.items() if problems} == {}


@pytest.mark.parametrize("number", I16)
def test_tables_of_2016(number: str, printed: Path) -> None:
    generated = I16[number]
    assert (
        differences(read_printed(printed, "iwslt2016")[number], tables_of("iwslt2016")[generated.id], generated) == []
    )
