"""Boards with runs whose scores are real: small texts, scored and compared as the rulebook of their campaign says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils import timezone

from bakeoff.data import Document, ReferenceSet, Segment, TestSet
from bakeoff.data import Run as Text
from bakeoff.evaluation import Evaluation, add_intervals, score_runs
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.services.scores import store_scores
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.comparisons import compare_board_once

TEXT = "the minister said on friday that all ships in the harbour would leave before the storm came near"
WORDS = TEXT.split()
SOURCE = "قال الوزير إن السفن ستغادر"
GENRES = ("nw", "nw", "wb")
SUBSETS = ("original-progress", "new-source", "new-source")
SEGMENTS = 24
METRICS = ("bleu@mteval", "nist@mteval", "ter@tercom")
INPUTS_DIGEST = "b" * 64
RULES = "r" * 64


@dataclass(frozen=True)
class Entry:
    """A run to be put on a board: the larger `faults`, the worse it is."""

    name: str
    faults: int
    team: Team | None = None
    system_type: str = "primary"
    entered: str = ""
    late: bool = False
    official: bool = True
    effect: Effect = Effect.NEW


def put_board(
    campaign: Campaign,
    entries: Sequence[Entry],
    *,
    by: User,
    track: str = "single",
    language_pair: str = "ara2eng",
    condition: str = "unconstrained",
    test_set: str = "current",
    metrics: Sequence[str] = METRICS,
    specifications: Sequence[str] = ("case+punc",),
    groupings: Sequence[str] = ("genre",),
) -> dict[str, Run]:
    """A board with runs, their scores, and what tests say of their differences."""
    board = Board.objects.create(
        campaign=campaign, track=track, language_pair=language_pair, condition=condition, test_set=test_set
    )
    runs = {entry.name: put_run(board, entry, by=by) for entry in entries}
    systems = tuple((entry.name, entry.faults) for entry in entries)
    evaluations = {name: evaluated(systems, tuple(metrics), name, tuple(groupings)) for name in specifications}
    for run in runs.values():
        put_scores(run, evaluations)
    compare_board_once(board)
    return runs


def put_run(board: Board, entry: Entry, *, by: User) -> Run:
    number = board.campaign.submissions.count() + 1
    submission = Submission.objects.create(
        campaign=board.campaign,
        team=entry.team,
        number=number,
        name=f"{number}.tgz",
        sha256="a" * 64,
        size=1,
        submitted_by=by,
        received_at=timezone.now(),
        state="valid",
        package="eval",
        version=1,
    )
    return Run.objects.create(
        submission=submission,
        board=board,
        team=entry.team,
        entered=entry.entered,
        system_type="" if entry.entered else entry.system_type,
        system=entry.system_type,
        name=entry.name,
        file_name=f"{entry.name}.xml",
        sha256="a" * 64,
        size=1,
        late=entry.late,
        official=entry.official,
        effect=entry.effect,
    )


@lru_cache
def evaluated(
    systems: tuple[tuple[str, int], ...],
    metrics: tuple[str, ...],
    specification: str,
    groupings: tuple[str, ...] = ("genre",),
) -> Evaluation:
    """Systems of a name with so many faults in ten words, scored with intervals; references alone know the subset."""
    reference = ReferenceSet(
        name="reference",
        documents=tuple(
            replace(document, attributes={**document.attributes, "subset": subset})
            for document, subset in zip(documents(0), SUBSETS, strict=True)
        ),
        target_language="English",
    )
    return add_intervals(
        score_runs(
            [Text(system=name, documents=documents(faults)) for name, faults in systems],
            [reference],
            source=source(),
            metrics=metrics,
            specification=specification,
            by=groupings,
            threads=1,
        ),
        samples=100,
        threads=1,
    )


def source() -> TestSet:
    """What participants are handed."""
    documents = _documents(lambda number: f"{SOURCE} {number}")
    return TestSet(documents=documents, test_set="openmt12-ara2eng", source_language="Arabic")


def documents(faults: int) -> tuple[Document, ...]:
    """Three documents of two genres; a word is wrong where a number that follows from its place is small."""

    def segment(number: int) -> str:
        words = [WORDS[(number + place) % len(WORDS)] for place in range(9 + number % 4)]
        return " ".join(
            "oops" if (number * 7 + place * 3) % 10 < faults else word for place, word in enumerate(words)
        ).capitalize()

    return _documents(segment)


def _documents(segment: Any) -> tuple[Document, ...]:
    each = SEGMENTS // len(GENRES)
    return tuple(
        Document(
            f"doc{index + 1}",
            tuple(Segment(str(n + 1), segment(index * each + n)) for n in range(each)),
            {"genre": genre},
        )
        for index, genre in enumerate(GENRES)
    )


def put_scores(run: Run, evaluations: Mapping[str, Evaluation], *, inputs_digest: str = INPUTS_DIGEST) -> None:
    """Stores scores as the job does that computes them."""
    store_scores(run, evaluations, system=run.name, inputs_digest=inputs_digest, rules_digest=RULES)
