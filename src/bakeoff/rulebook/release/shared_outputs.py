"""Which outputs are given, without names, to teams that combine systems."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import Submitted


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedOutputs:
    """The outputs of a track on a test set that participants receive; of each language pair there is one pack."""

    track: str
    test_set: str
    number: int
    """Number of the track among the tracks whose outputs are shared, from 1."""
    is_development: bool
    """Whether systems are tuned on it: an older set, whose runs are in no official table."""
    opens: datetime
    phase: str


@once_for_each_rulebook
def shared_outputs(rulebook: Rulebook) -> tuple[SharedOutputs, ...]:
    """All outputs that a phase releases and another track starts from (`released_runs`)."""
    tracks = {track.released_runs for track in rulebook.tracks.values() if track.released_runs}
    outputs = []
    for number, track in enumerate(sorted(tracks), start=1):
        for test_set in rulebook.test_sets.values():
            grant = first_release(rulebook, "anonymous-outputs", test_set=test_set.id, role="participant")
            if grant is None or test_set.role == "dry-run" or (test_set.tracks and track not in test_set.tracks):
                continue
            outputs.append(
                SharedOutputs(
                    track=track,
                    test_set=test_set.id,
                    number=number,
                    is_development=test_set.role == "dev",
                    opens=grant.when,
                    phase=grant.phase,
                )
            )
    return tuple(outputs)


def shared_types(rulebook: Rulebook) -> frozenset[str]:
    """The types of systems whose outputs are shared: those compared across teams, else the first that is official."""
    types = [each for each in rulebook.submission.system_types.values() if not each.combination]
    compared = [each.id for each in types if each.compared]
    return frozenset(compared or [each.id for each in types if each.official][:1])


def is_shared(rulebook: Rulebook, run: Submitted, system_type: str, *, official: bool) -> bool:
    """Whether a run is shared once its team consents.

    On the test set itself it must be official; on an older set, from which nothing is ranked, it need not.
    """
    outputs = next(
        (each for each in shared_outputs(rulebook) if (each.track, each.test_set) == (run.track, run.test_set)), None
    )
    if outputs is None or run.withdrawn or system_type not in shared_types(rulebook):
        return False
    return official or outputs.is_development
