"""Runs that are released as input."""

from __future__ import annotations

from ninja import Field, Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.names import PlainName
from bakeoff_site.submissions.selectors.inputs import ReleasableRun


class ReleaseIn(Body):
    run: int
    """Number of the run."""
    label: PlainName = Field(min_length=1, max_length=80)
    """The name that teams get to see; a run that has it already is replaced."""


class ReleasableRunOut(Schema):
    run: int
    name: str
    team: int | None
    system_type: str
    track: str
    language_pair: str
    test_set: str
    label: str
    """What it is released as; empty where it is not."""


def releasable_run_out(row: ReleasableRun) -> ReleasableRunOut:
    run = row.run
    return ReleasableRunOut(
        run=run.pk,
        name=run.name,
        team=run.team_id,
        system_type=run.system_type,
        track=run.board.track,
        language_pair=run.board.language_pair,
        test_set=run.board.test_set,
        label=row.released_as,
    )
