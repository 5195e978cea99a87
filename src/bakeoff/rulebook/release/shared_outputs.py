"""Which outputs are given, without names, to teams that start from them: that combine systems, or translate speech."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.release.grants import Grant, first_release, releases
from bakeoff.rulebook.schema import Rulebook, Track
from bakeoff.rulebook.schema.tracks import ALL_SYSTEMS, Pack
from bakeoff.rulebook.state import Submitted


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedOutputs:
    """The outputs of a track on a test set that participants receive; of each language pair there is one pack."""

    track: str
    """Whose runs they are."""
    test_set: str
    number: int
    """Of its kind of pack among all kinds, from 1."""
    receivers: tuple[str, ...]
    """The tracks whose teams start from it."""
    language_pairs: tuple[str, ...]
    subsets: tuple[str, ...]
    """Parts of the test set that it is cut to; none: all of it."""
    system_types: frozenset[str]
    systems: frozenset[str]
    """Systems of the organisers that it holds."""
    is_development: bool
    """Whether systems are tuned on it: runs on it need not be official."""
    is_for_metrics: bool
    """Whether metrics score it: outputs come with source, documents and references, as a metrics task needs them."""
    has_references: bool
    """Whether it holds the references: only where they are released by then, to those who receive it."""
    opens: datetime
    phase: str


@once_for_each_rulebook
def shared_outputs(rulebook: Rulebook) -> tuple[SharedOutputs, ...]:
    """All outputs that a phase releases and another track starts from (`released_runs`)."""
    return tuple(
        outputs
        for number, receivers in enumerate(_kinds_of_packs(rulebook), start=1)
        for outputs in _outputs(rulebook, number, receivers)
    )


def _kinds_of_packs(rulebook: Rulebook) -> list[list[Track]]:
    """Tracks that start from the same outputs get the same packs; metrics need more than outputs."""
    kinds: list[list[Track]] = []
    starting = [track for track in rulebook.tracks.values() if track.released_runs]
    for track in sorted(starting, key=lambda track: track.released_runs or ""):
        kind = next((kind for kind in kinds if _given(kind[0]) == _given(track)), None)
        if kind is None:
            kinds.append([track])
        else:
            kind.append(track)
    return kinds


def _given(track: Track) -> tuple[str | None, Pack, bool]:
    return track.released_runs, track.pack, track.kind == "metrics"


def _outputs(rulebook: Rulebook, number: int, receivers: list[Track]) -> Iterator[SharedOutputs]:
    track, pack = rulebook.tracks[receivers[0].released_runs or ""], receivers[0].pack
    for test_set in rulebook.test_sets.values():
        grant = first_release(rulebook, "anonymous-outputs", test_set=test_set.id, role="participant")
        if grant is None or test_set.role == "dry-run" or (test_set.tracks and track.id not in test_set.tracks):
            continue
        if pack.test_sets and test_set.id not in (*pack.test_sets, *pack.development):
            continue
        is_development = test_set.id in pack.development or (not pack.development and test_set.role == "dev")
        yield SharedOutputs(
            track=track.id,
            test_set=test_set.id,
            number=number,
            receivers=tuple(receiver.id for receiver in receivers),
            language_pairs=_pairs(pack, track, receivers),
            subsets=() if is_development else pack.subsets,
            system_types=frozenset(pack.system_types) or shared_types(rulebook),
            systems=frozenset(rulebook.systems if ALL_SYSTEMS in pack.systems else pack.systems),
            is_development=is_development,
            is_for_metrics=receivers[0].kind == "metrics",
            has_references=receivers[0].kind == "metrics" and _are_references_out(rulebook, test_set.id, grant),
            opens=grant.when,
            phase=grant.phase,
        )


def _are_references_out(rulebook: Rulebook, test_set: str, outputs: Grant) -> bool:
    """Whether who receives the outputs may have the references, too."""
    return any(
        grant.when <= outputs.when and grant.audience in (outputs.audience, "participants", "public")
        for grant in releases(rulebook, "references", test_set=test_set, role="participant")
    )


def _pairs(pack: Pack, track: Track, receivers: list[Track]) -> tuple[str, ...]:
    """Those that the pack names, else those of the receivers, which have no language that is transcribed."""
    received = {pair for receiver in receivers for pair in receiver.all_pairs}
    common = tuple(pair for pair in track.all_pairs if pair in received)
    return pack.language_pairs or common or track.all_pairs


def shared_types(rulebook: Rulebook) -> frozenset[str]:
    """The types of systems in packs that name none: those compared across teams, else the first that is official."""
    types = [each for each in rulebook.submission.system_types.values() if not each.combination]
    compared = [each.id for each in types if each.compared]
    return frozenset(compared or [each.id for each in types if each.official][:1])


def is_shared(outputs: SharedOutputs, run: Submitted, *, system_type: str, entered: str = "") -> bool:
    """Whether a run is in a pack once its team consents; `entered` is the system of the organisers that it is of.

    On the test set itself it must be official; on one to tune on, from which nothing is ranked, it need not.
    """
    if (run.track, run.test_set) != (outputs.track, outputs.test_set) or run.withdrawn or run.replaced:
        return False
    if run.language_pair not in outputs.language_pairs:
        return False
    if entered:
        return entered in outputs.systems
    return system_type in outputs.system_types and (run.official or outputs.is_development)
