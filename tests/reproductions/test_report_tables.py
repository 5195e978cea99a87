"""Figures that overviews print, through the tables of reports: the same inputs give the same cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bakeoff.data.matches import MatchResult
from bakeoff.evaluation import TournamentResult
from bakeoff.evaluation.tournament import run_tournament, tournament_rules
from bakeoff.formats import ScoreFile
from bakeoff.formats.scores.score_rows import ScoreRow
from bakeoff.human_eval import JudgeAgreement
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.human import HumanResults, JudgedSystem, TournamentResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.agreement import agreement_table
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.table import Marked, Range, Table
from bakeoff.rulebook import read_rulebook
from bakeoff.statistics import spearman
from tests.reports.campaign_tables.judged_campaigns import campaign_of, run_id, simulated_human
from tests.reproductions.appendix_b_of_i12 import B1, B4, SEGMENTS, Printed
from tests.reproductions.appendix_of_i05 import METRICS, rows
from tests.reproductions.test_i05_table_14 import CELLS
from tests.reproductions.test_i05_table_15 import DIFFERING, GRADES, HUMAN, PRINTED
from tests.reproductions.test_w08_tables_8_9 import CELLS as W08_CELLS
from tests.reproductions.test_w08_tables_8_9 import human_scores, metric_scores
from tests.reproductions.test_w08_tables_12_13 import ROWS
from tests.reproductions.test_w08_tables_19_20 import TASKS, YES, scores_of

I05_EXPRESSIONS = {
    "BLEU": "bleu",
    "NIST": "nist",
    "mWER": "wer",
    "mPER": "per",
    "GTM": "gtm:references=1",
    "METEOR": "meteor@2005:modules=exact+stem+synonym",
}
SUPPLIED = ("zh-en", "english")
SECTIONS = {"B.2": "zh-en", "B.3": "zh-en", "B.4": "ja-en", "B.5": "ja-en", "B.6": "ar-en", "B.7": "ko-en"}


def i05() -> CampaignResults:
    """The scores of appendix B as boards, and the human scores of B.1 in the place of simulated ones."""
    boards = []
    for section, track in dict.fromkeys((row["section"], row["track"]) for row in rows()):
        own = [row for row in rows() if (row["section"], row["track"]) == (section, track)]
        place = (SECTIONS.get(section, "en-zh"), "english" if section in SECTIONS else "chinese")
        runs = tuple(
            RunResults(
                id=run_id(place, row["system"]) if (section, track) == ("B.2", "supplied") else f"{section}{track}{n}",
                name=row["system"],
                system="primary",
                kind="primary",
                kind_title="primary",
                track="transcript",
                scores=tuple(
                    RunScore(
                        metric=expression,
                        specification="standard",
                        value=float(row[metric]),
                        signature="",
                        direction="higher",
                        digits=3,
                        segments=506,
                    )
                    for metric, expression in I05_EXPRESSIONS.items()
                    if row[metric]
                ),
            )
            for n, row in enumerate(own)
        )
        boards.append(
            BoardResults(
                track="transcript", language_pair=place[0], condition=track, test_set=f"{place[1]}{section}", runs=runs
            )
        )
    human = tuple(given_scores(kind, number) for number, kind in enumerate(GRADES))
    return campaign_of("iwslt2005", ["correlation"], human=human, boards=tuple(boards))


def given_scores(kind: str, number: int) -> HumanResults:
    simulated = simulated_human(read_rulebook("iwslt2005"), kind, SUPPLIED, tuple(HUMAN))
    ranking = simulated.ranking
    systems = tuple(replace(each, score=HUMAN[each.system][number]) for each in ranking.systems)
    return replace(simulated, result=replace(simulated.result, rankings=(replace(ranking, systems=systems),)))


def table_called(results: CampaignResults, table_id: str) -> Table:
    return next(each.table for each in report_tables(results) if each.id == table_id)


def test_correlation_with_people_is_as_printed_in_table_15_of_i05() -> None:
    table = table_called(i05(), "correlation-people")
    groups = {"Adequacy": "adequacy", "Fluency": "fluency", "Meaning Maintenance": "meaning"}
    found = {}
    for row in table.rows:
        metric = str(row[0]).removesuffix(" Score")
        for index, column in enumerate(table.columns):
            if column.title == "r":
                interval = row[index + 1]
                assert isinstance(interval, Range)
                cell = (row[index], interval.low, interval.high)
                found[metric, groups[column.group]] = tuple(round(value, 2) for value in cell)  # type: ignore[arg-type]
    assert found == PRINTED | DIFFERING


def test_correlation_of_metrics_is_as_printed_in_table_14_of_i05() -> None:
    """But for METEOR, whose scores for Chinese the appendix leaves out."""
    table = table_called(i05(), "correlation-metrics")
    headings = [column.heading.removesuffix(" Score") for column in table.columns]
    for first, second, printed in CELLS:
        if second != "METEOR":
            row = table.rows[METRICS.index(first)]
            assert round(row[headings.index(second)], 2) == printed  # type: ignore[arg-type]


def i12(printed: Printed, evaluation: str, place: tuple[str, str]) -> CampaignResults:
    rulebook = read_rulebook("iwslt2012")
    rules = rulebook.human[evaluation].tournament
    assert rules is not None
    seeds = ScoreFile("bleu", tuple(ScoreRow(system, score) for system, score in printed.seeds.items()))
    results = [with_segments(each, printed) for each in printed.results()]
    result: TournamentResult = run_tournament(
        tournament_rules(rules), results, seeds=seeds if rules.kind != "round-robin" else None
    )
    tournament = TournamentResults(
        evaluation=evaluation, language_pair=place[0], test_set=place[1], title=evaluation, result=result
    )
    return campaign_of("iwslt2012", ["tournament", "human-pairwise"], tournaments=(tournament,))


def with_segments(result: MatchResult, printed: Printed) -> MatchResult:
    """Percentages as counts of segments, from which significance follows."""
    segments = printed.of_2011.get(result.pair, SEGMENTS)
    assert result.a_wins is not None
    assert result.b_wins is not None
    wins = [round(each * segments / 100) for each in (result.a_wins, result.b_wins)]
    return replace(result, percent=False, segments=segments, a_wins=wins[0], b_wins=wins[1])


@pytest.mark.parametrize(
    ("printed", "evaluation", "place"),
    [(B1, "ted-slt", ("en-fr", "slt-tst2011")), (B4, "olympics-ranking", ("zh-en", "hit-eval"))],
    ids=["B.1", "B.4"],
)
def test_matches_have_the_printed_percentages_winners_and_marks(
    printed: Printed, evaluation: str, place: tuple[str, str]
) -> None:
    table = table_called(i12(printed, evaluation, place), f"human-pairwise-{evaluation}-{'-'.join(place)}-matches-1")
    found: dict[frozenset[str], Mapping[str, tuple[float, str]]] = {}
    for row in table.rows:
        pair = str(row[0]).split(" – ")
        cells = [cell for cell in row[1:3] if isinstance(cell, Marked)]
        found[frozenset(pair)] = {
            name: (round(cell.value, 2), cell.sign)  # type: ignore[arg-type]
            for name, cell in zip(pair, cells, strict=True)
        }
    wanted = {}
    for a, b, a_wins, b_wins, sign in printed.matches:
        assert a_wins is not None
        of_a, of_b = ("(a)", "(a)") if a_wins == b_wins else (sign, "") if a_wins > b_wins else ("", sign)
        wanted[frozenset((a, b))] = {a: (a_wins, of_a), b: (b_wins, of_b)}
    tied = next((each for each in wanted if {sign for _, sign in wanted[each].values()} == {"(a)"}), None)
    if tied is not None:  # the note is at the side that won by single judgments
        assert sorted(sign for _, sign in found[tied].values()) == ["", "(a)"]
        assert {name: wins for name, (wins, _) in found.pop(tied).items()} == {
            name: wins for name, (wins, _) in wanted.pop(tied).items()
        }
    assert found == wanted


def test_places_and_the_number_of_matches_are_those_of_b1() -> None:
    results = i12(B1, "ted-slt", ("en-fr", "slt-tst2011"))
    places = table_called(results, "tournament-ted-slt-en-fr-slt-tst2011-places-1")
    assert [row[1] for row in places.rows] == list(B1.ranking)
    (summary,) = table_called(results, "tournament-summary").rows
    assert summary[1:3] == (8, "15 (0)")


def test_shares_against_all_others_are_those_of_b4() -> None:
    table = table_called(
        i12(B4, "olympics-ranking", ("zh-en", "hit-eval")), "tournament-olympics-ranking-zh-en-hit-eval-systems"
    )
    assert [[table.shown(row, column) for column in range(5)] for row in range(4)] == [
        ["HIT", "0.3808", "0.8642", "HIT", "3/3"],
        ["NAIST-NICT", "0.3025", "0.8242", "NAIST-NICT", "2/3"],
        ["KYOTO-U", "0.2150", "0.7242", "KYOTO-U", "1/3"],
        ["POSTECH", "0.0850", "0.6042", "POSTECH", "0/3"],
    ]


@pytest.mark.parametrize("row", list(ROWS))
def test_kappa_over_all_tasks_follows_from_agreement_in_each(row: str) -> None:
    """W08, tables 12 and 13: two tasks whose agreement together is the printed one."""
    observed, expected, _, kappa = ROWS[row]
    human = simulated_human(read_rulebook("wmt2008"), "ranking", ("fr-en", "news"), ("a", "b", "c"))
    parts = [with_agreement(human, observed + shift, expected, count) for shift, count in ((0.03, 200), (-0.02, 300))]
    table = agreement_table(parts, between="judges")
    ((_, _, found, chance, value, *_),) = table.rows
    assert (round(found, 4), chance, round(value, 4)) == (observed, expected, kappa)  # type: ignore[arg-type]


def with_agreement(human: HumanResults, observed: float, expected: float, count: int) -> HumanResults:
    value = (observed - expected) / (1 - expected)
    agreement = JudgeAgreement(
        between="judges",
        measure="kappa",
        value=value,
        observed=observed,
        expected=expected,
        count=count,
        counted="pairs of answers",
    )
    ranking = replace(human.ranking, agreement=(agreement,))
    return replace(human, result=replace(human.result, rankings=(ranking,)))


W08_KINDS = {"RANK": "ranking", "CONST": "constituents", "YES/NO": "yes-no"}
CODES = {"French": "fr", "German": "de", "Spanish": "es", "English": "en"}


def w08() -> CampaignResults:
    """What tables 14 to 18, 21 to 49 and 52 print of six tasks into English and six out of it."""
    rulebook = read_rulebook("wmt2008")
    simulated = simulated_human(rulebook, "ranking", ("fr-en", "news"), ("a", "b"))
    ranking = simulated.ranking
    human, boards = [], []
    for task, (_, _, systems, ranked, constituents) in TASKS.items():
        place = place_of(task)
        columns = {"RANK": ranked, "CONST": constituents, "YES/NO": YES[task]}
        for kind, column in columns.items():
            scores = scores_of(systems, column)
            judged = tuple(replace(ranking.systems[0], system=name, score=score) for name, score in scores.items())
            human.append(
                replace(
                    simulated,
                    evaluation=W08_KINDS[kind],
                    title=rulebook.human[W08_KINDS[kind]].label,
                    language_pair=place[0],
                    test_set=place[1],
                    result=replace(simulated.result, rankings=(replace(ranking, systems=judged),)),
                    systems={name: JudgedSystem(run=run_id(place, name)) for name in scores},
                )
            )
        boards.append(board_of(task, place))
    return campaign_of("wmt2008", ["correlation-by-task"], human=tuple(human), boards=tuple(boards))


def place_of(task: str) -> tuple[str, str]:
    pair, test_set = task.split()
    source, target = pair.split("-")
    return f"{CODES[source]}-{CODES[target]}", test_set.lower()


def board_of(task: str, place: tuple[str, str]) -> BoardResults:
    metrics = dict.fromkeys(metric for of, _, metric, _ in W08_CELLS if of == task)
    scores = {metric: metric_scores(task, metric) for metric in metrics}
    runs = tuple(
        RunResults(
            id=run_id(place, system),
            name=system,
            system="primary",
            kind="primary",
            kind_title="primary",
            track="translation",
            scores=tuple(
                RunScore(
                    metric=metric,
                    specification="",
                    value=own[system],
                    signature="",
                    direction="higher",
                    digits=2,
                    segments=1,
                )
                for metric, own in scores.items()
                if system in own
            ),
        )
        for system in dict.fromkeys(name for own in scores.values() for name in own)
    )
    return BoardResults(track="translation", language_pair=place[0], test_set=place[1], runs=runs)


def test_cells_of_w08_are_those_that_come_nearest_to_tables_19_and_20() -> None:
    """The other test says how near: here the table of the report has the same coefficients, all 414 of them."""
    results = w08()
    tables = [table_called(results, f"correlation-by-task-{way}") for way in ("into-english", "out-of-english")]
    found = {}
    for table in tables:
        headings = [column.heading for column in table.columns]
        for number, row in enumerate(table.rows):
            for heading, cell in zip(headings, row, strict=True):
                if isinstance(cell, Marked):
                    found[table.section_of(number), str(row[0]), heading] = cell.value
    titles = {kind: results.rulebook.human[evaluation].label for kind, evaluation in W08_KINDS.items()}
    for task, kind, metric, _ in W08_CELLS:
        people, scores = human_scores(task, kind), metric_scores(task, metric)
        common = [name for name in people if name in scores]
        expected = spearman([people[name] for name in common], [scores[name] for name in common]).value
        pair, test_set = place_of(task)
        section = f"{results.rulebook.language_pairs[pair].label}, {results.rulebook.test_sets[test_set].label}"
        assert found.pop((section, titles[kind], metric)) == pytest.approx(expected), (task, kind, metric)
    assert found == {}
