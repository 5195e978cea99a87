"""Human evaluations of a campaign: tasks, judges, screens, what judges did, and their judgments.

Nothing that a judge did is ever changed or deleted: actions and judgments are appended, and a correction is a new row.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.fields import OrderedJSONField
from bakeoff_site.core.names import NameField
from bakeoff_site.judging.choices import ActionKind, EventKind, Opening, ScreenState
from bakeoff_site.submissions.models import Run


class Task(models.Model):
    """Evaluations that judges get screens of in one sequence: mixed in batches, or one after another."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="judging_tasks")
    slug = models.SlugField(max_length=80)
    title = NameField(max_length=200)
    opening = models.CharField(max_length=10, choices=Opening, default=Opening.CLOSED)
    sha256 = models.CharField(max_length=64)
    """The stored file that holds designs and texts: later changes of runs and data change nothing here."""
    seed = models.PositiveBigIntegerField()
    """Decides everything that chance decides."""
    lease_minutes = models.PositiveIntegerField(default=30)
    """How long a screen stays with a judge who does nothing."""
    qualification = models.JSONField(default=dict)
    """`{items, share, tries}`: what judges have to show before they judge, in place of what the rulebook says; empty:
    the rulebook decides."""
    consent_text = models.TextField(blank=True)
    """What judges agree to before they start, in Markdown; empty: what the rulebook says."""
    instructions = models.TextField(blank=True)
    """In Markdown, shown before the first screen and from every screen."""
    language = models.CharField(max_length=20, default="en")
    """The code of the language that instructions and consent are in."""
    translations = models.JSONField(default=dict)
    """The same texts in other languages: `{"de": {"instructions": "…", "consent_text": "…"}}`."""
    open_to_all = models.BooleanField(default=False)
    """Whether everyone with an account may judge, not only invited judges and teams that owe judgments."""
    hourly_pay = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    """What judges get for an hour, for the cost of the task; None: it is not said, or nobody is paid."""
    currency = models.CharField(max_length=3, blank=True)
    """Of the pay, in the three letters of ISO 4217."""
    owed = models.CharField(max_length=40, blank=True)
    """What each team owes, such as `300 screens` or `8 hours`; empty: what the rules of its evaluations say."""
    out_of_reach = models.PositiveIntegerField(default=0)
    """Judgments that are missing and that none of its judges can give, as a worker last counted."""
    teams_behind = models.PositiveIntegerField(default=0)
    """Teams that owe more, as a worker last counted."""
    planned_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "slug"], name="one_task_a_slug"),
            models.CheckConstraint(condition=models.Q(opening__in=Opening.values), name="opening_known"),
            models.CheckConstraint(
                condition=models.Q(hourly_pay=None) | models.Q(hourly_pay__gt=0), name="pay_is_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(hourly_pay=None) | ~models.Q(currency=""), name="pay_has_a_currency"
            ),
        )

    def __str__(self) -> str:
        return self.title


class Evaluation(models.Model):
    """One human evaluation: a protocol, systems, segments, and how often each is judged."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="evaluations")
    code = models.CharField(max_length=80)
    """The id in the rulebook (`[human.ID]`), or that of an evaluation which organisers added."""
    title = NameField(max_length=200)
    protocol = models.CharField(max_length=40)
    rules = OrderedJSONField()
    """The section of the rulebook as it was when the evaluation was planned."""
    units = models.PositiveIntegerField()
    """Judgments that it needs: items times judges of an item."""
    expected_seconds = models.FloatField(null=True, blank=True)
    """What a screen takes a judge as the plan has it, for the time and cost expected; None: it was not said."""

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["task", "code"], name="one_evaluation_a_code"),)

    def __str__(self) -> str:
        return self.title


class JudgedSystem(models.Model):
    """A system of an evaluation, by the name that it has there. A hidden reference is none."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="systems")
    language_pair = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    name = NameField(max_length=200)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="+")
    """Whose judges never see it."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["evaluation", "language_pair", "test_set", "name"], name="one_judged_system_a_name"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Judge(models.Model):
    """A person who judges a task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="judges")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="judging")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="judges")
    """The team that they judge for, where teams owe judgments."""
    chosen = models.JSONField(default=list)
    """Language pairs and test sets that they chose; empty: all."""
    joined_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    """When they agreed and finished the instructions."""
    language = models.CharField(max_length=20, blank=True)
    """The language that they read instructions in; empty: that of the task."""
    tutorial_at = models.DateTimeField(null=True, blank=True)
    """When they finished or passed over the tutorial."""
    qualified_at = models.DateTimeField(null=True, blank=True)
    """When they passed the qualification, or organisers let them judge without."""
    more_tries = models.PositiveIntegerField(default=0)
    """Tries of the qualification that organisers gave them besides those of the rules."""
    blocked_at = models.DateTimeField(null=True, blank=True)
    blocked_reason = models.TextField(blank=True)
    """Shown to the judge. Their judgments are kept, marked and left out."""
    excluded_at = models.DateTimeField(null=True, blank=True)
    excluded_reason = models.TextField(blank=True)
    """Why organisers leave their judgments out of the results; the judge does not see it."""
    flagged_at = models.DateTimeField(null=True, blank=True)
    flagged_reason = models.TextField(blank=True)
    """Which rules about quality they fail that block nobody; organisers see it, the judge does not."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="judge_once"),
            models.CheckConstraint(
                condition=models.Q(blocked_at=None) | ~models.Q(blocked_reason=""), name="blocks_have_reasons"
            ),
            models.CheckConstraint(
                condition=models.Q(excluded_at=None) | ~models.Q(excluded_reason=""), name="exclusions_have_reasons"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.task}"

    @property
    def label(self) -> str:
        """What dealer, exports and organisers' tables call them: no name, no address."""
        return f"judge{self.pk}"


class ShareWaiver(models.Model):
    """A team that organisers let off its share of a task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="waivers")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="share_waivers")
    reason = models.TextField()
    """The team sees it."""
    waived_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    waived_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["task", "team"], name="one_waiver_a_share"),)

    def __str__(self) -> str:
        return f"{self.team} in {self.task}"


class JudgeLink(models.Model):
    """A link that makes whoever opens it and signs in a judge of a task: mailed to one person, or given to many."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="links")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """What the link says. It is signed with a key that is not in the database, so that readers of it cannot use it."""
    email = models.EmailField(max_length=254, blank=True)
    """To whom it was mailed; empty: for everyone who has it."""
    chosen = models.JSONField(default=list)
    """Language pairs and test sets that its judges start with; empty: all."""
    most_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(uses__lte=models.F("most_uses")), name="links_have_limits"),
        )

    def __str__(self) -> str:
        return f"{self.email or 'everyone'} to {self.task}"


class Screen(models.Model):
    """What one judge was asked at a time."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """Its address: random, so that nothing follows from it."""
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="screens")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="screens")
    number = models.PositiveIntegerField()
    """In the judge's own sequence of the task, from 1 on."""
    position = models.PositiveIntegerField()
    """In the judge's own sequence of the evaluation, from 0 on, as the dealer counts; in a try of the qualification, in
    that try."""
    qualification_try = models.PositiveIntegerField(null=True)
    """The try of the qualification that it is of, from 1 on: the dealer knows nothing of it. None: it is judged."""
    left = models.PositiveIntegerField(null=True)
    """Screens that its judge was expected to get after it, when it was dealt."""
    pool = models.PositiveIntegerField()
    segment = models.PositiveIntegerField()
    systems = models.JSONField()
    """As the dealer assigned them, in the order in which they are shown."""
    control = models.CharField(max_length=12, blank=True)
    damaged = models.JSONField(default=list)
    text_digest = models.CharField(max_length=64)
    """Identifies the texts that it shows."""
    state = models.CharField(max_length=10, choices=ScreenState, default=ScreenState.HELD)
    lease_until = models.DateTimeField()
    dealt_at = models.DateTimeField()
    shown_at = models.DateTimeField(null=True, blank=True)
    """When a page or program first got it."""
    version = models.PositiveIntegerField(default=0)
    """Counts saved actions: a save on an earlier version is refused and shown what is newer."""
    draft = models.JSONField(default=dict)
    """What the saved actions come to: answer, comment, report."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["judge", "number"], name="one_screen_a_number"),
            models.UniqueConstraint(
                fields=["judge", "evaluation", "position"],
                condition=models.Q(qualification_try=None),
                name="one_screen_a_position",
            ),
            models.UniqueConstraint(
                fields=["judge"], condition=models.Q(state=ScreenState.HELD), name="a_judge_holds_one_screen"
            ),
            models.CheckConstraint(condition=models.Q(state__in=ScreenState.values), name="screen_state_known"),
        )
        indexes = (
            models.Index(
                fields=["evaluation", "lease_until"],
                condition=models.Q(state=ScreenState.HELD),
                name="leases_that_end",
            ),
            models.Index(fields=["evaluation", "pool", "segment"], name="screens_of_an_item"),
        )

    def __str__(self) -> str:
        return f"screen {self.number} of {self.judge}"


class QualificationTry(models.Model):
    """A try of the qualification that ended, and what came of it."""

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="qualification_tries")
    number = models.PositiveIntegerField()
    right = models.PositiveIntegerField()
    answers = models.PositiveIntegerField()
    """Grades or comparisons whose right answer is known."""
    passed = models.BooleanField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ("judge", "number")
        constraints = (models.UniqueConstraint(fields=["judge", "number"], name="one_result_a_try"),)

    def __str__(self) -> str:
        return f"try {self.number} of {self.judge}"


class DealingEvent(models.Model):
    """What happened to the screens of a task, in order: the state of its dealer is this list."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EventKind)
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="+")
    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, null=True, related_name="+")
    """None where a judge left."""
    comparisons = models.JSONField(default=list)
    """What an answer says about systems, where the next screens depend on it: `[first, second, outcome]`."""

    class Meta:
        ordering = ("task", "number")
        constraints = (
            models.UniqueConstraint(fields=["task", "number"], name="one_event_a_number"),
            models.CheckConstraint(condition=models.Q(kind__in=EventKind.values), name="event_kind_known"),
            models.CheckConstraint(
                condition=models.Q(kind=EventKind.LEFT) ^ models.Q(screen__isnull=False), name="events_are_of_screens"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class Action(models.Model):
    """Something that a judge did on a screen, saved as it happened."""

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="actions")
    key = models.UUIDField(unique=True)
    """Given by the page or program: an action that is sent twice is saved once."""
    kind = models.CharField(max_length=10, choices=ActionKind)
    payload = models.JSONField(default=dict)
    client_time = models.DateTimeField(null=True)
    """By the clock of the browser, for durations; the server's time decides everything else."""
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=ActionKind.values), name="action_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} on {self.screen}"


class Judgment(models.Model):
    """An answer as it was submitted. A correction is another row: of the rows of a screen the last one counts."""

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="judgments")
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="judgments")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="judgments")
    key = models.UUIDField(unique=True)
    """That of the action that submitted it."""
    systems = models.JSONField()
    """As shown: systems with the same output are one entry, `a,b`."""
    answer = models.JSONField(null=True)
    """As the protocol writes it."""
    comment = models.TextField(blank=True)
    report = models.TextField(blank=True)
    """What is wrong with the item, where the judge reported it."""
    late = models.BooleanField(default=False)
    """Whether its lease had ended, or the task was closed, when it came."""
    surplus = models.BooleanField(default=False)
    """Whether it is kept and does not count: others had judged the item by then, the task was closed, or its screen
    was one of the qualification."""
    shown_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=["evaluation", "judge"], name="judgments_by_judge"),
            models.Index(
                fields=["evaluation", "-id"],
                condition=~models.Q(comment="") | ~models.Q(report=""),
                name="judgments_with_remarks",
            ),
        )

    def __str__(self) -> str:
        return f"judgment {self.pk} of {self.judge}"


class StoredAnalysis(models.Model):
    """What the judgments of an evaluation said when a worker last analysed them."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="analyses")
    turned = models.ForeignKey(Judge, on_delete=models.CASCADE, null=True, related_name="+")
    """As if this judge were left out, or counted again; None: as things are."""
    last_judgment = models.PositiveBigIntegerField(default=0)
    """The id of the last judgment in it."""
    judgments = models.PositiveIntegerField(default=0)
    left_out = models.JSONField(default=list)
    """Ids of the judges who did not count."""
    content = models.TextField(blank=True)
    """The analysis as JSON; empty where there is none."""
    reason = models.TextField(blank=True)
    """Why there is none."""
    made_at = models.DateTimeField(null=True)
    """None: a worker has not come to it yet."""
    seconds = models.FloatField(default=0.0)
    """What it took."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["evaluation", "turned"], name="one_analysis_a_turned_judge"),
            models.UniqueConstraint(
                fields=["evaluation"], condition=models.Q(turned=None), name="one_analysis_of_an_evaluation"
            ),
        )

    def __str__(self) -> str:
        return f"analysis of {self.evaluation}"
