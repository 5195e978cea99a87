"""Corpus statistics again, of the texts that are in the package."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.errors import BakeoffError
from bakeoff.evaluation import CorpusStatistics, describe_texts, read_corpora
from bakeoff.release.content import ReleaseContent, ReleaseFile
from bakeoff.release.recomputation.files import NamedFiles
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.reports.campaigns.data_statistics import DescribedData

SPECIFICATION = "case+punc"
"""Texts are counted as they are, in the tokens that most scorers count."""


def recompute_corpora(content: ReleaseContent, files: NamedFiles) -> Recomputed[tuple[DescribedData, ...]]:
    """All texts; training data is not in packages, so that its figures, and words unknown to it, are as published."""
    gaps: list[Gap] = []
    taken: list[str] = []
    found = []
    for described in content.results.data:
        own = _files_of(content, described)
        if described.statistics is None or not own:
            if described.statistics is not None:
                taken.append(f"The figures of {described.file} are as published: the text is not in the package.")
            found.append(described)
            continue
        try:
            again = [_figures(described.statistics, described, file, files) for file in own]
        except BakeoffError as error:
            why = files.without_folders(str(error))
            gaps.append(Gap(what=f"the figures of {described.file}", why=why, is_wrong=True))
            found.append(described)
            continue
        # Files of one name in several places: those of one of them must be the published ones.
        same = next((each for each in again if each == described.statistics), again[0])
        found.append(replace(described, statistics=same))
    return Recomputed(result=tuple(found), gaps=tuple(gaps), taken=tuple(taken))


def _files_of(content: ReleaseContent, described: DescribedData) -> list[ReleaseFile]:
    own = [
        each
        for each in content.test_sets
        if each.test_set == described.test_set and each.language_pair in ("", described.language_pair)
    ]
    every = [file for each in own for file in (each.source, *each.references, each.regions) if file is not None]
    # The reference that is described has its number in words: files may have one name.
    return [file for file in every if file.name == described.file]


def _figures(
    published: CorpusStatistics, described: DescribedData, file: ReleaseFile, files: NamedFiles
) -> CorpusStatistics:
    corpora = read_corpora(files.path_of(file), within_budget=True)
    every = describe_texts(corpora, specification=SPECIFICATION)
    labels = [each.text.label for each in corpora]
    place = labels.index(described.what) if described.what in labels else 0
    return replace(
        every[place],
        unknown_tokens=published.unknown_tokens,
        unknown_words=published.unknown_words,
        groups=published.groups,
    )
