"""Parts of sentences that can be judged, and what every translation has for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import digest_of
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import JudgedTexts
from bakeoff.human_eval.designs.constituents.items import REASONS, ChosenConstituents, ConstituentRules
from bakeoff.human_eval.designs.constituents.linked_texts import LinkedTexts, unpack_linked_texts
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.judging.models import ConstituentSource
from bakeoff_site.judging.selectors.judged_texts import systems_on
from bakeoff_site.submissions.conversions import is_in_rulebook

_CHOSEN: ComputedCache[ChosenConstituents] = ComputedCache(most=32)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenParts:
    """The parts of one test set that an evaluation is about."""

    language_pair: str
    test_set: str
    chosen: ChosenConstituents

    @property
    def left_out(self) -> tuple[tuple[str, int], ...]:
        """How many candidates are not judged, with the reason in words."""
        counts = self.chosen.left_out
        return tuple((words, counts[reason]) for reason, words in REASONS.items() if reason in counts)

    @property
    def lacking(self) -> tuple[tuple[str, int], ...]:
        """The systems that lack a consistent phrase for some candidates, and for how many."""
        return tuple((name, count) for name, count in sorted(self.chosen.lacking.items()) if count)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsWithParts:
    """Texts with the constituents that are judged of them."""

    texts: tuple[JudgedTexts, ...]
    parts: tuple[ChosenParts, ...]
    """One for each of the texts; none where complete segments are judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstituentRow:
    """The parts of a source on the page of organisers."""

    source: ConstituentSource
    job: JobProgress | None
    missing: tuple[str, ...]
    """Systems whose words are not aligned, because they came later."""


def with_constituents(campaign: Campaign, rules: HumanEvaluation, texts: Sequence[JudgedTexts]) -> TextsWithParts:
    """The texts of an evaluation with the parts that are judged; refuses with a sentence where there are none."""
    if protocol_by_rules(rules).kind != "constituent":
        return TextsWithParts(texts=tuple(texts), parts=())
    sources = {(each.language_pair, each.test_set): each for each in campaign.constituent_sources.all()}
    parts = tuple(_parts(each, rules, sources.get((each.language_pair, each.test_set))) for each in texts)
    given = (replace(each, constituents=own.chosen.items) for each, own in zip(texts, parts, strict=True))
    return TextsWithParts(texts=tuple(given), parts=parts)


def _parts(judged: JudgedTexts, rules: HumanEvaluation, source: ConstituentSource | None) -> ChosenParts:
    where = f"{judged.language_pair} {judged.test_set}"
    if source is None:
        raise RefusedError(
            f"{rules.label} is about parts of sentences, and nobody said which ones there are of {where}. "
            "Add them under Human evaluation, Parts of sentences."
        )
    if source.aligned_at is None:
        why = source.reason or "This takes a few minutes."
        raise RefusedError(f"The words of {where} are not aligned yet. {why}")
    length = ConstituentRules.of(rules)
    key = (source.sha256, length, digest_of(judged.texts.systems), _digest(judged))
    try:
        chosen = _CHOSEN.get(key, lambda: linked_texts_of(source).constituents_of(judged, length))
    except BakeoffError as error:
        raise RefusedError(f"{where}: {error}") from None
    return ChosenParts(language_pair=judged.language_pair, test_set=judged.test_set, chosen=chosen)


def _digest(judged: JudgedTexts) -> str:
    texts = judged.texts
    columns = [texts.source or (), *texts.references[:1], *texts.runs]
    return digest_of([digest_of(column) for column in columns])


def linked_texts_of(source: ConstituentSource) -> LinkedTexts:
    """The parts of a source and the links of its translations, as they are stored."""
    return unpack_linked_texts(path_of(source.sha256).read_bytes())


def constituent_rows(campaign: Campaign) -> tuple[ConstituentRow, ...]:
    """All sources whose parts are known, and how far the alignment of their words is."""
    sources = tuple(campaign.constituent_sources.select_related("added_by"))
    jobs: Mapping[int, JobProgress] = progress_of(JobKind.ALIGN_WORDS, [each.pk for each in sources])
    return tuple(
        ConstituentRow(source=each, job=jobs.get(each.pk), missing=_missing(campaign, each)) for each in sources
    )


def _missing(campaign: Campaign, source: ConstituentSource) -> tuple[str, ...]:
    if source.aligned_at is None:
        return ()
    systems = systems_on(campaign, source.language_pair, source.test_set)
    return tuple(sorted(systems.keys() - set(source.systems)))


def places_of_constituents(campaign: Campaign) -> tuple[tuple[str, str], ...]:
    """The language pairs and test sets with systems, whose source can have parts that are judged."""
    boards = [board for board in campaign.boards.all() if is_in_rulebook(campaign.rules, board)]
    return tuple(sorted({(board.language_pair, board.test_set) for board in boards}))
