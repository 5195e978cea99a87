"""The files of test sets that may be released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff.release.content import ReleaseFile, TestSetFiles
from bakeoff.rulebook.release.grants import Resource
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.publication.selectors.results import SeenCampaign

_NOT_RELEASED = "the rulebook does not release it"
_RECORDINGS = "recordings are not part of packages"


def test_set_files(seen: SeenCampaign) -> tuple[TestSetFiles, ...]:
    """The files of every test set that runs were scored on, of each language pair once."""
    places = dict.fromkeys((each.board.language_pair, each.board.test_set) for each in seen.boards)
    found: dict[tuple[str, str], TestSetFiles] = {}
    for pair, test_set in places:
        data = files_in_force(seen.campaign, test_set, pair)
        if not data.files:
            continue
        # Files that serve every pair are in it once.
        shared = all(not file.language_pair for file in data.files)
        place = ("" if shared else pair, test_set)
        found.setdefault(place, _Files(seen, data, pair, test_set).released(place[0]))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Files:
    seen: SeenCampaign
    data: TestData
    pair: str
    test_set: str

    def released(self, language_pair: str) -> TestSetFiles:
        data = self.data
        may_source, may_references = self._may("source"), self._may("references")
        references = tuple(map(_file, data.references)) if may_references else ()
        return TestSetFiles(
            language_pair=language_pair,
            test_set=self.test_set,
            source=_file(data.text_source) if may_source and data.text_source is not None else None,
            references=references,
            mappings=_file(data.mappings) if may_references and data.mappings is not None else None,
            regions=_file(data.regions) if may_source and data.regions is not None else None,
            left_out=dict(self._left_out(may_source=may_source, may_references=may_references)),
        )

    def _may(self, resource: Resource) -> bool:
        return self.seen.viewer.may(resource, test_set=self.test_set, language_pair=self.pair).allowed

    def _left_out(self, *, may_source: bool, may_references: bool) -> Iterator[tuple[str, str]]:
        data = self.data
        if data.source is not None and not may_source:
            yield "source", _NOT_RELEASED
        elif data.source is not None and data.text_source is None:
            yield "source", _RECORDINGS
        if data.regions is not None and not may_source:
            yield "regions", _NOT_RELEASED
        if not may_references:
            for number, _ in enumerate(data.references, start=1):
                yield f"reference {number}", _NOT_RELEASED
            if data.mappings is not None:
                yield "mappings", _NOT_RELEASED


def _file(file: DataFile) -> ReleaseFile:
    return ReleaseFile.at(path_of(file.sha256), name=file.name)
