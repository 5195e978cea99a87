"""Packs of outputs that teams let be shared."""

from __future__ import annotations

from ninja import Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.combination.models import PackedRun
from bakeoff_site.combination.selectors import Consent, PackRow


class PackedOut(Schema):
    """A system in a pack, or left out of it because its texts name its team."""

    id: int
    """By which it is cleared."""
    number: int
    """What the pack calls it."""
    team: str
    """The team; empty for a system of the organisers."""
    entered: str
    """The system of the organisers; empty for a team's."""
    condition: str
    system: str
    """What file names call the system."""
    run: str
    left_out: bool
    is_cleared: bool
    mentions: list[str]
    """Where its texts name its team."""


class PackOut(Schema):
    track: str
    """Whose runs it holds."""
    receivers: list[str]
    """The tracks whose teams start from it."""
    subsets: list[str]
    """Parts of the test set that it is cut to; empty: all of it."""
    is_development: bool
    """Whether systems are tuned on it."""
    test_set: str
    language_pair: str
    file: int | None
    """What `/data/{file_id}/content` calls it; null where there is none yet."""
    version: int | None
    systems: list[PackedOut]
    runs: int
    """How many it would hold if it were made now."""
    is_outdated: bool
    is_waiting: bool
    """Whether it is being made."""
    failure: str
    """Why it could not be made the last time."""


class SharingOut(Schema):
    team: str
    team_code: str
    given: bool


class PackIn(Body):
    """One pack by all three; without any, all packs."""

    track: str = ""
    test_set: str = ""
    language_pair: str = ""


def pack_out(row: PackRow) -> PackOut:
    track, test_set, language_pair = row.key
    return PackOut(
        track=track,
        receivers=list(row.rules.receivers),
        subsets=list(row.rules.subsets),
        is_development=row.rules.is_development,
        test_set=test_set,
        language_pair=language_pair,
        file=row.data_file.pk if row.data_file else None,
        version=row.data_file.version if row.data_file else None,
        systems=[_packed(each) for each in row.packed],
        runs=len(row.runs),
        is_outdated=row.is_outdated,
        is_waiting=row.is_waiting,
        failure=row.failure,
    )


def sharing_out(consent: Consent) -> SharingOut:
    return SharingOut(team=consent.team.name, team_code=consent.team.code, given=consent.given)


def _packed(packed: PackedRun) -> PackedOut:
    system = packed.system
    return PackedOut(
        id=system.pk,
        number=system.number,
        team=system.team.name if system.team is not None else "",
        entered=system.entered,
        condition=system.condition,
        system=system.system,
        run=packed.run.name,
        left_out=packed.left_out,
        is_cleared=system.cleared_by_id is not None,
        mentions=packed.mentions,
    )
