"""Tables as values and the renderers that show them."""

from bakeoff.reports.adjudication import (
    changes_table,
    suggestions_json,
    suggestions_table,
    versions_json,
    versions_table,
)
from bakeoff.reports.campaigns import campaign_tables, schedule_table
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
from bakeoff.reports.findings import findings_json, findings_table
from bakeoff.reports.html import html_page, render_html
from bakeoff.reports.latency import latency_instance_table, latency_json, latency_table
from bakeoff.reports.oracles import oracle_json, oracle_segment_table, oracle_table
from bakeoff.reports.recognition import (
    alignment_table,
    error_table,
    recognition_json,
    recognition_table,
    system_tables,
    systems_json,
)
from bakeoff.reports.renderers import RENDERERS, render_text
from bakeoff.reports.resegmentation import resegmentation_json, resegmentation_table
from bakeoff.reports.resources import resources_json, resources_table
from bakeoff.reports.sclite_alignments import ScoredFiles, sclite_alignments, sclite_full_alignments
from bakeoff.reports.sclite_details import ErrorWords, error_words, sclite_details
from bakeoff.reports.sclite_labels import sclite_labels
from bakeoff.reports.sclite_sgml import sclite_sgml
from bakeoff.reports.sclite_summary import sclite_summary
from bakeoff.reports.scores import score_json, score_table, segment_table
from bakeoff.reports.table import Column, Range, Table, stack_tables

__all__ = [
    "RENDERERS",
    "Column",
    "ErrorWords",
    "Range",
    "ScoredFiles",
    "Table",
    "alignment_table",
    "campaign_tables",
    "changes_table",
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
    "findings_json",
    "findings_table",
    "html_page",
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
    "render_html",
    "render_text",
    "resegmentation_json",
    "resegmentation_table",
    "resources_json",
    "resources_table",
    "schedule_table",
    "sclite_alignments",
    "sclite_details",
    "sclite_full_alignments",
    "sclite_labels",
    "sclite_sgml",
    "sclite_summary",
    "score_json",
    "score_table",
    "segment_table",
    "stack_tables",
    "suggestions_json",
    "suggestions_table",
    "system_tables",
    "systems_json",
    "versions_json",
    "versions_table",
]
