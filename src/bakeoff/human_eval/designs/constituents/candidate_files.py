"""Files that say which parts of a source could be judged: parses, or a list that somebody chose."""

from __future__ import annotations

from pathlib import Path

from bakeoff.formats.annotations.constituent_spans import read_constituent_spans
from bakeoff.formats.annotations.penn_trees import read_parses
from bakeoff.human_eval.designs.constituents.texts import Candidates, listed_candidates, parsed_candidates
from bakeoff.human_eval.designs.shown_columns import JudgedTexts


def read_candidates(path: str | Path, judged: JudgedTexts, *, is_list: bool) -> Candidates:
    """The candidates of a file of parses, a line for each segment, or of a list of parts by segment."""
    if not is_list:
        return parsed_candidates(read_parses(path), str(path))
    own = judged.texts
    keys = [(document.id, segment) for document, segment in zip(own.documents, own.segment_ids, strict=True)]
    listed = read_constituent_spans(path, dict(zip(keys, own.source or (), strict=True)))
    return listed_candidates({number: listed[key] for number, key in enumerate(keys) if key in listed})
