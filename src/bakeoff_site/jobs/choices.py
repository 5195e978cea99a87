"""The kinds of work and the states that it goes through."""

from __future__ import annotations

from django.db import models


class JobKind(models.TextChoices):
    """What a job does; `subject_id` is the row that it does it to."""

    CHECK_SUBMISSION = "check-submission"
    CHECK_DRAFT = "check-draft"
    SCORE_RUN = "score-run"
    COMPARE_RUNS = "compare-runs"
    SCORE_TRIAL = "score-trial"
    RUN_PLUGINS = "run-plugins"
    """Of a board: computes the outside metrics that plug-ins of the server give."""
    PACK_OUTPUTS = "pack-outputs"
    SCORE_INPUT = "score-input"
    """Of n-best lists or lattices that systems start from."""
    FOLLOW_RULES = "follow-rules"
    """Of a campaign whose rulebook changed: asks for what is no longer by its rules."""
    ANALYSE_JUDGMENTS = "analyse-judgments"
    """Of a human evaluation with many judgments, for those who follow it."""
    ALIGN_WORDS = "align-words"
    """Of all systems of a test set with its source, so that parts of sentences can be judged."""
    COMPARE_METRICS = "compare-metrics"
    """Of a metrics task with what people judged."""
    MAKE_RELEASE = "make-release"
    """Of a version of results: its tables, its report and its package."""
    READ_PACKAGE = "read-package"
    """Of an earlier year: the scores of its systems."""


QUICK = (
    JobKind.FOLLOW_RULES,
    JobKind.CHECK_SUBMISSION,
    JobKind.CHECK_DRAFT,
    JobKind.SCORE_TRIAL,
    JobKind.ANALYSE_JUDGMENTS,
)
"""What somebody waits for, and what takes seconds."""


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)
