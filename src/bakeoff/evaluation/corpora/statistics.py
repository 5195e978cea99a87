"""Figures about texts: how long they are, how many different words they hold, how many of these are unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import TextSet, segment_documents
from bakeoff.engine.threads import checked_threads
from bakeoff.evaluation.corpora.files import Corpus
from bakeoff.evaluation.scores.groups import group_segments
from bakeoff.text import Specification, Workspace, find_specification

Ids = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Figures about one text or file of speech; None is what it does not say.

    Unknown words are words that the training text lacks. `duration_seconds` is that of the recordings, `speech_seconds`
    how long somebody speaks in them (`Times`).
    """

    segments: int | None
    documents: int
    empty_segments: int | None
    tokens: int | None
    vocabulary: int | None
    unknown_tokens: int | None
    unknown_words: int | None
    recordings: int | None = None
    speakers: int | None = None
    duration_seconds: float | None = None
    speech_seconds: float | None = None
    groups: Mapping[str, CorpusStatistics] = field(default_factory=dict)

    @property
    def average_length(self) -> float | None:
        """Tokens in a segment; None where there is no segment."""
        return self.tokens / self.segments if self.segments and self.tokens is not None else None

    @property
    def unknown_rate(self) -> float | None:
        """Unknown tokens in percent of all tokens."""
        if self.unknown_tokens is None or not self.tokens:
            return None
        return 100 * self.unknown_tokens / self.tokens


def statistics_json(statistics: CorpusStatistics) -> dict[str, int | float | None]:
    """The figures by name, without those of groups."""
    return {each.name: getattr(statistics, each.name) for each in fields(statistics) if each.name != "groups"}


def statistics_of_json(content: Mapping[str, Any]) -> CorpusStatistics:
    """The figures that `statistics_json` wrote; other keys are passed over, and what is missing is not known."""
    named = [each.name for each in fields(CorpusStatistics) if each.name != "groups"]
    figures: dict[str, Any] = {name: content.get(name) for name in named}
    return CorpusStatistics(**figures)


def describe_texts(
    texts: Sequence[TextSet | Corpus],
    *,
    training: Sequence[TextSet | Corpus] = (),
    specification: str | Specification = "case+punc",
    by: Iterable[str] = (),
    threads: int | None = None,
) -> tuple[CorpusStatistics, ...]:
    """Statistics of each text under a specification; words not in the `training` texts are unknown.

    Files of speech come from `read_corpora`; their words are counted as those of texts are.
    """
    spec = find_specification(specification) if isinstance(specification, str) else specification
    workspace = Workspace(tokenizer=spec.tokenizer, threads=checked_threads(threads))
    known = None
    if training:
        known = np.unique(np.concatenate([_Tokenised(text, spec, workspace).ids for text in training]))
    by = tuple(by)
    described = []
    for text in texts:
        tokenised = _Tokenised(text, spec, workspace)
        groups = group_segments(tokenised.documents, by)
        described.append(
            tokenised.describe(
                None, known, {key: tokenised.describe(members, known, {}) for key, members in groups.items()}
            )
        )
    return tuple(described)


class _Tokenised:
    def __init__(self, given: TextSet | Corpus, spec: Specification, workspace: Workspace) -> None:
        self.corpus = given if isinstance(given, Corpus) else Corpus(name=given.label, text=given)
        text = self.corpus.text
        self.documents = segment_documents(text)
        """Of each segment, with what is known of it."""
        counts = [sum(1 for _ in document.segments) for document in text.documents]
        self.numbers = np.repeat(np.arange(len(counts)), counts)
        """The number of the document of each segment."""
        segments = [segment.text for segment in text.segments]
        self.empty = np.asarray([not segment.strip() for segment in segments], dtype=bool)
        tokens = workspace.text(spec.apply(segments)).tokens()
        self.ids: Ids = tokens.ids()
        self.lengths = tokens.lengths()[:, 0]

    def describe(
        self, members: NDArray[np.intp] | None, known: Ids | None, groups: Mapping[str, CorpusStatistics]
    ) -> CorpusStatistics:
        kept = np.ones(len(self.lengths), dtype=bool)
        if members is not None:
            kept[:] = False
            kept[members] = True
        ids = self.ids[np.repeat(kept, self.lengths)]
        words = np.unique(ids)
        corpus, times = self.corpus, self.corpus.times
        compared = known if corpus.has_words else None
        return CorpusStatistics(
            segments=int(kept.sum()) if corpus.has_segments else None,
            documents=len(np.unique(self.numbers[kept])),
            empty_segments=int(self.empty[kept].sum()) if corpus.has_segments and corpus.has_words else None,
            tokens=len(ids) if corpus.has_words else None,
            vocabulary=len(words) if corpus.has_words else None,
            unknown_tokens=None if compared is None else int(np.isin(ids, compared, invert=True).sum()),
            unknown_words=None if compared is None else int(np.isin(words, compared, invert=True).sum()),
            recordings=None if times is None else times.recordings(kept),
            speakers=None if times is None else times.speaker_count(kept),
            duration_seconds=None if times is None or members is not None else times.duration_seconds(),
            speech_seconds=None if times is None else times.speech_seconds(kept),
            groups=groups,
        )
