"""A small campaign with everything that a package holds, made without a server: texts, scores, tests, judgments."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.data import AlignedTexts, Document, ReferenceSet, Run, Segment, TestSet, align
from bakeoff.data.judgments import Judgment
from bakeoff.evaluation import (
    Evaluation,
    add_scores_by_rules,
    compare_by_rules,
    describe_texts,
    match_results_of,
    run_tournament,
    score_by_rules,
    tournament_rules,
)
from bakeoff.formats import format_named, read_scores
from bakeoff.formats.writer import encoded
from bakeoff.human_eval import (
    analyse_judgments,
    analyse_post_edits,
    analysis_by_rules,
    post_edit_analysis_by_rules,
    protocol_by_rules,
)
from bakeoff.human_eval.analyses.answer_shares import shares_in
from bakeoff.release.content import (
    EvaluationJudgments,
    GivenScores,
    ReleaseContent,
    ReleaseFile,
    RunOutput,
    SegmentStatistics,
    TestSetFiles,
    TournamentInputs,
)
from bakeoff.release.recomputation.boards import board_comparison, score_of_run
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults
from bakeoff.reports.campaign_results.human import HumanResults, JudgedSystem, TournamentResults
from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.reports.campaign_results.publication import Correction, Publication, PublishedVersion
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff.rulebook import Rulebook, parse_rulebook
from bakeoff.rulebook.files.sources import read_raw
from bakeoff.rulebook.files.toml_writer import write_toml
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.simulation.post_editors import SimulatedPostEditing, simulate_post_editing
from bakeoff.tournaments import renamed_result

PAIR, TEST_SET, TRACK = "en-de", "test", "translation"
PEOPLE = ("ada.lovelace@example.org", "Grace Hopper", "user-4711", "Wilhelmine Muster")
"""Names, addresses and ids of judges, none of which may be in a package."""
RUNS = {"system1": "11", "system2": "12", "system3": "13", "earlier": "14"}
TEAMS = {"system1": "UEDIN", "system2": "RWTH", "system3": "FBK", "earlier": ""}
CALLED = {name: team or "ONLINE-A" for name, team in TEAMS.items()}
_HUMAN: dict[str, Any] = {
    "ranking": {
        "title": "Ranking",
        "protocol": "ranking",
        "official": True,
        "comparison": {"test": "sign", "clusters": "strict"},
    },
    "pairwise": {"title": "Pairs", "protocol": "pairwise", "tournament": {"kind": "round-robin"}},
    "esa": {"title": "Error spans", "protocol": "esa", "score": "mean", "agreement": "krippendorff"},
    "editing": {"title": "Post-editing", "protocol": "post_editing"},
}


@cache
def rules() -> dict[str, Any]:
    """The shipped rulebook `simple` with human evaluations and a metric from outside."""
    content = dict(read_raw("simple").content)
    content["evaluation"] = {
        **content["evaluation"],
        "interval": {"samples": 200},
        "comparison": {"test": "randomization", "trials": 500},
        "outside": ["comet"],
        "specifications": ["case+punc", "no_case+no_punc"],
    }
    content["human"] = _HUMAN
    content["report"] = {
        "tables": [
            "participants",
            "automatic",
            "significance",
            "human",
            "human-pairwise",
            "tournament",
            "agreement",
            "post-editing",
            "corpus",
        ],
        "disclaimer": "These results are of one test set.",
        "citation": "The Small Task, 2026.",
    }
    written = parse_rulebook(write_toml(content))
    assert not written.findings
    return dict(written.content)


@dataclass(frozen=True)
class Campaign:
    """What the numbers are computed from."""

    content: dict[str, Any]
    rulebook: Rulebook
    edited: SimulatedPostEditing
    source: ReleaseFile
    reference: ReleaseFile
    outputs: dict[str, ReleaseFile]
    comet: ReleaseFile


@cache
def simulated_release(*, withheld: bool = False, seed: int = 3) -> ReleaseContent:
    """The content of a package; with `withheld` the output of one run is not in it."""
    campaign = _campaign(seed)
    evaluations = _evaluations(campaign)
    results = CampaignResults(
        rules=campaign.content,
        software="bakeoff 0.0",
        teams=_teams(),
        boards=(_board(campaign, evaluations),),
        data=_data(campaign),
        publication=_publication(),
    )
    asked = _asked(campaign, seed)
    human = tuple(_human(campaign, name, judgments) for name, judgments in asked.items())
    matches = tuple(renamed_result(each, CALLED) for each in match_results_of(asked["pairwise"]))
    tournament = campaign.rulebook.human["pairwise"].tournament
    assert tournament is not None
    played = run_tournament(tournament_rules(tournament), matches)
    content = ReleaseContent(
        results=replace(
            results,
            human=human,
            tournaments=(
                TournamentResults(
                    evaluation="pairwise", language_pair=PAIR, test_set=TEST_SET, title="Pairs", result=played
                ),
            ),
        ),
        test_sets=(
            TestSetFiles(
                language_pair=PAIR, test_set=TEST_SET, source=campaign.source, references=(campaign.reference,)
            ),
        ),
        outputs=tuple(RunOutput(run=RUNS[name], file=file) for name, file in campaign.outputs.items()),
        statistics=partial(_statistics, evaluations),
        given_scores=(
            GivenScores(
                track=TRACK,
                language_pair=PAIR,
                test_set=TEST_SET,
                metric="comet",
                file=campaign.comet,
                systems=RUNS,
                origin={"by": PEOPLE[0], "version": "1"},
            ),
        ),
        judgments=tuple(
            EvaluationJudgments(
                evaluation=name,
                rules=_rules_of(campaign, name),
                judgments=partial(iter, judgments),
                names={(PAIR, TEST_SET): CALLED},
                runs={(PAIR, TEST_SET): RUNS},
                earlier=partial(iter, campaign.edited.earlier if name == "editing" else ()),
            )
            for name, judgments in asked.items()
        ),
        tournaments=(
            TournamentInputs(
                evaluation="pairwise", language_pair=PAIR, test_set=TEST_SET, title="Pairs", matches=matches
            ),
        ),
        licence="https://creativecommons.org/licenses/by/4.0/",
        address="https://example.org/campaigns/simple/",
    )
    if not withheld:
        return content
    hidden = RUNS["system3"]
    return replace(
        content,
        outputs=tuple(each for each in content.outputs if each.run != hidden),
        left_out={hidden: "its team does not want it to be published"},
    )


def _campaign(seed: int) -> Campaign:
    content = rules()
    edited = simulate_post_editing(
        World(systems=3, judges=3),
        Asking(segments=20, language_pair=PAIR, test_set=TEST_SET),
        earlier=True,
        rng=np.random.default_rng(seed),
    )
    texts = edited.texts
    files = {
        name: _xml(Run(documents=_documents(texts, texts.run_of(name)), system=name, **_languages()), f"{name}.xml")
        for name in texts.systems
    }
    assert texts.source is not None
    source = TestSet(documents=_documents(texts, texts.source), test_set=TEST_SET, source_language="en")
    reference = ReferenceSet(documents=_documents(texts, texts.references[0]), name="refA", **_languages())
    return Campaign(
        content=content,
        rulebook=parse_rulebook(write_toml(content)).rulebook,
        edited=edited,
        source=_xml(source, "source.xml"),
        reference=_xml(reference, "reference.xml"),
        outputs=files,
        comet=_comet(texts, seed),
    )


def _languages() -> dict[str, Any]:
    return {"test_set": TEST_SET, "source_language": "en", "target_language": "de"}


def _documents(texts: AlignedTexts, column: Sequence[str]) -> tuple[Document, ...]:
    documents: dict[str, list[Segment]] = {}
    for document, segment, text in zip(texts.documents, texts.segment_ids, column, strict=True):
        documents.setdefault(document.id, []).append(Segment(segment, text))
    return tuple(Document(name, tuple(own), {"genre": "news"}) for name, own in documents.items())


def _xml(text: TestSet | ReferenceSet | Run, name: str) -> ReleaseFile:
    return ReleaseFile.of(encoded((text,), format_named("nist-xml")), name=name)


def _comet(texts: AlignedTexts, seed: int) -> ReleaseFile:
    rng = np.random.default_rng(seed)
    rows = ["system\tdocument\tsegment\tscore"]
    for number, system in enumerate(texts.systems):
        for document, segment in zip(texts.documents, texts.segment_ids, strict=True):
            rows.append(f"{system}\t{document.id}\t{segment}\t{0.5 + 0.1 * number + 0.1 * rng.random():.4f}")
    return ReleaseFile.of(("\n".join(rows) + "\n").encode(), name="comet.tsv")


def _evaluations(campaign: Campaign) -> dict[str, Evaluation]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = {}
        for file in (campaign.source, campaign.reference, campaign.comet, *campaign.outputs.values()):
            places[file.name] = folder / file.name
            places[file.name].write_bytes(file.read())
        evaluations = score_by_rules(
            campaign.rulebook,
            track=TRACK,
            language_pair=PAIR,
            test_set=TEST_SET,
            runs={RUNS[system]: places[file.name] for system, file in campaign.outputs.items()},
            references=[places["reference.xml"]],
            source=places["source.xml"],
        )
        given = read_scores(places["comet.tsv"], name="comet")
        given = replace(
            given, file="comet.tsv", rows=tuple(replace(row, system=RUNS[row.system]) for row in given.rows)
        )
        return {
            name: add_scores_by_rules(
                campaign.rulebook,
                evaluation,
                given,
                track=TRACK,
                language_pair=PAIR,
                name="comet",
                origin={"by": PEOPLE[0], "version": "1"},
            )
            for name, evaluation in evaluations.items()
        }


def _board(campaign: Campaign, evaluations: dict[str, Evaluation]) -> BoardResults:
    runs = []
    for system, run in RUNS.items():
        entered = system == "earlier"
        scores = [
            score_of_run(evaluation, own, metric, outside=metric == "comet")
            for evaluation in evaluations.values()
            for own in evaluation.systems
            if own.name == run
            for metric in own.scores
        ]
        runs.append(
            RunResults(
                id=run,
                name=CALLED[system],
                team=TEAMS[system],
                entered="" if not entered else "online-a",
                system="primary",
                system_type="primary",
                kind="online" if entered else "primary",
                kind_title="Online system" if entered else "Primary",
                track=TRACK,
                scores=tuple(scores),
            )
        )
    comparisons = []
    for specification, evaluation in evaluations.items():
        compared = compare_by_rules(
            campaign.rulebook, evaluation, track=TRACK, language_pair=PAIR, compared=list(RUNS.values())
        )
        comparisons += [board_comparison(specification, compared.method, one) for one in compared.comparisons]
    return BoardResults(
        track=TRACK, language_pair=PAIR, test_set=TEST_SET, runs=tuple(runs), comparisons=tuple(comparisons)
    )


def _statistics(evaluations: dict[str, Evaluation]) -> Any:
    for run in RUNS.values():
        for specification, evaluation in evaluations.items():
            system = next(each for each in evaluation.systems if each.name == run)
            for metric, rows in system.statistics.items():
                yield SegmentStatistics(
                    run=run,
                    metric=metric,
                    specification=specification,
                    columns=tuple(evaluation.metrics[metric].columns),
                    rows=rows,
                )


def _asked(campaign: Campaign, seed: int) -> dict[str, tuple[Judgment, ...]]:
    asked = {"editing": _by_people(campaign.edited.judgments, "editing")}
    for number, name in enumerate(("ranking", "pairwise", "esa")):
        protocol = protocol_by_rules(campaign.rulebook.human[name])
        simulated = simulate_evaluation(
            protocol,
            World(systems=3, judges=len(PEOPLE)),
            Asking(segments=20, judgments=2, repeats=0.1, language_pair=PAIR, test_set=TEST_SET),
            rng=np.random.default_rng(seed + number),
        )
        asked[name] = _by_people(simulated.judgments, name)
    return asked


def _by_people(judgments: Sequence[Judgment], evaluation: str) -> tuple[Judgment, ...]:
    """The judgments with names that say who judged, ids of a server, and what judges wrote."""
    names = dict(zip(sorted({each.judge for each in judgments}), sorted(PEOPLE), strict=False))
    found = [
        replace(
            each,
            id=f"{evaluation}-{4711 + number}",
            evaluation=evaluation,
            judge=names[each.judge],
            screen=f"{names[each.judge]}/{each.screen}",
            answer={**each.answer, "comment": f"I am {PEOPLE[1]}"} if evaluation == "editing" else each.answer,
        )
        for number, each in enumerate(judgments)
    ]
    # Somebody corrected an answer, and the correction was stored first.
    again = replace(found[1], id=f"{evaluation}-again", shown_at=found[0].shown_at, sent_at=found[0].shown_at)
    return (*found, again)


def _rules_of(campaign: Campaign, name: str) -> dict[str, Any]:
    return dict(campaign.rulebook.human[name].model_dump(mode="json", exclude={"id"}, exclude_defaults=True))


def _human(campaign: Campaign, name: str, judgments: tuple[Judgment, ...]) -> HumanResults:
    asked = campaign.rulebook.human[name]
    protocol, analysis = protocol_by_rules(asked), analysis_by_rules(asked)
    group = {"language_pair": PAIR, "test_set": TEST_SET}
    result = analyse_judgments(judgments, protocol=asked.protocol, settings=protocol.settings, analysis=analysis)
    names = CALLED
    own = result.of_group(group, names)
    assert own is not None
    edits = None
    if name == "editing":
        edits = analyse_post_edits(
            judgments,
            texts={(PAIR, TEST_SET): _aligned(campaign)},
            earlier=campaign.edited.earlier,
            settings=protocol.settings,
            analysis=post_edit_analysis_by_rules(asked),
        )
        edits = edits.renamed(names)
    return HumanResults(
        evaluation=name,
        title=asked.title or name,
        protocol=asked.protocol,
        language_pair=PAIR,
        test_set=TEST_SET,
        result=own,
        systems={
            names[system]: JudgedSystem(run=RUNS[system])
            for system in RUNS
            if any(system in each.systems for each in judgments) or (system == "earlier" and name == "editing")
        },
        rules=_rules_of(campaign, name),
        answers=tuple(
            replace(each, system=names.get(each.system, each.system))
            for each in shares_in(judgments, protocol, analysis, result)
        ),
        post_edits=edits,
    )


def _aligned(campaign: Campaign) -> AlignedTexts:
    texts = campaign.edited.texts
    runs = [Run(documents=_documents(texts, texts.run_of(name)), system=name) for name in texts.systems]
    references = [ReferenceSet(documents=_documents(texts, column), name="refA") for column in texts.references]
    assert texts.source is not None
    return align(runs, references, source=TestSet(documents=_documents(texts, texts.source)))


def _teams() -> tuple[Team, ...]:
    described = SystemDescription(
        fields={"Techniques": "Transformer", "Contact": f"Write to {PEOPLE[0]}."},
        techniques="Transformer",
        text=f"A transformer, tuned by meteor@1.5. Contact: {PEOPLE[0]}",
    )
    return tuple(
        Team(code=code, name=f"Team {code}", institutions=("A university",), descriptions=(described,))
        for code in sorted(filter(None, TEAMS.values()))
    )


def _data(campaign: Campaign) -> tuple[DescribedData, ...]:
    texts = campaign.edited.texts
    assert texts.source is not None
    read = {
        "source": (campaign.source, TestSet(documents=_documents(texts, texts.source))),
        "reference": (campaign.reference, TestSet(documents=_documents(texts, texts.references[0]))),
    }
    return tuple(
        DescribedData(
            test_set=TEST_SET,
            test_set_title="Test set",
            language_pair=PAIR,
            language_pair_title="English–German",
            what=what,
            file=file.name,
            language="en",
            statistics=describe_texts([text], specification="case+punc")[0],
        )
        for what, (file, text) in read.items()
    )


def _publication() -> Publication:
    correction = Correction(place="Translation", what="BLEU of UEDIN", before="20.1", after="20.3")
    return Publication(
        stage="public",
        released_on=date(2026, 6, 22),
        versions=(
            PublishedVersion(number=1, published_on=date(2026, 6, 22), stage="public"),
            PublishedVersion(
                number=2,
                published_on=date(2026, 6, 29),
                stage="public",
                reason="A reference was wrong.",
                corrections=(correction,),
            ),
        ),
        left_out=("Recordings are left out: they belong to the broadcaster.",),
    )


def judges_of(content: ReleaseContent) -> set[str]:
    """All names of judges in judgments."""
    return {each.judge for own in content.judgments for each in own.judgments()}
