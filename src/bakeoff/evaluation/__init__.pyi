# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .adjudication.scores import (
    ScoredVersion as ScoredVersion,
)
from .adjudication.scores import (
    score_versions as score_versions,
)
from .adjudication.suggestions import (
    Suggestion as Suggestion,
)
from .adjudication.suggestions import (
    Suggestions as Suggestions,
)
from .adjudication.suggestions import (
    suggest_corrections as suggest_corrections,
)
from .adjudication.versions import (
    ReferenceVersion as ReferenceVersion,
)
from .adjudication.versions import (
    SegmentChange as SegmentChange,
)
from .adjudication.versions import (
    apply_corrections as apply_corrections,
)
from .adjudication.versions import (
    reference_differences as reference_differences,
)
from .adjudication.versions import (
    reference_versions as reference_versions,
)
from .comparison.benchmarks import (
    Benchmarks as Benchmarks,
)
from .comparison.benchmarks import (
    compare_with_benchmarks as compare_with_benchmarks,
)
from .comparison.difference_intervals import (
    difference_intervals as difference_intervals,
)
from .comparison.known_p_values import (
    KnownPValues as KnownPValues,
)
from .comparison.pair_tests import (
    PairTest as PairTest,
)
from .comparison.segments import (
    SegmentDifference as SegmentDifference,
)
from .comparison.segments import (
    SegmentDifferences as SegmentDifferences,
)
from .comparison.segments import (
    SegmentOutput as SegmentOutput,
)
from .comparison.segments import (
    SegmentSpread as SegmentSpread,
)
from .comparison.segments import (
    marked_output as marked_output,
)
from .comparison.segments import (
    segment_differences as segment_differences,
)
from .comparison.segments import (
    segment_spreads as segment_spreads,
)
from .comparison.systems import (
    Comparison as Comparison,
)
from .comparison.systems import (
    MetricComparison as MetricComparison,
)
from .comparison.systems import (
    PairComparison as PairComparison,
)
from .comparison.systems import (
    compare_runs as compare_runs,
)
from .corpora.files import (
    Corpus as Corpus,
)
from .corpora.files import (
    read_corpora as read_corpora,
)
from .corpora.statistics import (
    CorpusStatistics as CorpusStatistics,
)
from .corpora.statistics import (
    describe_texts as describe_texts,
)
from .corpora.statistics import (
    statistics_json as statistics_json,
)
from .corpora.statistics import (
    statistics_of_json as statistics_of_json,
)
from .correlation import (
    IntervalKind as IntervalKind,
)
from .correlation import (
    Level as Level,
)
from .correlation import (
    PairedScores as PairedScores,
)
from .correlation import (
    ScoreCorrelation as ScoreCorrelation,
)
from .correlation import (
    correlate_scores as correlate_scores,
)
from .correlation import (
    order_agreement as order_agreement,
)
from .correlation import (
    pair_scores as pair_scores,
)
from .latency.logs import (
    IntervalOptions as IntervalOptions,
)
from .latency.logs import (
    LatencyEvaluation as LatencyEvaluation,
)
from .latency.logs import (
    LatencyScore as LatencyScore,
)
from .latency.logs import (
    evaluate_latency as evaluate_latency,
)
from .recognition.asr_output import (
    Spoken as Spoken,
)
from .recognition.asr_output import (
    check_candidates as check_candidates,
)
from .recognition.asr_output import (
    check_one_best as check_one_best,
)
from .recognition.asr_output import (
    read_candidates as read_candidates,
)
from .recognition.asr_output import (
    read_spoken as read_spoken,
)
from .recognition.comparisons import (
    RecognitionTest as RecognitionTest,
)
from .recognition.comparisons import (
    compare_recognition as compare_recognition,
)
from .recognition.comparisons import (
    recognition_evaluation as recognition_evaluation,
)
from .recognition.counts import (
    Counts as Counts,
)
from .recognition.counts import (
    error_counts as error_counts,
)
from .recognition.groups import (
    group_recognition as group_recognition,
)
from .recognition.oracles import (
    OracleEvaluation as OracleEvaluation,
)
from .recognition.oracles import (
    evaluate_oracles as evaluate_oracles,
)
from .recognition.recordings import (
    RECORDING_ENDINGS as RECORDING_ENDINGS,
)
from .recognition.recordings import (
    check_audio_archive as check_audio_archive,
)
from .recognition.recordings import (
    check_reference_recordings as check_reference_recordings,
)
from .recognition.recordings import (
    check_regions as check_regions,
)
from .recognition.scorer import (
    read_side as read_side,
)
from .recognition.scorer import (
    respell as respell,
)
from .recognition.scorer import (
    score_recognition as score_recognition,
)
from .resegmentation.options import (
    DocumentRule as DocumentRule,
)
from .resegmentation.options import (
    ResegmentationRule as ResegmentationRule,
)
from .resegmentation.options import (
    parse_resegmentation as parse_resegmentation,
)
from .resegmentation.runs import (
    ResegmentedRun as ResegmentedRun,
)
from .resegmentation.runs import (
    resegment_run as resegment_run,
)
from .resegmentation.runs import (
    with_resegmentation as with_resegmentation,
)
from .scores.bleu_details import (
    bleu_details as bleu_details,
)
from .scores.given_scores import (
    add_plugin_scores as add_plugin_scores,
)
from .scores.given_scores import (
    add_scores as add_scores,
)
from .scores.given_scores import (
    check_score_name as check_score_name,
)
from .scores.groups import (
    known_attributes as known_attributes,
)
from .scores.groups import (
    present_groupings as present_groupings,
)
from .scores.intervals import (
    add_intervals as add_intervals,
)
from .scores.intervals import (
    mean_signature as mean_signature,
)
from .scores.measures import (
    Unit as Unit,
)
from .scores.packed import (
    pack_layout as pack_layout,
)
from .scores.packed import (
    pack_segments as pack_segments,
)
from .scores.packed import (
    pack_statistics as pack_statistics,
)
from .scores.packed import (
    unpack_layout as unpack_layout,
)
from .scores.packed import (
    unpack_segments as unpack_segments,
)
from .scores.packed import (
    unpack_statistics as unpack_statistics,
)
from .scores.results import (
    Evaluation as Evaluation,
)
from .scores.results import (
    GroupScores as GroupScores,
)
from .scores.results import (
    Scale as Scale,
)
from .scores.results import (
    Score as Score,
)
from .scores.results import (
    SystemScores as SystemScores,
)
from .scores.results import (
    Variation as Variation,
)
from .scores.rulebook_scores import (
    add_scores_by_rules as add_scores_by_rules,
)
from .scores.rulebook_scores import (
    compare_by_rules as compare_by_rules,
)
from .scores.rulebook_scores import (
    interval_by_rules as interval_by_rules,
)
from .scores.rulebook_scores import (
    score_by_rules as score_by_rules,
)
from .scores.scorer import (
    score_runs as score_runs,
)
from .scores.scorer import (
    score_texts as score_texts,
)
from .scores.scorers import (
    sacrebleu_signature as sacrebleu_signature,
)
from .scores.scorers import (
    scorer_of as scorer_of,
)
from .scores.storage import (
    StoredRun as StoredRun,
)
from .scores.storage import (
    StoredScore as StoredScore,
)
from .scores.storage import (
    restore_evaluation as restore_evaluation,
)
from .scores.storage import (
    scoring_of as scoring_of,
)
from .scores.storage import (
    store_run as store_run,
)
from .scores.storage import (
    variation_json as variation_json,
)
from .scores.storage import (
    variation_of as variation_of,
)
from .scores.titles import (
    metric_title as metric_title,
)
from .tournament import (
    TournamentResult as TournamentResult,
)
from .tournament import (
    TournamentRules as TournamentRules,
)
from .tournament import (
    match_results as match_results,
)
from .tournament import (
    match_results_of as match_results_of,
)
from .tournament import (
    run_tournament as run_tournament,
)
from .tournament import (
    seeding_measure as seeding_measure,
)
from .tournament import (
    seeds_of_runs as seeds_of_runs,
)
from .tournament import (
    tournament_rules as tournament_rules,
)

__all__ = [
    "Benchmarks",
    "Comparison",
    "CorpusStatistics",
    "Counts",
    "DocumentRule",
    "Evaluation",
    "GroupScores",
    "IntervalKind",
    "IntervalOptions",
    "KnownPValues",
    "LatencyEvaluation",
    "LatencyScore",
    "Level",
    "MetricComparison",
    "OracleEvaluation",
    "PairComparison",
    "PairTest",
    "PairedScores",
    "RecognitionTest",
    "ReferenceVersion",
    "ResegmentationRule",
    "ResegmentedRun",
    "Scale",
    "Score",
    "ScoreCorrelation",
    "ScoredVersion",
    "SegmentChange",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SegmentSpread",
    "Spoken",
    "StoredRun",
    "StoredScore",
    "Suggestion",
    "Suggestions",
    "SystemScores",
    "TournamentResult",
    "TournamentRules",
    "Unit",
    "Variation",
    "add_intervals",
    "add_plugin_scores",
    "add_scores",
    "add_scores_by_rules",
    "apply_corrections",
    "bleu_details",
    "check_candidates",
    "check_one_best",
    "check_score_name",
    "compare_by_rules",
    "compare_recognition",
    "compare_runs",
    "compare_with_benchmarks",
    "correlate_scores",
    "describe_texts",
    "difference_intervals",
    "error_counts",
    "evaluate_latency",
    "evaluate_oracles",
    "group_recognition",
    "interval_by_rules",
    "marked_output",
    "match_results",
    "match_results_of",
    "mean_signature",
    "metric_title",
    "order_agreement",
    "pack_layout",
    "pack_segments",
    "pack_statistics",
    "pair_scores",
    "parse_resegmentation",
    "read_candidates",
    "read_side",
    "read_spoken",
    "recognition_evaluation",
    "reference_differences",
    "reference_versions",
    "resegment_run",
    "respell",
    "restore_evaluation",
    "run_tournament",
    "sacrebleu_signature",
    "score_by_rules",
    "score_recognition",
    "score_runs",
    "score_texts",
    "score_versions",
    "scorer_of",
    "scoring_of",
    "seeding_measure",
    "seeds_of_runs",
    "segment_differences",
    "segment_spreads",
    "store_run",
    "suggest_corrections",
    "tournament_rules",
    "unpack_layout",
    "unpack_segments",
    "unpack_statistics",
    "variation_json",
    "variation_of",
    "with_resegmentation",
]
