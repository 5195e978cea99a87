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
    add_scores_by_rules as add_scores_by_rules,
)
from .by_rules import (
    compare_by_rules as compare_by_rules,
)
from .by_rules import (
    interval_by_rules as interval_by_rules,
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
from .counted_judgments import (
    judgments_for as judgments_for,
)
from .counted_judgments import (
    reuse_answers as reuse_answers,
)
from .dealing import (
    PlannedScreen as PlannedScreen,
)
from .dealing import (
    deal_out as deal_out,
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
from .human import (
    agreement_of_judgments as agreement_of_judgments,
)
from .human import (
    analyse_judgments as analyse_judgments,
)
from .human_design import (
    JudgedTexts as JudgedTexts,
)
from .human_design import (
    design_evaluation as design_evaluation,
)
from .human_design import (
    imagined_texts as imagined_texts,
)
from .human_design import (
    protocol_by_rules as protocol_by_rules,
)
from .human_design import (
    texts_judged as texts_judged,
)
from .human_results import (
    HumanEvaluationResult as HumanEvaluationResult,
)
from .human_results import (
    HumanRanking as HumanRanking,
)
from .human_results import (
    JudgeRecord as JudgeRecord,
)
from .human_results import (
    PairTable as PairTable,
)
from .human_results import (
    RankedSystem as RankedSystem,
)
from .human_rules import (
    HumanAnalysis as HumanAnalysis,
)
from .human_rules import (
    analysis_by_rules as analysis_by_rules,
)
from .human_rules import (
    human_evaluation as human_evaluation,
)
from .human_rules import (
    marks_of as marks_of,
)
from .human_rules import (
    scores_of as scores_of,
)
from .human_rules import (
    settings_by_rules as settings_by_rules,
)
from .intervals import (
    add_intervals as add_intervals,
)
from .intervals import (
    mean_signature as mean_signature,
)
from .judge_agreement import (
    AgreementMeasure as AgreementMeasure,
)
from .judge_agreement import (
    AgreementRules as AgreementRules,
)
from .judge_agreement import (
    JudgeAgreement as JudgeAgreement,
)
from .judged_systems import (
    JudgedSystems as JudgedSystems,
)
from .judged_systems import (
    Measure as Measure,
)
from .judged_systems import (
    best_by as best_by,
)
from .judged_systems import (
    choose_systems as choose_systems,
)
from .kinds_of_judgment import (
    KindCorrelation as KindCorrelation,
)
from .kinds_of_judgment import (
    KindCorrelations as KindCorrelations,
)
from .kinds_of_judgment import (
    KindOfJudgment as KindOfJudgment,
)
from .kinds_of_judgment import (
    correlate_kinds as correlate_kinds,
)
from .kinds_of_judgment import (
    correlate_scores_of_kinds as correlate_scores_of_kinds,
)
from .kinds_of_judgment import (
    kinds_of_judgments as kinds_of_judgments,
)
from .known_p_values import (
    KnownPValues as KnownPValues,
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
from .offline import (
    collect_answers as collect_answers,
)
from .offline import (
    planned_judgments as planned_judgments,
)
from .offline import (
    screen_json as screen_json,
)
from .offline import (
    write_packages as write_packages,
)
from .offline import (
    write_plan as write_plan,
)
from .oracles import (
    OracleEvaluation as OracleEvaluation,
)
from .oracles import (
    evaluate_oracles as evaluate_oracles,
)
from .packing import (
    pack_layout as pack_layout,
)
from .packing import (
    pack_segments as pack_segments,
)
from .packing import (
    pack_statistics as pack_statistics,
)
from .packing import (
    unpack_layout as unpack_layout,
)
from .packing import (
    unpack_segments as unpack_segments,
)
from .packing import (
    unpack_statistics as unpack_statistics,
)
from .pair_tests import (
    PairTest as PairTest,
)
from .planning import (
    PilotPlan as PilotPlan,
)
from .planning import (
    SimulatedPlan as SimulatedPlan,
)
from .planning import (
    plan_by_pilot as plan_by_pilot,
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
from .recognition_counts import (
    Counts as Counts,
)
from .recognition_counts import (
    error_counts as error_counts,
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
from .shares_owed import (
    shares_of_sites as shares_of_sites,
)
from .shown_texts import (
    ShownTexts as ShownTexts,
)
from .stored import (
    StoredRun as StoredRun,
)
from .stored import (
    StoredScore as StoredScore,
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
    "AgreementMeasure",
    "AgreementRules",
    "Comparison",
    "CorpusStatistics",
    "Counts",
    "DocumentRule",
    "Evaluation",
    "GroupScores",
    "HumanAnalysis",
    "HumanEvaluationResult",
    "HumanRanking",
    "IntervalKind",
    "IntervalOptions",
    "JudgeAgreement",
    "JudgeRecord",
    "JudgedSystems",
    "JudgedTexts",
    "KindCorrelation",
    "KindCorrelations",
    "KindOfJudgment",
    "KnownPValues",
    "LatencyEvaluation",
    "LatencyScore",
    "Level",
    "Measure",
    "MetricComparison",
    "OracleEvaluation",
    "PairComparison",
    "PairTable",
    "PairTest",
    "PairedScores",
    "PilotPlan",
    "PlannedScreen",
    "RankedSystem",
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
    "ShownTexts",
    "SimulatedPlan",
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
    "agreement_of_judgments",
    "analyse_judgments",
    "analysis_by_rules",
    "apply_corrections",
    "best_by",
    "check_score_name",
    "choose_systems",
    "collect_answers",
    "compare_by_rules",
    "compare_recognition",
    "compare_runs",
    "correlate_kinds",
    "correlate_scores",
    "correlate_scores_of_kinds",
    "deal_out",
    "describe_texts",
    "design_evaluation",
    "error_counts",
    "evaluate_latency",
    "evaluate_oracles",
    "human_evaluation",
    "imagined_texts",
    "interval_by_rules",
    "judgments_for",
    "kinds_of_judgments",
    "marks_of",
    "match_results",
    "match_results_of",
    "mean_signature",
    "pack_layout",
    "pack_segments",
    "pack_statistics",
    "pair_scores",
    "parse_resegmentation",
    "plan_by_pilot",
    "planned_judgments",
    "protocol_by_rules",
    "read_side",
    "recognition_evaluation",
    "reference_differences",
    "reference_versions",
    "resegment_run",
    "respell",
    "restore_evaluation",
    "reuse_answers",
    "run_tournament",
    "score_by_rules",
    "score_recognition",
    "score_runs",
    "score_texts",
    "score_versions",
    "scores_of",
    "scoring_of",
    "screen_json",
    "seeding_measure",
    "seeds_of_runs",
    "segment_differences",
    "settings_by_rules",
    "shares_of_sites",
    "store_run",
    "suggest_corrections",
    "texts_judged",
    "tournament_rules",
    "unpack_layout",
    "unpack_segments",
    "unpack_statistics",
    "variation_json",
    "variation_of",
    "with_resegmentation",
    "write_packages",
    "write_plan",
]
