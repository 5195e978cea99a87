"""Figures of the files of a campaign, as someone may see them: of a source only who may fetch the source."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import CorpusStatistics, statistics_of_json
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import LanguagePair
from bakeoff.submissions.archives.kinds import kind_of_name
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile, FileStatistics
from bakeoff_site.datasets.permissions import RESOURCES, Slot, may_fetch
from bakeoff_site.datasets.selectors.offers import files_of

SPECIFICATION = "case+punc"
"""Texts are counted as they are, in the tokens that most scorers count."""
_DESCRIBED = (
    DataKind.TRAINING,
    DataKind.SOURCE,
    DataKind.REFERENCE,
    DataKind.TRANSCRIPT,
    DataKind.REGIONS,
)
_CANDIDATES = ("n-best", "lattice")
"""Inputs that hold several texts of each utterance: to count their words says little."""
_PARTS_OF_NAMES = re.compile(r"[^0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class DataStatistics:
    """The figures of a text in a file; None where the file is no text, or they are not computed yet."""

    data_file: DataFile
    slot: Slot
    text: str
    """Which of several texts of the file: `reference A`."""
    member: str
    """Which file of an archive; empty where it is none."""
    language: str
    """As the rulebook writes it; empty where nobody says."""
    statistics: CorpusStatistics | None
    is_coming: bool
    """Whether they are still to be computed."""


def statistics_for(role: CampaignRole, now: datetime) -> tuple[DataStatistics, ...]:
    """The figures of all files that someone may fetch: training data first, then by test set and language pair."""
    rules, viewers = role.campaign.rules, viewers_of(role)
    readable = [file for file in files_of(role) if may_fetch(rules, viewers, now, slot_of(file)).allowed]
    return _statistics(rules, readable)


def all_statistics(campaign: Campaign) -> tuple[DataStatistics, ...]:
    """The figures of all files in force, in the same order."""
    return _statistics(campaign.rules, campaign.data_files.filter(replaced_at=None))


def _statistics(rules: Rulebook, files: Iterable[DataFile]) -> tuple[DataStatistics, ...]:
    readable = [file for file in files if file.kind in _DESCRIBED and file.input not in _CANDIDATES]
    stored = {
        row.data_file_id: row for row in FileStatistics.objects.filter(data_file__in=[file.pk for file in readable])
    }
    sets = ["", *rules.test_sets]
    readable.sort(
        key=lambda file: (
            sets.index(file.test_set) if file.test_set in sets else len(sets),
            file.language_pair,
            list(RESOURCES).index(file.kind),
            file.number,
            file.name,
        )
    )
    return tuple(row for file in readable for row in _rows(rules, file, stored.get(file.pk)))


def _rows(rules: Rulebook, file: DataFile, stored: FileStatistics | None) -> Iterable[DataStatistics]:
    slot, language = slot_of(file), language_of(rules, file)
    if stored is None:
        yield DataStatistics(file, slot, "", "", language, None, is_coming=True)
        return
    for text in stored.content:
        member = text.get("member", "")
        own = text["language"] or (language_of(rules, file, member) if member else language)
        yield DataStatistics(file, slot, text["text"], member, own, statistics_of_json(text), is_coming=False)
    if not stored.content:
        yield DataStatistics(file, slot, "", "", language, None, is_coming=False)


def files_to_describe(most: int) -> list[Described]:
    """Files in force of all campaigns whose figures are not computed, or are against other training data."""
    in_force = DataFile.objects.filter(kind__in=_DESCRIBED, replaced_at=None).exclude(input__in=_CANDIDATES)
    files = in_force.select_related("campaign", "statistics")
    by_campaign: dict[int, list[DataFile]] = {}
    for file in files.order_by("campaign", "pk"):
        by_campaign.setdefault(file.campaign_id, []).append(file)
    waiting = []
    for own in by_campaign.values():
        for file in own:
            described = Described(file, tuple(_training_for(file, own)))
            stored = getattr(file, "statistics", None)
            if stored is None or stored.inputs_digest != described.inputs_digest:
                waiting.append(described)
                if len(waiting) == most:
                    return waiting
    return waiting


@dataclass(frozen=True, slots=True)
class Described:
    """A file, and the supplied training files in its language: words that they lack are unknown."""

    file: DataFile
    training: tuple[DataFile, ...]

    @property
    def inputs_digest(self) -> str:
        """Says its figures from those of another version or against other training data."""
        lines = [SPECIFICATION, self.file.sha256, *(each.sha256 for each in self.training)]
        if self.file.kind == DataKind.TRAINING and is_packed(self.file):
            lines.append("texts of archives")  # which earlier versions did not describe
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def is_in_its_language(self, training: DataFile, member: str) -> bool:
        """Whether a text of an archive of training data is in the language of the file."""
        rules = self.file.campaign.rules
        return language_of(rules, training, member) == language_of(rules, self.file)


def is_packed(file: DataFile) -> bool:
    """Whether a file is called an archive, so that the names of its texts say their languages."""
    return kind_of_name(file.name) is not None


def _training_for(file: DataFile, beside: Iterable[DataFile]) -> Iterable[DataFile]:
    rules = file.campaign.rules
    language = language_of(rules, file)
    if file.kind == DataKind.TRAINING or not language:
        return
    for each in beside:
        serves = not file.language_pair or each.language_pair in ("", file.language_pair)
        fits = is_packed(each) or language_of(rules, each) == language
        if each.kind == DataKind.TRAINING and serves and fits:
            yield each


def language_of(rules: Rulebook, file: DataFile, member: str = "") -> str:
    """The language of a file, or of one in an archive, as the rulebook writes it.

    A source is in the source language of its pair, a reference in the target language. Training data say it in their
    name by the code of a language: `train.de.gz`, and the last one counts: `europarl.de-en.en`.
    """
    pair = rules.language_pairs.get(file.language_pair)
    if file.kind == DataKind.TRAINING:
        pairs = [pair] if pair is not None else list(rules.language_pairs.values())
        if is_packed(file) and not member:
            return ""
        return _named_language(member or file.name, pairs)
    if pair is None:
        return ""
    return pair.target or pair.source if file.kind == DataKind.REFERENCE else pair.source


def _named_language(name: str, pairs: Sequence[LanguagePair]) -> str:
    named: dict[str, str] = {}
    for pair in pairs:
        for language, code in ((pair.source, pair.source_code), (pair.target, pair.target_code)):
            if language:
                named.setdefault(language.casefold(), language)
                named.setdefault(code.casefold(), language)
    parts = [part.casefold() for part in _PARTS_OF_NAMES.split(name)]
    return next((named[part] for part in reversed(parts) if part and part in named), "")
