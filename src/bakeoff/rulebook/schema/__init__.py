"""The schema of rulebooks, a chapter a module. `Rulebook` holds them all."""

from bakeoff.rulebook.schema.base import Named, RefersTo, Rules
from bakeoff.rulebook.schema.evaluation import Evaluation, Scoring
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.rulebook.schema.phases import (
    ACTIVITIES,
    AUDIENCES,
    RELEASED,
    ROLES,
    Activity,
    Audience,
    Phase,
    Released,
    Role,
)
from bakeoff.rulebook.schema.published_scores import PublishedScores
from bakeoff.rulebook.schema.registration import Registration
from bakeoff.rulebook.schema.report import Description, EnteredSystem, Report
from bakeoff.rulebook.schema.rulebook import Campaign, Rulebook
from bakeoff.rulebook.schema.submission import NameField, Package, Submission, SystemType
from bakeoff.rulebook.schema.test_sets import TEST_SET_ROLES, TestSetRole, TestSetRules
from bakeoff.rulebook.schema.tracks import INPUT_TYPES, InputType, LanguagePair, Task, Track
from bakeoff.rulebook.schema.training import Condition, OffLimits, Resource, epoch_days

__all__ = [
    "ACTIVITIES",
    "AUDIENCES",
    "INPUT_TYPES",
    "RELEASED",
    "ROLES",
    "TEST_SET_ROLES",
    "Activity",
    "Audience",
    "Campaign",
    "Condition",
    "Description",
    "EnteredSystem",
    "Evaluation",
    "HumanEvaluation",
    "InputType",
    "LanguagePair",
    "NameField",
    "Named",
    "OffLimits",
    "Package",
    "Phase",
    "PublishedScores",
    "RefersTo",
    "Registration",
    "Released",
    "Report",
    "Resource",
    "Role",
    "Rulebook",
    "Rules",
    "Scoring",
    "Submission",
    "SystemType",
    "Task",
    "TestSetRole",
    "TestSetRules",
    "Track",
    "epoch_days",
]
