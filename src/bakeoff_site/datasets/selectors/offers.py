"""What somebody may fetch, what opens when, and why not yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.shared_outputs import shared_outputs
from bakeoff.rulebook.release.test_data import NeededData, needed_data
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.submission.off_limits import listed_in_a_file
from bakeoff.rulebook.titles import ROLE_TITLES
from bakeoff_site.campaigns.conversions import is_registered_for, viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import RESOURCES, Slot, is_ever_handed_out, may_fetch
from bakeoff_site.datasets.selectors.packs import outdated_packs
from bakeoff_site.datasets.selectors.test_data import joined, missing_inputs


@dataclass(frozen=True, slots=True)
class Offer:
    """A file, or the place of one that is not there yet, and whether someone may fetch it."""

    slot: Slot
    data_file: DataFile | None
    answer: Answer
    is_outdated: bool = False
    """A pack of outputs that is being made again."""

    @property
    def label(self) -> str:
        """What it is: `reference 2`, `anonymous outputs`; without a file, of how many nobody knows."""
        return self.slot.label if self.data_file is not None else self.slot.kind_label

    @property
    def is_ready(self) -> bool:
        return self.answer.allowed and self.data_file is not None


@dataclass(frozen=True, slots=True)
class OfferRow:
    """An offer as a page shows it, with all language pairs of which it says the same."""

    offer: Offer
    language_pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """The offers of a test set, or those of training data."""

    title: str
    role: str
    offers: tuple[Offer, ...]

    @property
    def rows(self) -> tuple[OfferRow, ...]:
        """The files that someone may fetch one by one, then once for all language pairs what they cannot fetch yet."""
        waiting: dict[tuple[str, Answer], list[Offer]] = {}
        for offer in self.offers:
            if not offer.is_ready:
                waiting.setdefault((offer.label, offer.answer), []).append(offer)
        ready = [[offer] for offer in self.offers if offer.is_ready]
        return tuple(
            OfferRow(alike[0], tuple(each.slot.language_pair for each in alike if each.slot.language_pair))
            for alike in (*ready, *waiting.values())
        )


def offers_for(role: CampaignRole, now: datetime) -> tuple[OfferGroup, ...]:
    """All that someone is handed at some time of the campaign, by test set."""
    rules, viewers = role.campaign.rules, viewers_of(role)
    files = [file for file in files_of(role) if _is_for(role, file.test_set, file.language_pair)]
    outdated = outdated_packs(rules, files)

    def offered(slot: Slot, data_file: DataFile | None = None) -> Offer:
        is_outdated = data_file is not None and data_file.pk in outdated
        return Offer(slot, data_file, may_fetch(rules, viewers, now, slot), is_outdated)

    places: dict[str, list[tuple[Slot, DataFile | None]]] = {"": list(_for_training(rules, files))}
    shared = {(each.test_set, pair) for each in shared_outputs(rules) for pair in each.language_pairs}
    for test_set in rules.test_sets:
        own = [file for file in files if file.test_set == test_set]
        missing = [
            slot
            for needed in needed_data(rules)
            if needed.test_set.id == test_set and _is_for(role, test_set, needed.language_pair)
            for slot in _missing(needed, own, shared)
        ]
        places[test_set] = [*((slot_of(file), file) for file in own), *((slot, None) for slot in missing)]
    groups = (
        OfferGroup(
            rules.test_sets[test_set].label if test_set else "Training data",
            ROLE_TITLES[rules.test_sets[test_set].role] if test_set else "",
            tuple(
                offered(slot, file)
                for slot, file in sorted(of_set, key=lambda place: _order(place[0]))
                if is_ever_handed_out(rules, viewers, slot)
            ),
        )
        for test_set, of_set in places.items()
    )
    return tuple(group for group in groups if group.offers)


def _for_training(rules: Rulebook, files: Sequence[DataFile]) -> Iterator[tuple[Slot, DataFile | None]]:
    """What systems are trained on, and what they may not be trained on."""
    lists = bool(listed_in_a_file(rules))
    for kind, is_expected in ((DataKind.TRAINING, True), (DataKind.OFF_LIMITS, lists)):
        own = [file for file in files if file.kind == kind]
        yield from ((slot_of(file), file) for file in own)
        if is_expected and not own:
            yield Slot(kind=kind), None


def files_of(role: CampaignRole) -> Sequence[DataFile]:
    """The files in force of a campaign."""
    return list(role.campaign.data_files.filter(replaced_at=None))


def answer_for(data_file: DataFile, viewers: Sequence[Viewer], now: datetime) -> Answer:
    """Whether someone may fetch a file at a time; organisers may fetch every version."""
    rules = data_file.campaign.rules
    answer = may_fetch(rules, viewers, now, slot_of(data_file))
    if viewers[0].role == "organiser" or not answer.allowed:
        return answer
    if data_file.replaced_at is not None:
        return Answer(allowed=False, reason="another version has taken its place; see the list of data")
    return answer


def _order(slot: Slot) -> tuple[str, int, str, int]:
    """By language pair, then in the order in which one needs them."""
    return slot.language_pair, list(RESOURCES).index(slot.kind), slot.input, slot.number


def _is_for(role: CampaignRole, test_set: str, language_pair: str) -> bool:
    """Whether files of a test set and language pair are of interest to someone: of teams, where one registered."""
    if role.is_organiser or not role.active_teams:
        return True
    rules = role.campaign.rules
    return any(is_registered_for(rules, team, test_set, language_pair) for team in role.active_teams)


def _missing(needed: NeededData, files: Sequence[DataFile], shared: set[tuple[str, str]]) -> Iterator[Slot]:
    """Places of a test set and language pair for which there is no file yet."""
    pair = needed.language_pair
    own = [file for file in files if file.language_pair in ("", pair)]
    data = joined(own)
    wanted = {
        DataKind.SOURCE: data.source is None,
        DataKind.REGIONS: needed.regions and data.regions is None,
        DataKind.REFERENCE: needed.references > 0 and not data.references,
        DataKind.MAPPINGS: needed.mappings and data.mappings is None,
        DataKind.OUTPUTS: (needed.test_set.id, pair) in shared and all(file.kind != DataKind.OUTPUTS for file in own),
    }
    for kind, is_missing in wanted.items():
        if is_missing:
            yield Slot(kind=kind, test_set=needed.test_set.id, language_pair=pair)
    yield from (slot for slot, _ in missing_inputs(needed, data))
