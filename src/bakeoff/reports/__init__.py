"""Tables as values and the renderers that show them."""

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
from bakeoff.reports.renderers import RENDERERS, render_text
from bakeoff.reports.resources import resources_json, resources_table
from bakeoff.reports.scores import score_json, score_table, segment_table
from bakeoff.reports.table import Column, Range, Table, stack_tables

__all__ = [
    "RENDERERS",
    "Column",
    "Range",
    "Table",
    "comparison_json",
    "comparison_tables",
    "corpus_json",
    "corpus_table",
    "correlation_json",
    "correlation_table",
    "differences_json",
    "differences_table",
    "differences_text",
    "latency_instance_table",
    "latency_json",
    "latency_table",
    "oracle_json",
    "oracle_segment_table",
    "oracle_table",
    "p_value_table",
    "pairs_table",
    "ranking_table",
    "render_text",
    "resources_json",
    "resources_table",
    "score_json",
    "score_table",
    "segment_table",
    "stack_tables",
]
