"""What teams may say that their systems started from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.rulebook.release.inputs import release_targets
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors.test_data import released_inputs
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Run


@dataclass(frozen=True, slots=True)
class ReleasableRun:
    """A run that systems of another track may start from, and what it is released as."""

    run: Run
    released_as: str
    """Empty where it is not released."""
    file_id: int | None
    """The file of one of the test sets that it is a source of."""


def inputs_to_choose(campaign: Campaign) -> Sequence[str]:
    """The inputs of tracks that have several; of the others no team is asked."""
    tracks = [track for track in campaign.rules.tracks.values() if len(track.inputs) > 1]
    return list(dict.fromkeys(each for track in tracks for each in track.inputs))


def released_runs_of(campaign: Campaign, test_set: str = "", language_pair: str = "") -> Sequence[str]:
    """The names of the runs that are released as input: of all test sets, or of one in a language pair."""
    files = released_inputs(campaign)
    if test_set:
        files = files.filter(test_set=test_set, language_pair__in={"", language_pair})
    names = files.exclude(label="").order_by("number", "pk").values_list("label", flat=True)
    return list(dict.fromkeys(names))


def releasable_runs(campaign: Campaign) -> Sequence[ReleasableRun]:
    """The runs in force that organisers may release as input, by board; a released file has the bytes of its run."""
    rules = campaign.rules
    boards = [
        board.pk
        for board in campaign.boards.all()
        if is_in_rulebook(rules, board)
        and release_targets(rules, track=board.track, test_set=board.test_set, language_pair=board.language_pair)
    ]
    runs = Run.objects.filter(board__in=boards, withdrawn_at=None, replaced_by=None).select_related("team")
    released = {file.sha256: file for file in released_inputs(campaign).order_by("-pk")}
    rows = []
    for run in runs.order_by("board", "name"):
        file = released.get(run.sha256)
        rows.append(ReleasableRun(run, file.label if file else "", file.pk if file else None))
    return rows
