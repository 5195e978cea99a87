# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .adjudicated_scores import (
    ScoredVersion as ScoredVersion,
)
from .adjudicated_scores import (
    score_versions as score_versions,
)
from .adjudication import (
    ReferenceVersion as ReferenceVersion,
)
from .adjudication import (
    SegmentChange as SegmentChange,
)
from .adjudication import (
    apply_corrections as apply_corrections,
)
from .adjudication import (
    reference_differences as reference_differences,
)
from .adjudication import (
    reference_versions as reference_versions,
)
from .by_rules import (
    compare_by_rules as compare_by_rules,
)
from .by_rules import (
    is_recognition as is_recognition,
)
from .by_rules import (
    score_by_rules as score_by_rules,
)
from .compare import (
    Comparison as Comparison,
)
from .compare import (
    MetricComparison as MetricComparison,
)
from .compare import (
    PairComparison as PairComparison,
)
from .compare import (
    compare_runs as compare_runs,
)
from .corpus import (
    CorpusStatistics as CorpusStatistics,
)
from .corpus import (
    describe_texts as describe_texts,
)
from .correlate import (
    IntervalKind as IntervalKind,
)
from .correlate import (
    Level as Level,
)
from .correlate import (
    PairedScores as PairedScores,
)
from .correlate import (
    ScoreCorrelation as ScoreCorrelation,
)
from .correlate import (
    correlate_scores as correlate_scores,
)
from .correlate import (
    pair_scores as pair_scores,
)
from .differences import (
    SegmentDifference as SegmentDifference,
)
from .differences import (
    SegmentDifferences as SegmentDifferences,
)
from .differences import (
    SegmentOutput as SegmentOutput,
)
from .differences import (
    segment_differences as segment_differences,
)
from .given_scores import (
    add_plugin_scores as add_plugin_scores,
)
from .given_scores import (
    add_scores as add_scores,
)
from .given_scores import (
    check_score_name as check_score_name,
)
from .intervals import (
    add_intervals as add_intervals,
)
from .latency import (
    IntervalOptions as IntervalOptions,
)
from .latency import (
    LatencyEvaluation as LatencyEvaluation,
)
from .latency import (
    LatencyScore as LatencyScore,
)
from .latency import (
    evaluate_latency as evaluate_latency,
)
from .measures import (
    Unit as Unit,
)
from .oracles import (
    OracleEvaluation as OracleEvaluation,
)
from .oracles import (
    evaluate_oracles as evaluate_oracles,
)
from .pair_tests import (
    PairTest as PairTest,
)
from .recognition import (
    read_side as read_side,
)
from .recognition import (
    respell as respell,
)
from .recognition import (
    score_recognition as score_recognition,
)
from .recognition_tests import (
    RecognitionTest as RecognitionTest,
)
from .recognition_tests import (
    compare_recognition as compare_recognition,
)
from .recognition_tests import (
    recognition_evaluation as recognition_evaluation,
)
from .resegment import (
    ResegmentedRun as ResegmentedRun,
)
from .resegment import (
    resegment_run as resegment_run,
)
from .resegment import (
    with_resegmentation as with_resegmentation,
)
from .resegmentation_rule import (
    DocumentRule as DocumentRule,
)
from .resegmentation_rule import (
    ResegmentationRule as ResegmentationRule,
)
from .resegmentation_rule import (
    parse_resegmentation as parse_resegmentation,
)
from .results import (
    Evaluation as Evaluation,
)
from .results import (
    GroupScores as GroupScores,
)
from .results import (
    Scale as Scale,
)
from .results import (
    Score as Score,
)
from .results import (
    SystemScores as SystemScores,
)
from .results import (
    Variation as Variation,
)
from .score import (
    score_runs as score_runs,
)
from .score import (
    score_texts as score_texts,
)
from .stored import (
    StoredRun as StoredRun,
)
from .stored import (
    StoredScore as StoredScore,
)
from .stored import (
    pack_layout as pack_layout,
)
from .stored import (
    pack_segments as pack_segments,
)
from .stored import (
    pack_statistics as pack_statistics,
)
from .stored import (
    restore_evaluation as restore_evaluation,
)
from .stored import (
    scoring_of as scoring_of,
)
from .stored import (
    store_run as store_run,
)
from .stored import (
    unpack_layout as unpack_layout,
)
from .stored import (
    unpack_segments as unpack_segments,
)
from .stored import (
    unpack_statistics as unpack_statistics,
)
from .stored import (
    variation_json as variation_json,
)
from .stored import (
    variation_of as variation_of,
)
from .suggestions import (
    Suggestion as Suggestion,
)
from .suggestions import (
    Suggestions as Suggestions,
)
from .suggestions import (
    suggest_corrections as suggest_corrections,
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
    run_tournament as run_tournament,
)

__all__ = [
    "Comparison",
    "CorpusStatistics",
    "DocumentRule",
    "Evaluation",
    "GroupScores",
    "IntervalKind",
    "IntervalOptions",
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
    "apply_corrections",
    "check_score_name",
    "compare_by_rules",
    "compare_recognition",
    "compare_runs",
    "correlate_scores",
    "describe_texts",
    "evaluate_latency",
    "evaluate_oracles",
    "is_recognition",
    "match_results",
    "pack_layout",
    "pack_segments",
    "pack_statistics",
    "pair_scores",
    "parse_resegmentation",
    "read_side",
    "recognition_evaluation",
    "reference_differences",
    "reference_versions",
    "resegment_run",
    "respell",
    "restore_evaluation",
    "run_tournament",
    "score_by_rules",
    "score_recognition",
    "score_runs",
    "score_texts",
    "score_versions",
    "scoring_of",
    "segment_differences",
    "store_run",
    "suggest_corrections",
    "unpack_layout",
    "unpack_segments",
    "unpack_statistics",
    "variation_json",
    "variation_of",
    "with_resegmentation",
]
