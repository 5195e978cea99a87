"""Figures of files, computed once for each version."""

from __future__ import annotations

import contextlib

from django.db import IntegrityError

from bakeoff.errors import BakeoffError
from bakeoff.evaluation import Corpus, describe_texts, read_corpora, statistics_json
from bakeoff.submissions.archives.kinds import is_archive
from bakeoff.submissions.sources import holds_recordings
from bakeoff_site.core.storage.files import path_of, under_name
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile, FileStatistics
from bakeoff_site.datasets.selectors.statistics import SPECIFICATION, Described, files_to_describe

_AT_ONCE = 20
"""Files that are described before other periodic tasks have their turn."""


def describe_files() -> int:
    """Computes the figures of files that lack them; returns of how many."""
    files = files_to_describe(_AT_ONCE)
    for file in files:
        _describe(file)
    return len(files)


def _describe(described_file: Described) -> None:
    """Computes and stores the figures of a file; of one that is no text, that it has none."""
    file = described_file.file
    known = [
        corpus
        for each in described_file.training
        for corpus in _corpora(each)
        if not corpus.member or described_file.is_in_its_language(each, corpus.member)
    ]
    corpora = _corpora(file)
    described = describe_texts(corpora, training=known, specification=SPECIFICATION)
    content = [
        {
            "text": corpus.text.label if len(corpora) > 1 and not corpus.member else "",
            "member": corpus.member,
            "language": corpus.language,
            **statistics_json(figures),
        }
        for corpus, figures in zip(corpora, described, strict=True)
    ]
    # Another worker may be at it, too: both find the same.
    with contextlib.suppress(IntegrityError):
        FileStatistics.objects.update_or_create(
            data_file=file, defaults={"inputs_digest": described_file.inputs_digest, "content": content}
        )


def _corpora(file: DataFile) -> tuple[Corpus, ...]:
    """The texts of a file, or of an archive of training data; none of recordings, and of what no reader understands."""
    may_be_archive = file.kind == DataKind.TRAINING and is_archive(path_of(file.sha256))
    if holds_recordings(path_of(file.sha256)) and not may_be_archive:
        return ()
    with under_name(file.sha256, file.name) as path:
        try:
            return read_corpora(path, within_budget=True)
        except BakeoffError:
            return ()
