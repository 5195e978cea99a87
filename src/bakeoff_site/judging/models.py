"""Human evaluations of a campaign: tasks, judges, screens, what judges did, and their judgments."""

from bakeoff_site.judging.records.imports import JudgmentImport
from bakeoff_site.judging.records.judges import Judge, JudgeLink, QualificationTry, ShareWaiver
from bakeoff_site.judging.records.judgments import CollectedPart, Judgment, StoredAnalysis
from bakeoff_site.judging.records.screens import Action, DealingEvent, Screen
from bakeoff_site.judging.records.tasks import Evaluation, JudgedSystem, Task

__all__ = [
    "Action",
    "CollectedPart",
    "DealingEvent",
    "Evaluation",
    "Judge",
    "JudgeLink",
    "JudgedSystem",
    "Judgment",
    "JudgmentImport",
    "QualificationTry",
    "Screen",
    "ShareWaiver",
    "StoredAnalysis",
    "Task",
]
