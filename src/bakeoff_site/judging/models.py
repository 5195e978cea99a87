"""Human evaluations of a campaign: tasks, judges, screens, what judges did, and their judgments."""

from bakeoff_site.judging.records.constituents import ConstituentSource
from bakeoff_site.judging.records.imports import HumanScoreImport, JudgmentImport
from bakeoff_site.judging.records.judges import Judge, JudgeLink, QualificationTry, ShareWaiver
from bakeoff_site.judging.records.judgments import CollectedPart, Judgment, StoredAnalysis
from bakeoff_site.judging.records.matches import Match
from bakeoff_site.judging.records.offline_files import OfflineFile
from bakeoff_site.judging.records.screens import Action, DealerState, DealingEvent, Screen
from bakeoff_site.judging.records.tasks import Evaluation, JudgedSystem, Task

__all__ = [
    "Action",
    "CollectedPart",
    "ConstituentSource",
    "DealerState",
    "DealingEvent",
    "Evaluation",
    "HumanScoreImport",
    "Judge",
    "JudgeLink",
    "JudgedSystem",
    "Judgment",
    "JudgmentImport",
    "Match",
    "OfflineFile",
    "QualificationTry",
    "Screen",
    "ShareWaiver",
    "StoredAnalysis",
    "Task",
]
