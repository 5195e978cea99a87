# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .benchmarks import (
    benchmark_json as benchmark_json,
)
from .benchmarks import (
    benchmark_long_table as benchmark_long_table,
)
from .benchmarks import (
    benchmark_tables as benchmark_tables,
)
from .campaigns.adjudication import (
    changes_table as changes_table,
)
from .campaigns.adjudication import (
    suggestions_json as suggestions_json,
)
from .campaigns.adjudication import (
    suggestions_table as suggestions_table,
)
from .campaigns.adjudication import (
    versions_json as versions_json,
)
from .campaigns.adjudication import (
    versions_table as versions_table,
)
from .campaigns.calendar_file import (
    render_calendar as render_calendar,
)
from .campaigns.data_statistics import (
    DescribedData as DescribedData,
)
from .campaigns.data_statistics import (
    data_json as data_json,
)
from .campaigns.data_statistics import (
    data_tables as data_tables,
)
from .campaigns.data_statistics import (
    joined_data_table as joined_data_table,
)
from .campaigns.findings import (
    findings_json as findings_json,
)
from .campaigns.findings import (
    findings_table as findings_table,
)
from .campaigns.rulebooks import (
    ScheduleRow as ScheduleRow,
)
from .campaigns.rulebooks import (
    conditions_table as conditions_table,
)
from .campaigns.rulebooks import (
    rulebook_tables as rulebook_tables,
)
from .campaigns.rulebooks import (
    schedule_rows as schedule_rows,
)
from .campaigns.rulebooks import (
    schedule_table as schedule_table,
)
from .campaigns.rulebooks import (
    tracks_table as tracks_table,
)
from .comparisons import (
    comparison_json as comparison_json,
)
from .comparisons import (
    comparison_tables as comparison_tables,
)
from .comparisons import (
    p_value_table as p_value_table,
)
from .comparisons import (
    pairs_table as pairs_table,
)
from .comparisons import (
    ranking_table as ranking_table,
)
from .corpus import (
    corpus_json as corpus_json,
)
from .corpus import (
    corpus_table as corpus_table,
)
from .correlation import (
    correlation_json as correlation_json,
)
from .correlation import (
    correlation_table as correlation_table,
)
from .differences import (
    differences_json as differences_json,
)
from .differences import (
    differences_table as differences_table,
)
from .differences import (
    differences_text as differences_text,
)
from .drawings.bracket import (
    bracket_svg as bracket_svg,
)
from .html import (
    html_page as html_page,
)
from .html import (
    render_html as render_html,
)
from .human.captions import (
    group_name as group_name,
)
from .human.constituents import (
    answers_json as answers_json,
)
from .human.constituents import (
    answers_table as answers_table,
)
from .human.constituents import (
    constituents_json as constituents_json,
)
from .human.constituents import (
    constituents_table as constituents_table,
)
from .human.constituents import (
    reused_answers_sentence as reused_answers_sentence,
)
from .human.evaluation_plans import (
    owed_json as owed_json,
)
from .human.evaluation_plans import (
    owed_table as owed_table,
)
from .human.evaluation_plans import (
    plan_json as plan_json,
)
from .human.evaluation_plans import (
    plan_table as plan_table,
)
from .human.figures import (
    agreement_svg as agreement_svg,
)
from .human.figures import (
    head_to_head_svg as head_to_head_svg,
)
from .human.figures import (
    human_figures as human_figures,
)
from .human.figures import (
    times_svg as times_svg,
)
from .human.kind_correlations import (
    kinds_json as kinds_json,
)
from .human.kind_correlations import (
    kinds_table as kinds_table,
)
from .human.post_edits import (
    post_edit_tables as post_edit_tables,
)
from .human.post_edits import (
    post_edits_json as post_edits_json,
)
from .human.power_charts import (
    power_chart as power_chart,
)
from .human.power_charts import (
    power_note as power_note,
)
from .human.power_charts import (
    power_sentences as power_sentences,
)
from .human.results_json import (
    agreement_json as agreement_json,
)
from .human.results_json import (
    human_json as human_json,
)
from .human.sample_sizes import (
    effect_json as effect_json,
)
from .human.sample_sizes import (
    effect_table as effect_table,
)
from .human.sample_sizes import (
    pilot_json as pilot_json,
)
from .human.sample_sizes import (
    pilot_table as pilot_table,
)
from .human.sample_sizes import (
    simulated_json as simulated_json,
)
from .human.sample_sizes import (
    simulated_table as simulated_table,
)
from .human.tables import (
    agreement_table as agreement_table,
)
from .human.tables import (
    human_matrix_table as human_matrix_table,
)
from .human.tables import (
    human_pairs_table as human_pairs_table,
)
from .human.tables import (
    human_ranking_table as human_ranking_table,
)
from .human.tables import (
    human_tables as human_tables,
)
from .human.tables import (
    judges_table as judges_table,
)
from .human.tables import (
    times_table as times_table,
)
from .metrics_task.difference_charts import (
    agreement_by_difference_chart as agreement_by_difference_chart,
)
from .metrics_task.figures import (
    metrics_figures as metrics_figures,
)
from .metrics_task.heat_maps import (
    agreement_by_subset_chart as agreement_by_subset_chart,
)
from .metrics_task.heat_maps import (
    metric_matrix_chart as metric_matrix_chart,
)
from .metrics_task.human_scatter import (
    metric_against_human_chart as metric_against_human_chart,
)
from .metrics_task.tables import (
    average_table as average_table,
)
from .metrics_task.tables import (
    disagreements_table as disagreements_table,
)
from .metrics_task.tables import (
    metrics_json as metrics_json,
)
from .metrics_task.tables import (
    metrics_table as metrics_table,
)
from .metrics_task.tables import (
    metrics_tables as metrics_tables,
)
from .metrics_task.tables import (
    overall_table as overall_table,
)
from .metrics_task.tables import (
    tests_table as tests_table,
)
from .renderers import (
    RENDERERS as RENDERERS,
)
from .renderers import (
    render_text as render_text,
)
from .resources import (
    resources_json as resources_json,
)
from .resources import (
    resources_table as resources_table,
)
from .sclite.alignments import (
    ScoredFiles as ScoredFiles,
)
from .sclite.alignments import (
    sclite_alignments as sclite_alignments,
)
from .sclite.alignments import (
    sclite_full_alignments as sclite_full_alignments,
)
from .sclite.details import (
    ErrorWords as ErrorWords,
)
from .sclite.details import (
    error_words as error_words,
)
from .sclite.details import (
    sclite_details as sclite_details,
)
from .sclite.labels import (
    sclite_labels as sclite_labels,
)
from .sclite.sgml import (
    sclite_sgml as sclite_sgml,
)
from .sclite.summary import (
    sclite_summary as sclite_summary,
)
from .scorers import (
    bleu_table as bleu_table,
)
from .scorers import (
    scorers_line as scorers_line,
)
from .scores import (
    score_json as score_json,
)
from .scores import (
    score_table as score_table,
)
from .scores import (
    segment_table as segment_table,
)
from .speech.asr_output import (
    InputPlace as InputPlace,
)
from .speech.asr_output import (
    ScoredInput as ScoredInput,
)
from .speech.asr_output import (
    ScoredRun as ScoredRun,
)
from .speech.asr_output import (
    asr_output_tables as asr_output_tables,
)
from .speech.asr_output import (
    joined_asr_output_table as joined_asr_output_table,
)
from .speech.asr_output import (
    released_runs_tables as released_runs_tables,
)
from .speech.asr_output import (
    scored_inputs_table as scored_inputs_table,
)
from .speech.latency import (
    latency_instance_table as latency_instance_table,
)
from .speech.latency import (
    latency_json as latency_json,
)
from .speech.latency import (
    latency_table as latency_table,
)
from .speech.oracles import (
    oracle_json as oracle_json,
)
from .speech.oracles import (
    oracle_segment_table as oracle_segment_table,
)
from .speech.oracles import (
    oracle_table as oracle_table,
)
from .speech.recognition import (
    alignment_table as alignment_table,
)
from .speech.recognition import (
    error_table as error_table,
)
from .speech.recognition import (
    grouped_table as grouped_table,
)
from .speech.recognition import (
    recognition_json as recognition_json,
)
from .speech.recognition import (
    recognition_table as recognition_table,
)
from .speech.recognition import (
    system_tables as system_tables,
)
from .speech.recognition import (
    systems_json as systems_json,
)
from .speech.resegmentation import (
    resegmentation_json as resegmentation_json,
)
from .speech.resegmentation import (
    resegmentation_table as resegmentation_table,
)
from .table import (
    Column as Column,
)
from .table import (
    Group as Group,
)
from .table import (
    Listing as Listing,
)
from .table import (
    Range as Range,
)
from .table import (
    Reading as Reading,
)
from .table import (
    Table as Table,
)
from .table import (
    listing as listing,
)
from .table import (
    stack_tables as stack_tables,
)
from .table import (
    visible as visible,
)
from .tournaments import (
    matches_table as matches_table,
)
from .tournaments import (
    tournament_json as tournament_json,
)
from .tournaments import (
    tournament_ranking_table as tournament_ranking_table,
)
from .word_alignment import (
    alignment_errors_json as alignment_errors_json,
)
from .word_alignment import (
    alignment_errors_table as alignment_errors_table,
)

__all__ = [
    "RENDERERS",
    "Column",
    "ErrorWords",
    "InputPlace",
    "Range",
    "ScheduleRow",
    "ScoredFiles",
    "ScoredInput",
    "ScoredRun",
    "Table",
    "agreement_by_difference_chart",
    "agreement_by_subset_chart",
    "agreement_json",
    "agreement_svg",
    "agreement_table",
    "alignment_errors_json",
    "alignment_errors_table",
    "alignment_table",
    "answers_json",
    "answers_table",
    "asr_output_tables",
    "average_table",
    "benchmark_json",
    "benchmark_long_table",
    "benchmark_tables",
    "bleu_table",
    "bracket_svg",
    "changes_table",
    "comparison_json",
    "comparison_tables",
    "conditions_table",
    "constituents_json",
    "constituents_table",
    "corpus_json",
    "corpus_table",
    "correlation_json",
    "correlation_table",
    "differences_json",
    "differences_table",
    "differences_text",
    "disagreements_table",
    "effect_json",
    "effect_table",
    "error_table",
    "error_words",
    "findings_json",
    "findings_table",
    "group_name",
    "grouped_table",
    "head_to_head_svg",
    "html_page",
    "human_figures",
    "human_json",
    "human_matrix_table",
    "human_pairs_table",
    "human_ranking_table",
    "human_tables",
    "joined_asr_output_table",
    "judges_table",
    "kinds_json",
    "kinds_table",
    "latency_instance_table",
    "latency_json",
    "latency_table",
    "matches_table",
    "metric_against_human_chart",
    "metric_matrix_chart",
    "metrics_figures",
    "metrics_json",
    "metrics_table",
    "metrics_tables",
    "oracle_json",
    "oracle_segment_table",
    "oracle_table",
    "overall_table",
    "owed_json",
    "owed_table",
    "p_value_table",
    "pairs_table",
    "pilot_json",
    "pilot_table",
    "plan_json",
    "plan_table",
    "post_edit_tables",
    "post_edits_json",
    "power_chart",
    "power_note",
    "power_sentences",
    "ranking_table",
    "recognition_json",
    "recognition_table",
    "released_runs_tables",
    "render_html",
    "render_text",
    "resegmentation_json",
    "resegmentation_table",
    "resources_json",
    "resources_table",
    "reused_answers_sentence",
    "rulebook_tables",
    "schedule_rows",
    "schedule_table",
    "sclite_alignments",
    "sclite_details",
    "sclite_full_alignments",
    "sclite_labels",
    "sclite_sgml",
    "sclite_summary",
    "score_json",
    "score_table",
    "scored_inputs_table",
    "scorers_line",
    "segment_table",
    "simulated_json",
    "simulated_table",
    "stack_tables",
    "suggestions_json",
    "suggestions_table",
    "system_tables",
    "systems_json",
    "tests_table",
    "times_svg",
    "times_table",
    "tournament_json",
    "tournament_ranking_table",
    "tracks_table",
    "versions_json",
    "versions_table",
]
