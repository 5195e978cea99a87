"""Human evaluation: which protocol, on what, by whom, how often."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import NonNegativeInt, PositiveInt, model_validator

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import (
    ConditionId,
    CrowdId,
    HumanId,
    LanguagePairId,
    Named,
    PhaseId,
    Rules,
    SystemTypeId,
    TestSetId,
    TrackId,
)
from bakeoff.rulebook.schema.conduct import Example, Qualification, Quality, Share, Texts
from bakeoff.rulebook.schema.editing import Editing
from bakeoff.rulebook.schema.error_marking import ErrorMarking
from bakeoff.rulebook.schema.evaluation import MetricExpression, PairTesting

Protocol = Literal[
    "fluency",
    "adequacy",
    "meaning",
    "dialog",
    "ranking",
    "pairwise",
    "constituent_ranking",
    "constituent_acceptability",
    "direct",
    "error_spans",
    "esa",
    "post_editing",
]


class Sample(Rules):
    """Which segments are judged."""

    size: PositiveInt | None = None
    """How many; without a number, all."""
    choice: Literal["all", "random", "by-length", "first-part"] = "all"
    """At random, at random with the lengths of the complete text, or the first part of each document."""
    part: Share = 1.0
    """Share of each document with `first-part`."""
    min_words: NonNegativeInt = 0
    """Shorter segments are left out."""
    max_words: PositiveInt | None = None
    """Longer segments are left out."""
    subsets: tuple[str, ...] = ()
    """Subsets of the test set that they come from; none named: all."""
    genres: tuple[str, ...] = ()
    """Genres that they come from; none named: all."""
    documents: PositiveInt | None = None
    """How many complete documents they come from, drawn at random; without a number, all."""


class Tournament(Rules):
    """In which order pairs of systems meet."""

    kind: Literal["round-robin", "dskoc", "swiss"]
    """Everybody against everybody, double seeded knockout with consolation, or Swiss pairing."""
    players: PositiveInt | None = None
    """How many systems play; none: all."""
    seeded_by: MetricExpression | None = None
    """The metric that seeds it."""
    seeds: tuple[str, ...] = ()
    """The systems from the best seed on, in place of a metric."""
    ties: Literal["judgments", "draw"] = "judgments"
    """How a tied match is broken: by all single judgments, or not."""
    qualifiers: PositiveInt | None = None
    """How many go on from a first tournament of this year's systems into a second with those of earlier campaigns."""
    joined_by: tuple[str, ...] = ()
    """The systems that join the qualifiers in the second tournament, and do not play in the first."""
    earlier_matches: bool = False
    """Whether matches of earlier campaigns are taken over."""

    @model_validator(mode="after")
    def _seeded_once(self) -> Self:
        if self.seeds and self.seeded_by is not None:
            raise SchemaError("seeds by hand (seeds) or by a metric (seeded_by)", found="both")
        if twice := [name for place, name in enumerate(self.seeds) if name in self.seeds[:place]]:
            raise SchemaError("each system once among the seeds", found=f"{twice[0]} twice")
        return self

    @model_validator(mode="after")
    def _qualifiers_are_joined(self) -> Self:
        if self.qualifiers is not None and self.kind != "dskoc":
            raise SchemaError("qualifiers in a dskoc tournament", found=f"{self.kind}")
        if self.joined_by and self.qualifiers is None:
            raise SchemaError("a number of qualifiers where systems join them (joined_by)", found="none")
        return self


class JudgedComparison(PairTesting):
    """The test between systems that people judged."""

    test: Literal["randomization", "sign", "sign-w08", "rank-sum", "rank-sum-wmt", "signed-rank"] = "randomization"
    """`sign` tests segments (or other units), `sign-w08` single judgments, as W08 did; ranks are of grades, and
    `rank-sum-wmt` is one-sided, as WMT published it."""


class HumanEvaluation(Named):
    """One human evaluation."""

    protocol: Protocol
    """What judges do."""
    official: bool = False
    """Whether its ranking is the campaign's."""
    phase: PhaseId | None = None
    """When judges can judge."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks whose systems are judged; none named: all."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Their directions; none named: all of the tracks."""
    conditions: tuple[ConditionId, ...] = ()
    """Their data conditions; none named: all."""
    test_sets: tuple[TestSetId, ...] = ()
    """Test sets that the segments come from; none named: the current ones."""
    system_types: tuple[SystemTypeId, ...] = ("primary",)
    """Types of system that are judged."""
    consenting: bool = False
    """Whether only systems of teams that gave the consents which concern `judging` are judged."""
    best: PositiveInt | None = None
    """How many systems are judged: the best by the evaluation that `after` names, else by the official metric."""
    baselines: bool = False
    """Whether the organiser's systems of its tracks and language pairs are judged among them."""
    systems: tuple[str, ...] = ()
    """Systems that are judged, by name, whatever their type; none named: all that the keys above let in."""
    reference_among: bool = False
    """Whether a reference is hidden among the outputs."""
    sample: Sample = Sample()
    """Which segments are judged; without it, all."""
    after: HumanId | None = None
    """The human evaluation that a judge finishes first."""
    mixed_with: tuple[HumanId, ...] = ()
    """Human evaluations whose batches come between its own, in random order."""
    counts_for: tuple[HumanId, ...] = ()
    """Human evaluations that its judgments count in as well."""
    after_specification: bool = False
    """Whether judges see the text as it is scored: after the official specification."""
    source_characters: Literal["kept", "deleted"] = "kept"
    """What becomes of characters of the source's script that are left over in a translation."""
    shown: PositiveInt | Literal["all"] = "all"
    """How many outputs a screen shows."""
    scale: tuple[int, int] | None = None
    """Lowest and highest grade."""
    labels: tuple[str, ...] = ()
    """What the grades are called, from the lowest on."""
    instructions: Texts = ""
    """The instructions for judges in Markdown: one text, or one for each language."""
    consent: Texts = ""
    """What judges agree to before they start, in Markdown; empty: nothing."""
    errors: ErrorMarking = ErrorMarking()
    """Which errors judges mark, where they mark any."""
    editing: Editing = Editing()
    """How translators work who correct outputs."""
    examples: tuple[Example, ...] = ()
    """Worked examples: shown with the instructions, and asked in the tutorial."""
    qualification: Qualification | None = None
    """What judges have to show before they judge; without it, nothing."""
    quality: Quality = Quality()
    """Rules about judges that act while they judge."""
    ties: bool = True
    """Whether outputs may be called equal."""
    source_shown: bool | None = None
    """Whether the source is shown; without it, the protocol decides."""
    reference_shown: bool | Literal["all"] | None = None
    """Whether one reference is shown, or all, but never the hidden one; without it, the protocol decides."""
    history_shown: bool | None = None
    """Whether the dialog so far, or the complete document, is shown; without it, the protocol decides."""
    complete_documents: bool = False
    """Whether judges also grade each complete document, after its segments."""
    choice: Literal["least-judged", "most-informative"] = "least-judged"
    """Which outputs a screen shows where it does not show all, or which pair comes next: those judged least, or those
    whose comparison is most informative so far."""
    judgments: PositiveInt = 1
    """How many judges judge an item."""
    repeats: Share = 0.0
    """Share of the items that a judge sees twice."""
    common_pool: Share = 0.0
    """Share of the items drawn from a pool that all judges share."""
    gold: Share = 0.0
    """Share of items whose answer is known."""
    attention: Share = 0.0
    """Share of damaged items that must be graded worse."""
    batch: PositiveInt | None = None
    """Screens in a batch."""
    mixed_sources: bool = False
    """Whether systems of all directions into one target are judged together."""
    reuse: bool = False
    """Whether an answer also holds for identical translations, those of later systems among them."""
    judges: Literal["participants", "volunteers", "hired", "crowd", "translators"] = "volunteers"
    """Who judges."""
    crowd: CrowdId | None = None
    """The crowd that judges, where one does."""
    judge_count: PositiveInt | None = None
    """How many judges there are, where that is fixed."""
    free_choice: bool = False
    """Whether judges choose the language pairs and test sets that they judge."""
    owed: str = ""
    """What each participating team owes: `screens` or `hours`, with a number."""
    longest_minutes: PositiveInt | None = None
    """Screens that took longer are left out of timings."""
    break_after_minutes: PositiveInt | None = None
    """After how long a break is suggested; without it, never."""
    offline_days: PositiveInt | None = None
    """How many days judges keep screens that they download to judge offline; without it, they judge online only."""
    tournament: Tournament | None = None
    """In which order pairs meet; without it, every screen is drawn at random."""
    constituents: tuple[PositiveInt, PositiveInt] | None = None
    """Fewest and most words of a constituent."""
    score: str = ""
    """What ranks systems: `mean`, `median`, `better`, `better-or-equal`, `mter`…"""
    unit: Literal["segment", "document", "judge"] | None = None
    """What tests and intervals take for independent of each other; without it, the document where judges grade complete
    documents of one system, else the segment."""
    comparison: JudgedComparison | None = None
    """The test between systems."""
    agreement: Literal["fixed-chance", "fleiss", "cohen", "krippendorff", "difference"] | None = None
    """How agreement of judges is measured: kappa with equal chances, Fleiss's, Cohen's, Krippendorff's alpha, or the
    mean difference between two grades of one judge."""

    @model_validator(mode="after")
    def _labelled(self) -> Self:
        if self.scale and self.scale[0] >= self.scale[1]:
            raise SchemaError("the lowest grade and then the highest", found=f"{self.scale[0]} and {self.scale[1]}")
        if self.labels and (self.scale is None or len(self.labels) != self.scale[1] - self.scale[0] + 1):
            grades = "no scale" if self.scale is None else f"a scale from {self.scale[0]} to {self.scale[1]}"
            raise SchemaError("as many labels as the scale has grades", found=f"{len(self.labels)} and {grades}")
        return self

    @model_validator(mode="after")
    def _published_tests_go_by_segment(self) -> Self:
        test = None if self.comparison is None else self.comparison.test
        if test in ("rank-sum-wmt", "sign-w08") and self.unit not in (None, "segment"):
            raise SchemaError(f"the unit segment with {test}, which is as published", found=str(self.unit))
        return self
