"""Campaigns are created, and their rulebooks changed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from bakeoff.rulebook import Period, Rulebook, parse_rulebook, past_phases
from bakeoff.rulebook.files.changes import Change
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, EarlierRulebook, Membership
from bakeoff_site.campaigns.selectors.rulebook_changes import planned_change
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.services import request_rescoring


class PastScheduleError(RefusedError):
    """Phases of a new campaign are in the past, and nobody confirmed that."""

    def __init__(self, past: Sequence[Period], rules: Rulebook) -> None:
        first = past[0].phase
        super().__init__(
            f"The campaign was not created: {len(past)} of its {len(rules.phases)} phases have already started, from "
            f"{first.label} on ({first.start}). Choose a new start date, which moves all dates, or confirm that the "
            "schedule is meant."
        )


def create_campaign(
    text: str,
    *,
    creator: User,
    confirm_past: bool = False,
    copied: Campaign | None = None,
    now: datetime | None = None,
) -> Campaign:
    """A campaign from the text of its rulebook, which must have no mistakes; who creates it organises it.

    A schedule that is in the past, complete or in part, must be meant: `confirm_past`. `copied` is the campaign whose
    rules it started from, for the log.
    """
    written = parse_rulebook(text)
    rules = written.rulebook
    past = past_phases(rules, now or timezone.now())
    if past and not confirm_past:
        raise PastScheduleError(past, rules)
    slug = slug_of(rules.campaign.id)
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(
                slug=slug,
                title=_title(rules.campaign.title),
                rulebook_text=text,
                rulebook_content=storable(written.content),
            )
            Membership.objects.create(campaign=campaign, user=creator, role=MembershipRole.ORGANISER)
            known = {"copied_from": copied.title} if copied else {}
            record(
                "campaign.create",
                actor=creator,
                campaign=campaign,
                subject=campaign.title,
                id=rules.campaign.id,
                **known,
            )
    except IntegrityError:
        raise RefusedError(
            f"There is a campaign with the address {slug} already; change id in [campaign] of the rulebook."
        ) from None
    return campaign


def copy_roles(source: Campaign, target: Campaign, *, by: User) -> None:
    """Gives organisers, judges and observers of a campaign the same roles in another one."""
    with transaction.atomic():
        lock_open_campaign(target.pk)
        for membership in source.memberships.filter(user__is_active=True).select_related("user"):
            _, is_new = Membership.objects.get_or_create(campaign=target, user=membership.user, role=membership.role)
            if is_new:
                person = membership.user.email
                record("role.copy", actor=by, campaign=target, subject=membership.role, person=person)


def slug_of(campaign_id: str) -> str:
    """The part of addresses that names a campaign."""
    return re.sub(r"[^a-z0-9_-]", "-", campaign_id.lower())


def version_of(text: str) -> str:
    """Says one version of a rulebook from another."""
    return hashlib.sha256(text.encode()).hexdigest()


def change_rulebook(
    campaign: Campaign, text: str, *, actor: User, version: str, ends_phases: bool = False, now: datetime | None = None
) -> tuple[Change, ...]:
    """Replaces a rulebook by a text without mistakes and says what changed; scores follow it.

    `version` is that of the rulebook which the text was made from: what someone else changed meanwhile is not undone.
    Phases that would be over at once must be meant: `ends_phases`.
    """
    written = parse_rulebook(text)
    rules = written.rulebook
    content = storable(written.content)
    with transaction.atomic():
        kept = lock_open_campaign(campaign.pk)
        if version != version_of(kept.rulebook_text):
            raise RefusedError(
                "Someone else changed the rulebook meanwhile. Open it in another window and make your changes there."
            )
        planned = planned_change(kept, written, now or timezone.now())
        if planned.lost:
            raise RefusedError(f"The rulebook was not changed: {'; '.join(planned.lost)}.")
        if planned.ended and not ends_phases:
            raise RefusedError(
                "The rulebook was not changed: these phases would be over at once, for everyone: "
                f"{', '.join(period.phase.label for period in planned.ended)}. Say that it is meant, or move them."
            )
        changes = planned.changes
        title = _title(rules.campaign.title)
        if text != kept.rulebook_text:
            last = kept.earlier_rulebooks.aggregate(last=Max("number"))["last"] or 0
            EarlierRulebook.objects.create(
                campaign=kept, number=last + 1, text=kept.rulebook_text, replaced_by=actor, changes=len(changes)
            )
        kept.rulebook_text, kept.rulebook_content, kept.title = text, content, title
        kept.save(update_fields=["rulebook_text", "rulebook_content", "rules_digest", "title"])
        record(
            "campaign.change-rulebook",
            actor=actor,
            campaign=kept,
            subject=title,
            changes=[{"path": c.path, "kind": c.kind, "before": c.before, "after": c.after} for c in changes],
        )
        if changes:
            request_rescoring(kept)
    return changes


def set_listed(campaign: Campaign, *, actor: User, listed: bool) -> None:
    """Whether strangers find the campaign in the list."""
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        Campaign.objects.filter(pk=campaign.pk).update(listed=listed)
        record("campaign.list" if listed else "campaign.unlist", actor=actor, campaign=campaign, subject=campaign.title)


def _title(title: str) -> str:
    longest = Campaign._meta.get_field("title").max_length or 0
    if len(title) > longest:
        raise RefusedError(f"The title in [campaign] has {len(title)} characters; at most {longest} are possible.")
    return title
