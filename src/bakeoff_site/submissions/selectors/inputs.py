"""What teams may say that their systems started from."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.choices import DataKind


def inputs_to_choose(campaign: Campaign) -> Sequence[str]:
    """The inputs of tracks that have several; of the others no team is asked."""
    tracks = [track for track in campaign.rules.tracks.values() if len(track.inputs) > 1]
    return list(dict.fromkeys(each for track in tracks for each in track.inputs))


def released_runs_of(campaign: Campaign, test_set: str = "", language_pair: str = "") -> Sequence[str]:
    """The names of the runs that are released as input: of all test sets, or of one in a language pair."""
    files = campaign.data_files.filter(kind=DataKind.SOURCE, input="released-runs", replaced_at=None)
    if test_set:
        files = files.filter(test_set=test_set, language_pair__in={"", language_pair})
    names = files.exclude(label="").order_by("number", "pk").values_list("label", flat=True)
    return list(dict.fromkeys(names))
