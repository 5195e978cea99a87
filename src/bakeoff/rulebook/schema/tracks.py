"""What a campaign consists of: tasks, their tracks, and the languages they go between."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from bakeoff.rulebook.schema.base import (
    ConditionId,
    LanguagePairId,
    Named,
    RefersTo,
    Rules,
    SystemTypeId,
    TestSetId,
    TrackId,
)
from bakeoff.rulebook.schema.metric_comparisons import MetricComparison
from bakeoff.text.languages import language_code, language_name, writing_direction

TrackKind = Literal["mt", "asr", "slt", "combination", "metrics"]
InputType = Literal["text", "audio", "one-best", "n-best", "lattice", "released-runs"]
INPUT_TYPES: tuple[InputType, ...] = get_args(InputType)


Direction = Literal["ltr", "rtl"]


class LanguagePair(Named):
    """A direction of translation; without `target`, a language that is transcribed."""

    source: str
    """As test files write it (`srclang`)."""
    target: str | None = None
    """As test files write it (`trglang`)."""

    @property
    def label(self) -> str:
        """Its title, or its languages by name with an en dash: German–English."""
        source = language_name(self.source)
        return self.title or (f"{source}–{language_name(self.target)}" if self.target else source)

    @property
    def source_code(self) -> str:
        """The code of the source language; empty where the language is not known by one."""
        return _code(self.source)

    @property
    def target_code(self) -> str:
        """The code of the language that systems write."""
        return _code(self.target or self.source)

    @property
    def source_direction(self) -> Direction:
        """Which way the source is written."""
        return writing_direction(self.source)

    @property
    def target_direction(self) -> Direction:
        """Which way outputs are written."""
        return writing_direction(self.target or self.source)

    @property
    def source_name(self) -> str:
        """The source language in English."""
        return language_name(self.source)

    @property
    def target_name(self) -> str:
        """The language of outputs in English."""
        return language_name(self.target or self.source)


def _code(language: str) -> str:
    code = language_code(language)
    return code if len(code) in (2, 3) else ""


class Task(Named):
    """Tracks on the same kind of material: talks, dialogs, news."""

    description: str = ""
    """For its page and the call for participation."""


ALL_SYSTEMS = "all"
"""In the place of names of `[systems]`: all of them."""


class Pack(Rules):
    """What of the runs of another track (`released_runs`) the teams of a track get, under numbers instead of names."""

    test_sets: tuple[TestSetId, ...] = ()
    """Test sets of its outputs; none named: all whose outputs a phase releases."""
    development: tuple[TestSetId, ...] = ()
    """Test sets to tune on; none named: those of the role `dev`."""
    subsets: tuple[str, ...] = ()
    """Parts of the test sets that outputs are cut to; none named: complete outputs. Sets to tune on are not cut."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Directions of the outputs; none named: those of the track that gets them."""
    system_types: tuple[SystemTypeId, ...] = ()
    """Types of the systems; none named: those compared across teams."""
    systems: tuple[Annotated[str, RefersTo("systems", beside=(ALL_SYSTEMS,))], ...] = ()
    """Systems of the organisers that it holds next to the teams' systems."""


class Track(Named):
    """What systems do and into which languages; its results make tables of their own."""

    kind: TrackKind
    """Translation of text, recognition, translation of speech, combination of released runs, or metrics."""
    task: Annotated[str, RefersTo("tasks")] | None = None
    """The kind of material it belongs to."""
    language_pairs: tuple[LanguagePairId, ...]
    """The official directions, or all of them in a track that is not official."""
    unofficial_pairs: tuple[LanguagePairId, ...] = ()
    """Directions that are offered unofficially: their boards and runs are marked *unofficial (language pair)*."""
    official: bool = True
    """Whether its results are part of the official ones."""
    needs_registration: bool = False
    """Whether only teams that registered for it take part; of all tracks, `by_track` of the registration says so."""
    inputs: tuple[InputType, ...] = ("text",)
    """What a system may start from."""
    conditions: tuple[ConditionId, ...] = ()
    """Data conditions it is offered in; none named: all."""
    compulsory_sets: tuple[TestSetId, ...] = ()
    """Test sets that every participant has to run besides the current one, such as a progress set."""
    released_runs: Annotated[str, RefersTo("tracks")] | None = None
    """The track whose runs are handed out as input of this one (`released-runs`)."""
    pack: Pack = Pack()
    """Which of these runs; see `Pack`."""
    comparison: MetricComparison = MetricComparison()
    """How metrics are compared with people, in a track of metrics; see `MetricComparison`."""
    ranked_with: TrackId | None = None
    """The track on whose boards its runs are ranked, wherever that has their language pair and test set."""
    conventions: tuple[str, ...] = ()
    """How output is to be written: numbers, acronyms, case, punctuation. For the call and the pages of the track."""
    description: str = ""
    """For its page and the call for participation."""

    @property
    def is_scored(self) -> bool:
        """Whether its runs are texts, which metrics score; of a metrics task they are scores themselves."""
        return self.kind != "metrics"

    @property
    def all_pairs(self) -> tuple[str, ...]:
        """The official and the unofficial directions."""
        return (*self.language_pairs, *self.unofficial_pairs)
