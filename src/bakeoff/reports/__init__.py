"""Tables as values and the renderers that show them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# These are called as their modules are, so they must be in place before anybody loads those.
from bakeoff.reports.sclite_alignments import sclite_alignments
from bakeoff.reports.sclite_details import ErrorWords, error_words, sclite_details
from bakeoff.reports.sclite_summary import sclite_summary

if TYPE_CHECKING:
    from bakeoff.reports.comparisons import (
        comparison_json,
        comparison_tables,
        p_value_table,
        pairs_table,
        ranking_table,
    )
    from bakeoff.reports.corpus import corpus_json, corpus_table
    from bakeoff.reports.correlation import correlation_json, correlation_table
    from bakeoff.reports.differences import differences_json, differences_table, differences_text
    from bakeoff.reports.latency import latency_instance_table, latency_json, latency_table
    from bakeoff.reports.oracles import oracle_json, oracle_segment_table, oracle_table
    from bakeoff.reports.recognition import alignment_table, error_table, recognition_json, recognition_table
    from bakeoff.reports.renderers import RENDERERS, render_text
    from bakeoff.reports.resegmentation import resegmentation_json, resegmentation_table
    from bakeoff.reports.resources import resources_json, resources_table
    from bakeoff.reports.scores import score_json, score_table, segment_table
    from bakeoff.reports.table import Column, Range, Table, stack_tables

# Modules and what they offer here: loaded on first use, because no command needs all of them.
_OFFERS = {
    "comparisons": "comparison_json comparison_tables p_value_table pairs_table ranking_table",
    "corpus": "corpus_json corpus_table",
    "correlation": "correlation_json correlation_table",
    "differences": "differences_json differences_table differences_text",
    "latency": "latency_instance_table latency_json latency_table",
    "oracles": "oracle_json oracle_segment_table oracle_table",
    "recognition": "alignment_table error_table recognition_json recognition_table",
    "renderers": "RENDERERS render_text",
    "resegmentation": "resegmentation_json resegmentation_table",
    "resources": "resources_json resources_table",
    "scores": "score_json score_table segment_table",
    "table": "Column Range Table stack_tables",
}
_HOMES = {name: module for module, names in _OFFERS.items() for name in names.split()}

__all__ = [
    "RENDERERS",
    "Column",
    "ErrorWords",
    "Range",
    "Table",
    "alignment_table",
    "comparison_json",
    "comparison_tables",
    "corpus_json",
    "corpus_table",
    "correlation_json",
    "correlation_table",
    "differences_json",
    "differences_table",
    "differences_text",
    "error_table",
    "error_words",
    "latency_instance_table",
    "latency_json",
    "latency_table",
    "oracle_json",
    "oracle_segment_table",
    "oracle_table",
    "p_value_table",
    "pairs_table",
    "ranking_table",
    "recognition_json",
    "recognition_table",
    "render_text",
    "resegmentation_json",
    "resegmentation_table",
    "resources_json",
    "resources_table",
    "sclite_alignments",
    "sclite_details",
    "sclite_summary",
    "score_json",
    "score_table",
    "segment_table",
    "stack_tables",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
