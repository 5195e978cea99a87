"""Corrections that recognisers suggest, aligned as the rulebook of their campaign scores them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.evaluation.adjudication.suggestions import Suggestions, suggest_corrections
from bakeoff.evaluation.recognition.rulebook_scores import rules_of
from bakeoff.evaluation.recognition.scorer import read_side, respell, score_recognition
from bakeoff.formats import read_regions, read_rules
from bakeoff.rulebook.schema import Scoring

FilePath = str | Path


def suggest_by_rules(
    scoring: Scoring,
    *,
    runs: Mapping[str, FilePath],
    reference: FilePath,
    mappings: FilePath | None = None,
    regions: FilePath | None = None,
    least: int | None = None,
    threads: int | None = None,
) -> Suggestions:
    """Stretches of a transcript on which files of runs agree against it; see `suggest_corrections`.

    Case, spelling rules (GLM) and regions (UEM) are those by which the rulebook has word errors counted.
    """
    spelling = read_rules(str(mappings)) if scoring.global_mappings and mappings is not None else None
    scored = read_regions(str(regions)) if scoring.regions and regions is not None else None
    written = read_side(str(reference), "ref")
    respelt = cast(Transcript | TimedSegments, respell(written, "ref", spelling=spelling, keep_case=scoring.case))
    systems = {
        name: score_recognition(
            respelt,
            read_side(str(path), "hyp", spelling=spelling, keep_case=scoring.case),
            rules=rules_of("wer@sclite", scoring),
            regions=scored,
            alignments=True,
            threads=threads,
        )
        for name, path in runs.items()
    }
    return suggest_corrections(written, systems, scored=respelt, least=least)
