"""What comes out of post-edits: systems by their edit rates, translators by their effort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bakeoff.statistics import Interval


@dataclass(frozen=True, slots=True)
class Rate:
    """A figure with its interval, and how much it differs from segment to segment."""

    value: float
    interval: Interval | None = None
    sd: float | None = None
    """Standard deviation over segments, weighted by their length; None where it is not asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCounts:
    """The edits from outputs to their own post-edits: what translators inserted, deleted, replaced and moved."""

    insertions: int
    deletions: int
    substitutions: int
    shifts: int
    words: float
    """Of the post-edits."""
    rates: Mapping[str, Rate | None]
    """`insertions`, `deletions`, `substitutions` and `shifts` for each 100 words of the post-edits."""
    unedited: Rate | None
    """Share of the outputs that were left as they were."""

    @property
    def edits(self) -> int:
        return self.insertions + self.deletions + self.substitutions + self.shifts


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What editing took, as far as it was measured."""

    segments: int
    words: int
    """Of the outputs, separated by white space."""
    characters: int
    """Of the outputs."""
    signed_off: int
    """Post-edits that were signed off."""
    seconds: Rate | None
    """For each word; None where no times are known."""
    too_fast_or_slow: int
    """Segments whose time is left out."""
    keystrokes: Rate | None
    """For each word."""
    keystrokes_a_character: Rate | None
    pauses: Mapping[int, tuple[Rate, Rate]] = field(default_factory=dict)
    """By their shortest length in milliseconds: how many, and how many seconds, for each word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditor:
    """One translator (I16, tables 6 and 7)."""

    judge: str
    segments: int
    hter: Rate
    """Effort: HTER of everything that the translator edited."""
    ter: Rate | None
    """TER against the references of what the translator got; None without references."""
    by_system: Mapping[str, tuple[Rate, Rate | None]]
    """The same of the outputs of each system."""
    counts: EditCounts
    effort: Effort


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedSystem:
    """One system (I16, tables 8 and 9)."""

    system: str
    earlier: bool
    """Whether its post-edits are of an earlier campaign."""
    segments: int
    """That have a post-edit of its output."""
    mter: Rate
    hter: Rate
    ter: Rate | None
    """Against the references, on the segments that were edited; None without references."""
    test_set_ter: Rate | None
    """Against the references, on the complete test set; None where it has no complete output."""
    differs_from: str | None
    """The first system further down with a significant difference of mTER; None where there is none."""
    p: Mapping[str, float]
    """Of the difference of mTER to every other system, corrected as asked."""
    counts: EditCounts
    effort: Effort


@dataclass(frozen=True, slots=True, kw_only=True)
class TagEdits:
    """What became of the words of one part of speech."""

    tag: str
    words: int
    """In the outputs."""
    substituted: int
    """Words of the outputs in whose place the post-edits have another."""
    deleted: int
    inserted: int
    """Words that only the post-edits have."""
    changed: Rate | None
    """Substituted and deleted words for each word of the outputs; None where these have none of this kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankCorrelation:
    """Spearman's coefficient of two rankings."""

    value: float | None
    """None where it has none: fewer than two systems, or scores that do not differ."""
    interval: Interval | None
    """By drawing segments again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditGroup:
    """Everything about one test set in one language pair."""

    group: Mapping[str, str]
    segments: int
    """That systems are compared on."""
    left_out: int
    """Segments that were edited, but lack the output of some system."""
    test_set_segments: int | None
    references: int
    """Of the test set; 0 where none are given."""
    post_edits: tuple[int, int]
    """Fewest and most post-edits of a segment."""
    systems: tuple[EditedSystem, ...]
    """The best by mTER first."""
    editors: tuple[PostEditor, ...]
    correlations: Mapping[str, RankCorrelation]
    """Of the rankings by `hter`, `ter` and `test_set_ter` with that by mTER."""
    parts_of_speech: tuple[TagEdits, ...] = ()
    """Of all post-edits, where tags were asked for."""

    def renamed(self, systems: Mapping[str, str], judges: Mapping[str, str]) -> PostEditGroup:
        """The same with other names; who has none keeps theirs."""

        def known(name: str) -> str:
            return systems.get(name, name)

        return replace(
            self,
            systems=tuple(
                replace(
                    each,
                    system=known(each.system),
                    differs_from=None if each.differs_from is None else known(each.differs_from),
                    p={known(name): p for name, p in each.p.items()},
                )
                for each in self.systems
            ),
            editors=tuple(
                replace(
                    each,
                    judge=judges.get(each.judge, each.judge),
                    by_system={known(name): rates for name, rates in each.by_system.items()},
                )
                for each in self.editors
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditResult:
    """A complete analysis of post-edits."""

    groups: tuple[PostEditGroup, ...]
    metric: str
    """The expression of the edit rate."""
    signature: str
    """Everything that its numbers depend on besides the texts."""
    level: float
    trials: int
    correction: str
    confidence: float
    samples: int
    unit: str
    seed: int

    def renamed(self, systems: Mapping[str, str], judges: Mapping[str, str] | None = None) -> PostEditResult:
        """The same with other names of systems and translators; who has none keeps theirs."""
        return replace(self, groups=tuple(each.renamed(systems, judges or {}) for each in self.groups))

    def titled(self, titles: Mapping[str, str]) -> PostEditResult:
        """The same with language pairs and test sets under other names; what has none keeps its own."""
        named = ({name: titles.get(value, value) for name, value in each.group.items()} for each in self.groups)
        return replace(
            self, groups=tuple(replace(each, group=own) for each, own in zip(self.groups, named, strict=True))
        )

    def of_group(self, group: Mapping[str, str]) -> PostEditResult | None:
        """The part of one language pair and test set; None where nothing of it was edited."""
        kept = tuple(each for each in self.groups if each.group == group)
        return replace(self, groups=kept) if kept else None
