# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .analyses.agreement.judges import (
    AgreementMeasure as AgreementMeasure,
)
from .analyses.agreement.judges import (
    AgreementRules as AgreementRules,
)
from .analyses.agreement.judges import (
    JudgeAgreement as JudgeAgreement,
)
from .analyses.given_human_scores import (
    GivenHumanScores as GivenHumanScores,
)
from .analyses.given_human_scores import (
    read_human_scores as read_human_scores,
)
from .analyses.human_score_files import (
    SCORED_PROTOCOLS as SCORED_PROTOCOLS,
)
from .analyses.human_score_files import (
    human_score_archive as human_score_archive,
)
from .analyses.human_score_files import (
    human_score_files as human_score_files,
)
from .analyses.judgments import (
    agreement_of_judgments as agreement_of_judgments,
)
from .analyses.judgments import (
    analyse_judgments as analyse_judgments,
)
from .analyses.kind_correlations import (
    KindCorrelation as KindCorrelation,
)
from .analyses.kind_correlations import (
    KindCorrelations as KindCorrelations,
)
from .analyses.kind_correlations import (
    KindOfJudgment as KindOfJudgment,
)
from .analyses.kind_correlations import (
    correlate_kinds as correlate_kinds,
)
from .analyses.kind_correlations import (
    correlate_scores_of_kinds as correlate_scores_of_kinds,
)
from .analyses.kind_correlations import (
    kinds_of_judgments as kinds_of_judgments,
)
from .analyses.options import (
    HumanAnalysis as HumanAnalysis,
)
from .analyses.options import (
    analysis_by_rules as analysis_by_rules,
)
from .analyses.options import (
    marks_of as marks_of,
)
from .analyses.options import (
    scores_of as scores_of,
)
from .analyses.post_edits.analysis import (
    analyse_post_edits as analyse_post_edits,
)
from .analyses.post_edits.options import (
    PostEditAnalysis as PostEditAnalysis,
)
from .analyses.post_edits.options import (
    post_edit_analysis_by_rules as post_edit_analysis_by_rules,
)
from .analyses.post_edits.reference_counts import (
    mter_by_references as mter_by_references,
)
from .analyses.post_edits.references import (
    earlier_post_edits as earlier_post_edits,
)
from .analyses.post_edits.references import (
    post_edit_references as post_edit_references,
)
from .analyses.post_edits.results import (
    PostEditResult as PostEditResult,
)
from .analyses.results import (
    HumanEvaluationResult as HumanEvaluationResult,
)
from .analyses.results import (
    HumanRanking as HumanRanking,
)
from .analyses.results import (
    JudgeRecord as JudgeRecord,
)
from .analyses.results import (
    PairTable as PairTable,
)
from .analyses.results import (
    RankedSystem as RankedSystem,
)
from .analyses.shared_judgments import (
    judgments_for as judgments_for,
)
from .analyses.shared_judgments import (
    reuse_answers as reuse_answers,
)
from .designs.evaluation_designs import (
    design_evaluation as design_evaluation,
)
from .designs.evaluation_designs import (
    imagined_texts as imagined_texts,
)
from .designs.evaluation_designs import (
    texts_judged as texts_judged,
)
from .designs.evaluation_plans import (
    EvaluationPlan as EvaluationPlan,
)
from .designs.evaluation_plans import (
    PlanOptions as PlanOptions,
)
from .designs.evaluation_plans import (
    plan_evaluations as plan_evaluations,
)
from .designs.judged_systems import (
    JudgedSystems as JudgedSystems,
)
from .designs.judged_systems import (
    Measure as Measure,
)
from .designs.judged_systems import (
    best_by as best_by,
)
from .designs.judged_systems import (
    choose_systems as choose_systems,
)
from .designs.offline_packages import (
    collect_answers as collect_answers,
)
from .designs.offline_packages import (
    planned_judgments as planned_judgments,
)
from .designs.offline_packages import (
    write_packages as write_packages,
)
from .designs.offline_packages import (
    write_plan as write_plan,
)
from .designs.owed_shares import (
    shares_of_teams as shares_of_teams,
)
from .designs.planned_screens import (
    PlannedScreen as PlannedScreen,
)
from .designs.planned_screens import (
    deal_out as deal_out,
)
from .designs.plans_elsewhere import (
    asked_screens as asked_screens,
)
from .designs.power_curves import (
    PlannedPower as PlannedPower,
)
from .designs.power_curves import (
    PowerCurve as PowerCurve,
)
from .designs.power_curves import (
    planned_power as planned_power,
)
from .designs.sample_sizes import (
    PilotPlan as PilotPlan,
)
from .designs.sample_sizes import (
    SimulatedPlan as SimulatedPlan,
)
from .designs.sample_sizes import (
    plan_by_pilot as plan_by_pilot,
)
from .designs.shown_columns import (
    JudgedTexts as JudgedTexts,
)
from .designs.shown_judgments import (
    source_texts as source_texts,
)
from .designs.shown_judgments import (
    with_shown_texts as with_shown_texts,
)
from .designs.shown_texts import (
    ShownTexts as ShownTexts,
)
from .designs.workloads import (
    Workload as Workload,
)
from .designs.workloads import (
    expected_workload as expected_workload,
)
from .designs.workloads import (
    time_in_words as time_in_words,
)
from .designs.workloads import (
    total_hours as total_hours,
)
from .designs.workloads import (
    usual_seconds as usual_seconds,
)
from .protocols.rulebook_protocols import (
    human_evaluation as human_evaluation,
)
from .protocols.rulebook_protocols import (
    protocol_by_rules as protocol_by_rules,
)
from .protocols.rulebook_protocols import (
    settings_by_rules as settings_by_rules,
)
from .protocols.screens import (
    Screen as Screen,
)
from .protocols.screens import (
    screen_json as screen_json,
)

__all__ = [
    "SCORED_PROTOCOLS",
    "AgreementMeasure",
    "AgreementRules",
    "EvaluationPlan",
    "GivenHumanScores",
    "HumanAnalysis",
    "HumanEvaluationResult",
    "HumanRanking",
    "JudgeAgreement",
    "JudgeRecord",
    "JudgedSystems",
    "JudgedTexts",
    "KindCorrelation",
    "KindCorrelations",
    "KindOfJudgment",
    "Measure",
    "PairTable",
    "PilotPlan",
    "PlanOptions",
    "PlannedPower",
    "PlannedScreen",
    "PostEditAnalysis",
    "PostEditResult",
    "PowerCurve",
    "RankedSystem",
    "Screen",
    "ShownTexts",
    "SimulatedPlan",
    "Workload",
    "agreement_of_judgments",
    "analyse_judgments",
    "analyse_post_edits",
    "analysis_by_rules",
    "asked_screens",
    "best_by",
    "choose_systems",
    "collect_answers",
    "correlate_kinds",
    "correlate_scores_of_kinds",
    "deal_out",
    "design_evaluation",
    "earlier_post_edits",
    "expected_workload",
    "human_evaluation",
    "human_score_archive",
    "human_score_files",
    "imagined_texts",
    "judgments_for",
    "kinds_of_judgments",
    "marks_of",
    "mter_by_references",
    "plan_by_pilot",
    "plan_evaluations",
    "planned_judgments",
    "planned_power",
    "post_edit_analysis_by_rules",
    "post_edit_references",
    "protocol_by_rules",
    "read_human_scores",
    "reuse_answers",
    "scores_of",
    "screen_json",
    "settings_by_rules",
    "shares_of_teams",
    "source_texts",
    "texts_judged",
    "time_in_words",
    "total_hours",
    "usual_seconds",
    "with_shown_texts",
    "write_packages",
    "write_plan",
]
