"""Small campaigns with results, for reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from random import Random

from bakeoff.evaluation import Variation
from bakeoff.reports.campaign_results.boards import BoardComparison, BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.reports.campaign_results.publication import Correction, Publication, PublishedVersion
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.statistics import Interval

NAMES = (
    "ASTER",
    "جامعة القاهرة",
    "Université de Genève",
    "A_name_of_a_team_without_any_blank_in_it",
    "EMBER & <b>SONS</b>",
)
LOWER = ("ter", "wer", "per")


def campaign(template: str = "iwslt2012", *, names: Sequence[str] = NAMES, pairs: int = 2) -> CampaignResults:
    """Results of a shipped rulebook with random scores, a late run, system papers and a correction."""
    rulebook = read_rulebook(template)
    return CampaignResults(
        rules=rulebook.model_dump(mode="json", exclude_defaults=True, by_alias=True),
        software="bakeoff 0.1.0",
        teams=tuple(map(_team, names)),
        boards=tuple(_boards(rulebook, names, pairs, Random(1))),
        publication=Publication(
            stage="public",
            versions=(
                PublishedVersion(number=1, published_on=date(2012, 12, 1), stage="public"),
                PublishedVersion(
                    number=2,
                    published_on=date(2013, 1, 5),
                    stage="public",
                    reason="A reference was wrong.",
                    corrections=(Correction(place="TED MT", what="BLEU of ASTER", before="31.20", after="31.24"),),
                ),
            ),
        ),
    )


def _team(name: str) -> Team:
    fields = {"Paper": f"{name} et al. A system. 2012. https://papers.example.org/{len(name)}.pdf"}
    return Team(
        code=name,
        name=f"Team {name}",
        institutions=(f"Institute of {name}",),
        late_runs=1 if name == "ASTER" else 0,
        descriptions=(SystemDescription(fields=fields, techniques="a phrase-based decoder " * 8),),
    )


def _boards(rulebook: Rulebook, names: Sequence[str], pairs: int, draw: Random) -> Iterator[BoardResults]:
    for track in rulebook.tracks.values():
        for pair in track.all_pairs[:pairs] if track.kind != "metrics" else ():
            for test_set in rulebook.test_sets_of(track.id, pair):
                if test_set.role in ("current", "progress"):
                    condition = next((each.id for each in rulebook.conditions_of(track.id, pair)), "")
                    yield _board(rulebook, (track.id, pair, condition, test_set.id), names, draw)


def _board(rulebook: Rulebook, place: tuple[str, str, str, str], names: Sequence[str], draw: Random) -> BoardResults:
    track, pair, condition, test_set = place
    scoring = rulebook.scoring_of(track, pair)
    keys = [(scoring.specifications[0], metric) for metric in scoring.metrics]
    runs = [_run(place, name, keys, draw) for name in names]
    runs.append(_run(place, "Base", keys, draw, kind="baseline", team="", compared=False))
    runs.append(_run(place, "late", [], draw, part="named", late=True))
    official = [run for run in runs if run.scores and run.compared]
    sign = -1 if official[0].scores[0].direction == "higher" else 1
    order = [run.id for run in sorted(official, key=lambda run: sign * run.scores[0].value)]
    specification, metric = keys[0]
    comparison = BoardComparison(
        metric=metric,
        specification=specification,
        method="approximate randomisation, 2,000 trials",
        order=tuple(order),
        clusters=(tuple(order[:2]), tuple(order[2:])),
        rank_ranges={},
        pairs=(),
    )
    return BoardResults(
        track=track,
        language_pair=pair,
        condition=condition,
        test_set=test_set,
        runs=tuple(runs),
        comparisons=(comparison,),
    )


def _run(
    place: tuple[str, str, str, str], name: str, keys: Sequence[tuple[str, str]], draw: Random, **more: object
) -> RunResults:
    quality = draw.random()
    values: dict[str, object] = {
        "id": "-".join((*place, name)),
        "name": f"{name}_primary",
        "team": name,
        "system": "primary",
        "kind": "primary",
        "kind_title": "Primary",
        "track": place[0],
        "scores": tuple(_score(*key, quality, draw) for key in keys),
    }
    return RunResults(**values | more)  # type: ignore[arg-type]


def _score(specification: str, metric: str, quality: float, draw: Random) -> RunScore:
    is_lower = metric.split(":", maxsplit=1)[0].split("@", maxsplit=1)[0] in LOWER
    value = 30 + 40 * (1 - quality if is_lower else quality) + draw.random()
    return RunScore(
        metric=metric,
        specification=specification,
        value=value,
        signature=f"{metric}|specification:{specification}|references:1|case:mixed|tokenizer:13a|version:bakeoff-0.1.0",
        direction="lower" if is_lower else "higher",
        digits=2,
        segments=1124,
        variation=Variation(Interval(value - 1.2, value + 1.3, 0.95), value, 0.6),
    )
