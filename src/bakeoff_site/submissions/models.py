"""What teams submit: uploads on their way, submissions with their receipt, runs, system descriptions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from bakeoff.rulebook.state import DescribedSystem
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameField
from bakeoff_site.submissions.choices import DraftRole, Effect, SubmissionState


class Upload(models.Model):
    """A file that comes in pieces; when all have arrived it becomes a submission."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="uploads")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="uploads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = NameField(max_length=255)
    package = models.CharField(max_length=80, blank=True)
    """The kind of package, where who submits it says so; else its name says."""
    input = models.CharField(max_length=20, blank=True)
    """What the systems started from, where who submits it says so; else names say, or there is one input alone."""
    released_runs = models.TextField(blank=True)
    """The released runs that the systems started from, one a line, as organisers call them."""
    size = models.PositiveBigIntegerField()
    received = models.PositiveBigIntegerField(default=0)
    """How many bytes are on the disk."""
    complete_at = models.DateTimeField(null=True, blank=True)
    """When the last of them was here: the time of the submission, whenever it is finished."""
    begun_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    submission = models.OneToOneField(
        "submissions.Submission", on_delete=models.CASCADE, null=True, blank=True, related_name="upload"
    )
    """What it became."""

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(received__lte=models.F("size")), name="no_more_than_announced"),
            models.CheckConstraint(
                condition=models.Q(complete_at=None, received__lt=models.F("size"))
                | models.Q(complete_at__isnull=False, received=models.F("size")),
                name="complete_once_all_is_here",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.received} of {self.size} bytes)"


class Submission(models.Model):
    """A package as it was submitted. Its row is the receipt: once it exists, nothing is lost."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="submissions")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions")
    """None for systems that organisers enter."""
    number = models.PositiveIntegerField()
    """Of the receipt, counted in the campaign."""
    name = NameField(max_length=255)
    """The file's, as it was submitted."""
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField()
    """What deadlines are held against."""
    state = models.CharField(max_length=10, choices=SubmissionState, default=SubmissionState.RECEIVED)
    package = models.CharField(max_length=80, blank=True)
    """The kind of package, once it is known."""
    input = models.CharField(max_length=20, blank=True)
    """What the team said that its systems started from; likewise the next."""
    released_runs = models.TextField(blank=True)
    version = models.PositiveSmallIntegerField(null=True, blank=True)
    late = models.BooleanField(default=False)
    findings = models.JSONField(default=list)
    """What the checker found, as `bakeoff check --format json` writes it."""
    checked_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawal_reason = models.TextField(blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="one_submission_a_number"),
            models.CheckConstraint(condition=models.Q(state__in=SubmissionState.values), name="submission_state_known"),
        )

    def __str__(self) -> str:
        return f"{self.name} (receipt {self.number})"


class Draft(models.Model):
    """A package that a team is about to submit: checked and fixed first, then confirmed, or given up.

    It is no submission until it is confirmed. All people of the team see and change the same drafts.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="drafts")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="drafts")
    group = models.CharField(max_length=400, blank=True)
    """What its runs have in common, where they were sent without an archive and are packed here."""
    package = models.CharField(max_length=80, blank=True)
    """The kind of package, where the team said so; likewise the next two."""
    input = models.CharField(max_length=20, blank=True)
    released_runs = models.TextField(blank=True)
    fixes = models.JSONField(default=list)
    """The keys of the changes that the team asked for, in the order in which it did."""
    revision = models.PositiveIntegerField(default=1)
    """Counts changes of files and fixes: what was checked or seen is of one of them."""
    checked_revision = models.PositiveIntegerField(default=0)
    """The one that the report is of."""
    report = models.JSONField(default=dict)
    """What the last check found; see `DraftReport`."""
    checked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    submission = models.OneToOneField(Submission, on_delete=models.CASCADE, null=True, blank=True, related_name="draft")
    """What it became."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["team", "group"],
                condition=models.Q(submission=None) & ~models.Q(group=""),
                name="one_open_draft_a_group",
            ),
            models.CheckConstraint(
                condition=models.Q(checked_revision__lte=models.F("revision")), name="checked_is_no_later_revision"
            ),
        )

    def __str__(self) -> str:
        return f"draft {self.pk} of {self.team}"


class DraftFile(models.Model):
    """A file of a draft: as it was sent, or the package that was made of those."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="files")
    role = models.CharField(max_length=10, choices=DraftRole, default=DraftRole.SENT)
    name = NameField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    upload = models.UUIDField(null=True, blank=True, unique=True)
    """The upload that it came by, so that one that is finished twice adds it once."""
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["draft", "role", "name"], name="a_file_of_a_draft_once"),
            models.UniqueConstraint(
                fields=["draft"], condition=models.Q(role=DraftRole.PACKAGE), name="one_package_a_draft"
            ),
            models.CheckConstraint(condition=models.Q(role__in=DraftRole.values), name="draft_role_known"),
        )

    def __str__(self) -> str:
        return self.name


class Board(models.Model):
    """Where runs are ranked together: a track, language pair, data condition and test set."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="boards")
    track = models.CharField(max_length=80)
    language_pair = models.CharField(max_length=80)
    condition = models.CharField(max_length=80, blank=True)
    test_set = models.CharField(max_length=80)

    class Meta:
        ordering = ("track", "language_pair", "condition", "test_set")
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "track", "language_pair", "condition", "test_set"], name="one_board_a_slot"
            ),
        )

    def __str__(self) -> str:
        return " ".join(filter(None, [self.track, self.language_pair, self.condition, self.test_set]))


class RunManager(models.Manager["Run"]):
    """Fetches with a run what it is nothing without, wherever it is reached from."""

    def get_queryset(self) -> models.QuerySet[Run]:
        return super().get_queryset().select_related("board", "submission")


class Run(models.Model):
    """One system's output on one test set: a file of a valid submission."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="runs")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="runs")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="runs")
    """The team of the submission; none for systems that organisers enter."""
    entered = models.CharField(max_length=80, blank=True)
    """The system of the rulebook (`[systems]`) that organisers entered it for."""
    system_type = models.CharField(max_length=80, blank=True)
    """The rulebook's: `contrast`."""
    system = NameField(max_length=120)
    """As file names call it: `contrast2`."""
    name = NameField(max_length=200)
    """As tables call it where names are shown, unique on its board among those in force."""
    input = models.CharField(max_length=20, blank=True)
    """What the system started from, as the rulebook calls it; empty where nobody said."""
    released_runs = models.TextField(blank=True)
    """The released runs that it started from, one a line."""
    file_name = NameField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    effect = models.CharField(max_length=10, choices=Effect, default=Effect.NEW)
    late = models.BooleanField(default=False)
    official = models.BooleanField(default=True)
    """Whether it is in the official table; the others are scored, flagged and named."""
    replaced_by = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The later run that is in its place, where the rules let a resubmission replace."""
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    has_upper_case = models.BooleanField(null=True, blank=True)
    """Whether its text holds upper case; None where that is not known, as for scores of metrics."""
    resource_flags = models.TextField(blank=True)
    """Resources of its description that its condition forbids or that are off limits, one on each line."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RunManager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(effect__in=Effect.values), name="effect_known"),
            models.CheckConstraint(
                condition=models.Q(team__isnull=False) ^ ~models.Q(entered=""), name="of_a_team_or_entered"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def started_from(self) -> tuple[str, ...]:
        """The released runs that it started from, as organisers call them."""
        return tuple(self.released_runs.splitlines())

    @property
    def in_force(self) -> bool:
        """Whether it counts: neither withdrawn nor replaced."""
        return self.withdrawn_at is None and self.replaced_by_id is None

    @property
    def described_as(self) -> DescribedSystem:
        """The system that it is a run of."""
        return DescribedSystem(track=self.board.track, condition=self.board.condition, system=self.system)

    @property
    def flags(self) -> tuple[str, ...]:
        """Why it is flagged, in sentences."""
        return tuple(self.resource_flags.splitlines())

    @property
    def is_official(self) -> bool:
        """Whether it is official now; `official` stays, for when what replaced it is withdrawn."""
        return self.official and self.in_force


class Copy(models.Model):
    """A file of a submission that is nearly the same as an earlier run of another team; which, organisers alone see."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="copies")
    file_name = NameField(max_length=255)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["submission", "file_name", "run"], name="a_copy_once"),)

    def __str__(self) -> str:
        return f"{self.file_name} is as {self.run}"


class Description(models.Model):
    """A version of a description of a team's systems, or of one of them; the last one counts."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="descriptions")
    track = models.CharField(max_length=80, blank=True)
    condition = models.CharField(max_length=80, blank=True)
    system = NameField(max_length=120, blank=True)
    """As file names call it; empty where the rulebook asks for one text of all systems, as are track and condition."""
    text = models.TextField()
    findings = models.JSONField(default=list)
    valid = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField()

    class Meta:
        ordering = ("-submitted_at", "-pk")

    def __str__(self) -> str:
        return f"description of {self.team} {self.system}".rstrip()

    @property
    def described_as(self) -> DescribedSystem | None:
        """The system that it is of; None for one text of all systems."""
        if not self.system:
            return None
        return DescribedSystem(track=self.track, condition=self.condition, system=self.system)
