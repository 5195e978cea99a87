"""Campaigns, the people in them, the teams that take part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from bakeoff.rulebook import Rulebook, kept_rulebook
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.core.fields import DigestField, OrderedJSONField
from bakeoff_site.core.names import NameField


class Campaign(models.Model):
    """A campaign: its rulebook as text, and what the rulebook leaves to the installation."""

    slug = models.SlugField(max_length=80, unique=True)
    title = NameField(max_length=200)
    rulebook_text = models.TextField()
    """The rulebook as the organiser wrote it."""
    rulebook_content = OrderedJSONField()
    """The same with those it builds on joined in, so that a later version of these changes nothing."""
    rules_digest = DigestField(of="rulebook_content")
    """Identifies the rulebook: caches of a campaign use it as a key."""
    created_at = models.DateTimeField(auto_now_add=True)
    listed = models.BooleanField(default=False)
    """Whether strangers find it in the list of campaigns."""
    archived_at = models.DateTimeField(null=True, blank=True)
    """Since when nothing in it changes any more; None while it is open."""

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.title

    @cached_property
    def rules(self) -> Rulebook:
        """The rulebook, which was checked before it was stored."""
        return _rulebook(_StoredRulebook(self.rules_digest, self.rulebook_content))


class EarlierRulebook(models.Model):
    """The text of a rulebook before it was changed."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="earlier_rulebooks")
    number = models.PositiveIntegerField()
    """Counted in the campaign, from 1 on."""
    text = models.TextField()
    replaced_at = models.DateTimeField(auto_now_add=True)
    replaced_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    changes = models.PositiveIntegerField(default=0)
    """How many rules the next version changed."""

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=["campaign", "number"], name="one_rulebook_a_number"),)

    def __str__(self) -> str:
        return f"version {self.number} of the rulebook of {self.campaign}"


class DeletedCampaign(models.Model):
    """What is left of a campaign that was deleted: its name, for the log."""

    slug = models.SlugField(max_length=80)
    title = NameField(max_length=200)
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(auto_now_add=True)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-deleted_at", "-pk")

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True)
class _StoredRulebook:
    digest: str
    content: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=256)
def _rulebook(stored: _StoredRulebook) -> Rulebook:
    """Parsed once in a process for as long as it stays the same: every page asks for it, the home page for all."""
    return kept_rulebook(stored.content)


class Membership(models.Model):
    """The role of a person in a campaign besides belonging to a team; a person may have several."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=MembershipRole)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["campaign", "user", "role"], name="one_membership_a_role"),
            models.CheckConstraint(condition=models.Q(role__in=MembershipRole.values), name="membership_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user} as {self.role} of {self.campaign}"


class Team(models.Model):
    """A team that takes part in a campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="teams")
    name = NameField(max_length=160)
    code = NameField(max_length=40, blank=True)
    """The id in file names: chosen by the team or assigned by the organiser, as the rulebook says."""
    institutions = models.JSONField(default=list)
    """Names of its institutions, where it said so; an institution may have several teams."""
    language_pairs = models.JSONField(default=list)
    tracks = models.JSONField(default=list)
    """The tracks that it registered for, of those that need it."""
    answers = models.JSONField(default=dict)
    """Answers to the rulebook's questions, by question."""
    attendee = NameField(max_length=160, blank=True)
    """Who comes to the workshop, where the rulebook asks every team to send someone."""
    judged_at = models.DateTimeField(null=True, blank=True)
    """Since when its share of the judgments is done: the site counted it, or the organisers say so."""
    judged_by_count = models.BooleanField(default=False)
    """Whether the site counted the share, so that it can be undone when judges are left out."""
    judgments_done = models.CharField(max_length=200, blank=True)
    """How far its share of the judgments is, in words, as a worker last counted; empty: nothing is counted."""
    registered_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            # File systems of some teams do not distinguish NIST from nist.
            models.UniqueConstraint("campaign", Lower("code"), condition=~models.Q(code=""), name="one_team_a_code"),
            models.UniqueConstraint("campaign", Lower("name"), name="one_team_a_name"),
        )

    def __str__(self) -> str:
        return self.code or self.name


class TeamMember(models.Model):
    """A person of a team."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="team_members")
    """The campaign of the team: what someone is in a campaign is asked for on every page."""
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_memberships")
    is_contact = models.BooleanField(default=False)
    """Whether they act for the team: they get its mails, change its registration, sign, invite others."""
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        # Whether people may be in several teams of a campaign is a rule of its rulebook.
        constraints = (models.UniqueConstraint(fields=["team", "user"], name="member_once"),)
        indexes = (models.Index(fields=["campaign", "user"], name="member_of_campaign"),)

    def __str__(self) -> str:
        return f"{self.user} of {self.team}"


class Signature(models.Model):
    """An agreement of the rulebook that someone signed for a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="signatures")
    agreement = models.CharField(max_length=80)
    signed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(blank=True)
    """The text as it was signed."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["team", "agreement"], name="signed_once"),)

    def __str__(self) -> str:
        return f"{self.agreement} by {self.team}"


class ConsentGiven(models.Model):
    """A consent of the rulebook that a team gave, or took back."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="consents")
    consent = models.CharField(max_length=80)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["team", "consent"], name="consented_once"),)

    def __str__(self) -> str:
        return f"{self.consent} of {self.team}"


class Extension(models.Model):
    """A later end of a phase that an organiser granted a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="extensions")
    phase = models.CharField(max_length=80)
    until = models.DateTimeField()
    reason = models.TextField()
    granted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["team", "phase"], name="one_extension_a_phase"),)

    def __str__(self) -> str:
        return f"{self.phase} until {self.until:%Y-%m-%d %H:%M} for {self.team}"


class Invitation(models.Model):
    """An invitation by mail: into a team, or into a role of the campaign. The link holds a token; we keep its hash."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    role = models.CharField(max_length=20, choices=MembershipRole, blank=True)
    email = models.EmailField(max_length=254)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(team__isnull=False) ^ ~models.Q(role=""), name="invited_into_team_or_role"
            ),
        )

    def __str__(self) -> str:
        return f"{self.email} into {self.team or self.role}"
