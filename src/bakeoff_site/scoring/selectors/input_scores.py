"""N-best lists and lattices that systems start from: what they are scored against, and which are to be scored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import files_in_force, scored_inputs
from bakeoff_site.scoring.models import InputScore


@dataclass(frozen=True, slots=True)
class ScoringBasis:
    """What lists or lattices are compared with."""

    spoken: DataFile | None
    """The transcript, or else the source where it is a text."""
    depth: int | None
    digest: str
    """Figures of the same digest are the same figures."""


def basis_of(data_file: DataFile) -> ScoringBasis:
    """What is in force for a file, which has been read with its campaign."""
    campaign = data_file.campaign
    data = files_in_force(campaign, data_file.test_set, data_file.language_pair)
    spoken, depth = data.transcript or data.text_source, campaign.rules.evaluation.nbest_depth
    said = f"{data_file.sha256} {spoken.sha256 if spoken else ''} {depth}"
    return ScoringBasis(spoken, depth, hashlib.sha256(said.encode()).hexdigest())


def outdated_inputs(campaign: Campaign) -> Iterator[DataFile]:
    """Lists and lattices whose figures are of other files or rules than those in force, or that have none."""
    stored = dict(InputScore.objects.filter(data_file__campaign=campaign).values_list("data_file", "inputs_digest"))
    for data_file in scored_inputs(campaign).select_related("campaign"):
        basis = basis_of(data_file)
        if basis.spoken is not None and stored.get(data_file.pk) != basis.digest:
            yield data_file
