"""What metrics score: the outputs in the package that metric teams download, under numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bakeoff.data import ReferenceSet, TestSet
from bakeoff.formats import read_references, read_source
from bakeoff.rulebook.release.shared_outputs import SharedOutputs, shared_outputs
from bakeoff.submissions.anonymous_outputs import SegmentKey, segments_in
from bakeoff.submissions.metrics_package import segment_keys
from bakeoff.submissions.scored_outputs import ScoredOutputs
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import files_in_force


@dataclass(frozen=True, slots=True)
class PackedOutputs:
    """A package of outputs for metrics as it is now."""

    rules: SharedOutputs
    data_file: DataFile
    runs: dict[str, int]
    """The keys of the runs in it by the names of their systems: `system3`."""


def packed_outputs(campaign: Campaign, *, track: str, test_set: str, language_pair: str) -> PackedOutputs | None:
    """The package for the teams of a metrics track; None where there is none."""
    for rules in shared_outputs(campaign.rules):
        if rules.is_for_metrics and track in rules.receivers and rules.test_set == test_set:
            file = campaign.data_files.filter(
                kind=DataKind.OUTPUTS,
                test_set=test_set,
                language_pair=language_pair,
                number=rules.number,
                replaced_at=None,
            ).first()
            if file is not None:
                packed = file.packed_runs.filter(left_out=False).select_related("system").order_by("system__number")
                return PackedOutputs(rules, file, {str(each.system): each.run_id for each in packed})
    return None


def scored_outputs(campaign: Campaign, language_pair: str | None, test_set: str | None) -> ScoredOutputs | None:
    """What a file of scores has to have scores of."""
    if language_pair is None or test_set is None:
        return None
    tracks = [track.id for track in campaign.rules.tracks.values() if track.kind == "metrics"]
    for track in tracks:
        packed = packed_outputs(campaign, track=track, test_set=test_set, language_pair=language_pair)
        if packed is not None:
            return ScoredOutputs(
                systems=tuple(packed.runs),
                segments=len(scored_segments(campaign, packed.rules, language_pair)),
                references=len(_references(campaign, test_set, language_pair)) if packed.rules.has_references else 0,
            )
    return None


def scored_segments(campaign: Campaign, rules: SharedOutputs, language_pair: str) -> tuple[SegmentKey, ...]:
    """Document and id of each segment by its number in the package."""
    file = files_in_force(campaign, rules.test_set, language_pair).text_source
    if file is None:
        return ()
    source = _source(file.sha256, file.name)
    references = _references(campaign, rules.test_set, language_pair) if rules.subsets else []
    return segment_keys(source, segments_in(rules.subsets, [source, *references]) if rules.subsets else None)


@lru_cache(maxsize=16)
def _source(sha256: str, name: str) -> TestSet:
    # Kept under their checksum, files never change; a package may have many files of scores.
    with under_name(sha256, name) as path:
        return read_source(path)


def _references(campaign: Campaign, test_set: str, language_pair: str) -> list[ReferenceSet]:
    references: list[ReferenceSet] = []
    for file in files_in_force(campaign, test_set, language_pair).references:
        with under_name(file.sha256, file.name) as path:
            references += read_references(path)
    return references
