"""Results of the five campaigns with as many systems as their overviews print, and scores that are made up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from bakeoff.data.groups import group_key
from bakeoff.evaluation import Variation
from bakeoff.reports.campaign_results.boards import (
    BoardComparison,
    BoardResults,
    ComparedPair,
    GroupScore,
    RunResults,
    RunScore,
)
from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.speech import Counts
from bakeoff.statistics import Interval
from tests.reports.campaign_tables.simulated_data import data_of, inputs_of, released_of

_LOWER = ("wer", "per", "ter", "cer")
_DIGITS = {"nist": 3, "wer@sclite": 1}
_NOT_SUBMITTED = ("svm-pseudo-ref", "svm-human-ref", "alignment-prob")
"""Metrics of WMT 2008 that its tables 10 and 11 have, and its tables of scores have not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """A board: how many systems teams submitted, and which the organisers entered."""

    track: str
    language_pair: str
    test_set: str
    systems: int
    condition: str = ""
    mixed_case: int = 0
    """How many of them write upper case."""
    entered: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    scored: bool = True
    first: int = 0
    """Which of the teams comes first, so that boards have different teams."""


@cache
def simulated_results(document: str) -> CampaignResults:
    """Results of a shipped rulebook, the same every time."""
    rulebook = read_rulebook(document)
    boards = tuple(_board(rulebook, each, names(document)) for each in _BOARDS[document]())
    return CampaignResults(
        rules=rulebook.model_dump(mode="json", exclude_defaults=True, by_alias=True),
        software="bakeoff 1.0",
        teams=tuple(_teams(document, boards)),
        boards=boards,
        data=data_of(document, rulebook),
        inputs=inputs_of(document),
        released_runs=released_of(document),
    )


def names(document: str) -> tuple[str, ...]:
    """Codes of teams."""
    return _TEAMS[document]


_TEAMS = {
    "iwslt2005": (
        "ATR-C3",
        "ATR-SLR",
        "CMU",
        "EDINBURGH",
        "IBM",
        "ITC-IRST",
        "MICROSOFT",
        "MIT-LL",
        "NGKUT",
        "NTT",
        "RWTH",
    ),
    "wmt2008": (
        "BBN-COMBO",
        "CMU-COMBO",
        "CMU-GIMPEL",
        "CMU-SMT",
        "CU-BOJAR",
        "CUED",
        "LIMSI",
        "LIU",
        "LIUM",
        "MLOGIC",
        "PCT-LAB",
        "RWTH",
        "SAAR",
        "UCB",
        "UCL",
        "UEDIN",
        "UMD",
        "UPC",
        "UW",
        "XEROX",
        "ABUMATRAN",
        "DCU",
        "JHU",
        "QMUL",
    ),
    "iwslt2012": (
        "DCU",
        "FBK",
        "HIT",
        "KIT",
        "LIG",
        "LIUM",
        "MITLL",
        "NAIST",
        "NICT",
        "POSTECH",
        "PRAGMA",
        "RWTH",
        "TUBITAK",
        "UEDIN",
    ),
    "openmt2012": ("BBN", "CMU", "IBM", "LIUM", "NRC", "RWTH"),
    "iwslt2016": ("FBK", "IITP", "IOIT", "KIT", "MITLL-AFRL", "MLLP", "PJAIT", "QCRI", "RACAI", "RWTH", "UFAL"),
}


I05_CONDITIONS = ("supplied", "tools", "unrestricted", "cstar")
I05_SYSTEMS: Mapping[tuple[str, str], Sequence[tuple[int, int]]] = {
    ("transcript", "zh-en"): ((11, 2), (5, 2), (2, 1), (5, 2)),
    ("transcript", "ja-en"): ((7, 1), (6, 1), (2, 1), (4, 1)),
    ("transcript", "ar-en"): ((9, 2), (2, 1), (2, 1), (1, 1)),
    ("transcript", "ko-en"): ((4, 0), (2, 0), (1, 0), (1, 1)),
    ("transcript", "en-zh"): ((2, 0), (2, 0), (0, 0), (1, 0)),
    ("speech", "zh-en"): ((4, 0), (2, 0), (1, 0), (2, 1)),
    ("speech", "ja-en"): ((3, 1), (2, 0), (0, 0), (1, 0)),
}
"""Systems by track and language pair, in each condition: all, and of these with mixed case (tables B.2 to B.8)."""


def _i05() -> Iterator[Simulated]:
    for (track, pair), numbers in I05_SYSTEMS.items():
        for condition, (systems, mixed) in zip(I05_CONDITIONS, numbers, strict=True):
            if systems:
                yield Simulated(
                    track=track,
                    language_pair=pair,
                    test_set="chinese" if pair == "en-zh" else "english",
                    condition=condition,
                    systems=systems,
                    mixed_case=mixed,
                )


def _w08() -> Iterator[Simulated]:
    """Numbers of systems of each task; those of a table add up to its rows (tables 14 to 18)."""
    tasks = {
        ("en-cz", "commentary"): 6, ("en-cz", "news"): 6,
        ("en-fr", "news"): 12, ("en-fr", "europarl"): 13,
        ("en-de", "news"): 13, ("en-de", "europarl"): 13, ("en-es", "news"): 12, ("en-es", "europarl"): 12,
        ("es-en", "europarl"): 16, ("fr-en", "news"): 17, ("fr-en", "europarl"): 16,
        ("cz-en", "commentary"): 5, ("cz-en", "news"): 5, ("de-en", "news"): 13, ("de-en", "europarl"): 13,
        ("es-en", "news"): 12,
    }  # fmt: skip
    origins = ("Hungarian", "German", "Czech", "Spanish", "English", "French")
    for (pair, test_set), systems in tasks.items():
        groups = tuple(group_key(["origlang"], [each]) for each in origins) if test_set == "news" else ()
        entered = ("RBMT3",) if systems > 6 else ()
        yield Simulated(
            track="translation",
            language_pair=pair,
            test_set=test_set,
            systems=systems - len(entered),
            entered=entered,
            groups=groups,
        )


I12_PAIRS = {
    "en-fr": (7, 7), "ar-en": (5, 5), "de-en": (4, 4), "nl-en": (2, 2), "pl-en": (2, 2), "pt-en": (1, 1),
    "ro-en": (2, 2), "ru-en": (2, 2), "sk-en": (3, 0), "sl-en": (0, 0), "tr-en": (3, 3), "zh-en": (2, 2),
}  # fmt: skip
"""Rows of the tables of MT on tst2012 and on tst2011 (appendix A)."""


def _i12() -> Iterator[Simulated]:
    yield Simulated(track="ted-asr", language_pair="en", test_set="asr-tst2011", condition="ted-asr", systems=7)
    yield Simulated(track="ted-asr", language_pair="en", test_set="asr-tst2012", condition="ted-asr", systems=7)
    for test_set in ("slt-tst2011", "slt-tst2012"):
        yield Simulated(track="ted-slt", language_pair="en-fr", test_set=test_set, condition="ted-slt", systems=4)
    for number, (pair, rows) in enumerate(I12_PAIRS.items()):
        new = pair in ("sk-en", "sl-en")
        sets = ("dev2012", "tst2012") if new else ("dev2010", "tst2010", "tst2011", "tst2012")
        for test_set in sets:
            teams = {"tst2012": rows[0], "tst2011": rows[1]}.get(test_set, 0)
            yield Simulated(
                track="ted-mt",
                language_pair=pair,
                test_set=test_set,
                condition="ted-mt",
                systems=teams,
                entered=("BASELINE12",),
                first=number + number // 11,
            )
    yield Simulated(
        track="olympics-mt", language_pair="zh-en", test_set="hit-eval", condition="olympics", systems=4, first=2
    )


def _n12() -> Iterator[Simulated]:
    for pair in ("ara2eng", "chi2eng", "dar2eng", "far2eng", "kor2eng"):
        conditions = ("constrained", "unconstrained") if pair in ("ara2eng", "chi2eng") else ("unconstrained",)
        subsets = ["new-source"]
        subsets += ["original-progress"] if len(conditions) == 2 else []
        subsets += ["current", "restricted-domain"] if pair == "chi2eng" else []
        genres = ["nw", "wb", *(["xx"] if pair == "chi2eng" else [])]
        groups = [group_key(["subset"], [each]) for each in subsets]
        groups += [group_key(["style"], [each]) for each in ("english-true", "foreign-true")]
        groups += [group_key(["genre"], [each]) for each in genres]
        groups += [
            group_key(["subset", "genre"], [subset, genre])
            for subset in subsets
            for genre in genres
            if (subset == "restricted-domain") == (genre == "xx")
        ]
        groups += [
            group_key(["style", "genre"], [style, genre])
            for style in ("english-true", "foreign-true")
            for genre in ("nw", "wb")
        ]
        for condition in conditions:
            yield Simulated(
                track="single",
                language_pair=pair,
                test_set="current",
                condition=condition,
                systems=4,
                groups=tuple(groups),
            )


I16_SYSTEMS: Mapping[str, Mapping[str, int]] = {
    "ted": {"en-de": 4, "de-en": 5, "en-fr": 3, "fr-en": 2, "en-ar": 1, "ar-en": 2, "en-cs": 2, "cs-en": 1},
    "qed": {"en-de": 2, "de-en": 3, "en-ar": 1, "ar-en": 2, "en-cs": 2, "cs-en": 1},
    "mslt": {"en-fr": 2, "en-de": 3, "de-en": 4},
}
"""Systems of the tracks of text translation (appendix A.1)."""


def _i16() -> Iterator[Simulated]:
    parts = ("subset=ted", "subset=qed")
    yield Simulated(track="talk-asr", language_pair="en", test_set="asr-tst2015", condition="permissible", systems=3)
    yield Simulated(
        track="talk-asr", language_pair="en", test_set="asr-tst2016", condition="permissible", systems=4, groups=parts
    )
    yield Simulated(
        track="mslt-asr", language_pair="en", test_set="mslt-asr-tst2016", condition="permissible", systems=2
    )
    yield Simulated(
        track="mslt-asr", language_pair="de", test_set="mslt-asr-tst2016", condition="permissible", systems=2
    )
    yield Simulated(track="talk-slt", language_pair="en-de", test_set="slt-tst2015", condition="permissible", systems=1)
    yield Simulated(
        track="talk-slt",
        language_pair="en-de",
        test_set="slt-tst2016",
        condition="permissible",
        systems=1,
        groups=parts,
    )
    for pair in ("en-de", "de-en", "en-fr"):
        yield Simulated(
            track="mslt-slt", language_pair=pair, test_set="mslt-slt-tst2016", condition="permissible", systems=1
        )
    for pair, systems in I16_SYSTEMS["ted"].items():
        yield Simulated(
            track="ted-mt",
            language_pair=pair,
            test_set="tst2015",
            condition="permissible",
            systems=systems,
        )
        yield Simulated(
            track="ted-mt", language_pair=pair, test_set="tst2016", condition="permissible", systems=systems
        )
    for pair, systems in I16_SYSTEMS["qed"].items():
        yield Simulated(
            track="qed-mt", language_pair=pair, test_set="qed-tst2016", condition="permissible", systems=systems
        )
    for pair, systems in I16_SYSTEMS["mslt"].items():
        yield Simulated(
            track="mslt-mt", language_pair=pair, test_set="mslt-tst2016", condition="permissible", systems=systems
        )


_BOARDS = {"iwslt2005": _i05, "wmt2008": _w08, "iwslt2012": _i12, "openmt2012": _n12, "iwslt2016": _i16}


def _board(rulebook: Rulebook, asked: Simulated, teams: Sequence[str]) -> BoardResults:
    place = "/".join((asked.track, asked.language_pair, asked.condition, asked.test_set))
    types = [each.id for each in rulebook.submission.system_types.values() if each.compared] or ["primary"]
    runs = []
    for number in range(asked.systems):
        team = teams[(asked.first + number) % len(teams)]
        again = (asked.first + number) // len(teams) if asked.systems > len(teams) else 0
        runs.append(
            RunResults(
                id=f"{place}/{team}-{again}",
                name=team + (f"-CONTRAST-{again}" if again else ""),
                team=team,
                system="primary",
                system_type=types[0],
                kind="primary",
                kind_title="primary",
                track=asked.track,
                has_upper_case=number < asked.mixed_case,
                scores=tuple(
                    _scores(rulebook, asked, f"{place}/{team}-{again}", has_upper_case=number < asked.mixed_case)
                ),
            )
        )
    for name in asked.entered:
        system = rulebook.systems[name]
        runs.append(
            RunResults(
                id=f"{place}/{name}",
                name=system.label,
                entered=name,
                system=name,
                kind=system.kind,
                kind_title=system.kind,
                track=asked.track,
                scores=tuple(_scores(rulebook, asked, f"{place}/{name}", has_upper_case=True)),
            )
        )
    board = BoardResults(
        track=asked.track,
        language_pair=asked.language_pair,
        condition=asked.condition,
        test_set=asked.test_set,
        runs=tuple(runs),
    )
    return BoardResults(
        track=board.track,
        language_pair=board.language_pair,
        condition=board.condition,
        test_set=board.test_set,
        runs=board.runs,
        comparisons=tuple(_comparisons(rulebook, board)),
    )


def _scores(rulebook: Rulebook, asked: Simulated, run: str, *, has_upper_case: bool) -> Iterator[RunScore]:
    scoring = rulebook.scoring_of(asked.track, asked.language_pair)
    for specification in scoring.scored_specifications:
        if scoring.leaves_out(specification, has_upper_case=has_upper_case):
            continue
        for metric in scoring.all_metrics:
            ranged = scoring.interval is not None and (
                not scoring.interval.metrics or metric in scoring.interval.metrics
            )
            random = Random(f"{run} {specification} {metric}")
            if metric in _NOT_SUBMITTED or (metric in scoring.outside and random.random() < 0.1):
                continue  # the other outside metrics do not score every system
            whole = _on(metric, random, segments=1000, varied=ranged)
            yield RunScore(
                metric=metric,
                specification=specification,
                value=whole.value,
                signature=_signature(rulebook, asked, metric, specification, varied=ranged),
                direction="lower" if metric.partition("@")[0].partition(":")[0] in _LOWER else "higher",
                digits=_DIGITS.get(metric, 2),
                segments=whole.segments,
                variation=whole.variation,
                counts=whole.counts,
                groups={each: _on(metric, random, segments=300, varied=ranged) for each in asked.groups},
                outside=metric in scoring.outside,
            )


def _on(metric: str, random: Random, *, segments: int, varied: bool) -> GroupScore:
    if metric in SPEECH_METRICS:
        errors = random.randrange(1000, 4000)
        counts = Counts(
            segments=segments,
            wrong_segments=segments // 2,
            correct=20_000 - errors,
            substitutions=errors // 2,
            deletions=errors - errors // 2 - errors // 4,
            insertions=errors // 4,
        )
        return GroupScore(value=counts.wer, segments=segments, counts=counts)
    value = random.uniform(5, 9) if metric.startswith("nist") else random.uniform(12, 80)
    if metric[:3] in ("svm", "pos", "DP", "DR", "SR", "ULC") or metric in (
        "DP",
        "DR",
        "SR",
        "ULC",
        "ULCh",
        "alignment-prob",
    ):
        value = random.random()
    variation = Variation(Interval(0.95 * value, 1.05 * value, 0.95), 1.001 * value, 0.02 * value) if varied else None
    return GroupScore(value=value, segments=segments, variation=variation)


def _signature(rulebook: Rulebook, asked: Simulated, metric: str, specification: str, *, varied: bool) -> str:
    interval = rulebook.scoring_of(asked.track, asked.language_pair).interval
    text = f"{metric}|{specification}"
    if not varied or interval is None:
        return text
    return (
        f"{text}|interval:{interval.method}|level:{interval.confidence}|samples:{interval.samples}|unit:segment|seed:1"
    )


def _comparisons(rulebook: Rulebook, board: BoardResults) -> Iterator[BoardComparison]:
    """Systems by the means of their samples; every other neighbour differs significantly."""
    scoring = rulebook.scoring_of(board.track, board.language_pair)
    rules, official = scoring.comparison, scoring.official_metric
    if rules is None or official is None:
        return
    specification = scoring.specifications[0]
    found = {run.id: run.score(official, specification) for run in board.runs if run.compared and run.team}
    scores = {
        run: score.variation.mean if scoring.reports_mean(official) and score.variation else score.value
        for run, score in found.items()
        if score is not None and score.value is not None
    }
    sign = -1 if any(score is not None and score.direction == "higher" for score in found.values()) else 1
    order = tuple(sorted(scores, key=lambda run: sign * scores[run]))
    clusters = tuple(order[start : start + 2] for start in range(0, len(order), 2))
    pairs = tuple(
        ComparedPair(
            a=a,
            b=b,
            difference=abs(scores[a] - scores[b]),
            p=0.01,
            p_corrected=0.01 if place // 2 != other // 2 else 0.4,
            significant=place // 2 != other // 2,
            beats=place // 2 != other // 2,
        )
        for place, a in enumerate(order)
        for other, b in enumerate(order)
        if other > place
    )
    yield BoardComparison(
        metric=official,
        specification=specification,
        method=f"test:{rules.test}|trials:{rules.trials}|seed:1|unit:segment|correction:{rules.correction}"
        f"|level:{rules.level}",
        order=order,
        clusters=clusters,
        rank_ranges=dict.fromkeys(order, (1, 2)),
        pairs=pairs,
    )


def _teams(document: str, boards: Iterable[BoardResults]) -> Iterator[Team]:
    taking_part = {run.team for board in boards for run in board.runs if run.team}
    late = {"openmt2012": {"BBN": (1, 0), "NRC": (0, 2)}}.get(document, {})
    for number, code in enumerate(_TEAMS[document]):
        if code in taking_part or document == "iwslt2012":
            description = SystemDescription(
                title=code,
                fields={"System": code, "Paper": f"{code.title()} et al. [{number}]"},
                techniques="SMT" if number % 2 else "EBMT",
            )
            yield Team(
                code=code,
                name=f"Team {code}",
                institutions=(f"{code.partition('-')[0].title()} University",),
                descriptions=(description,),
                late_runs=late.get(code, (0, 0))[0],
                debugged_runs=late.get(code, (0, 0))[1],
            )
