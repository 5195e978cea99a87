"""Teams describe their systems; every version is kept, the last one counts."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.submission.descriptions import may_describe
from bakeoff.submissions.descriptions import MAX_BYTES, check_description_lines
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.selectors.off_limits import rules_with_list
from bakeoff_site.submissions.conversions import stored_findings
from bakeoff_site.submissions.models import Description
from bakeoff_site.submissions.selectors.quotas import check_room


def submit_description(team: Team, *, text: str, by: User, now: datetime | None = None) -> Description:
    """Keeps a version of a team's description with what is wrong with it."""
    rules, now = team.campaign.rules, now or timezone.now()
    verdict = may_describe(rules, now, extensions=team_state(team).extensions)
    if not verdict.allowed:
        raise RefusedError(f"{capitalized(verdict.reason)}.")
    if team.withdrawn_at is not None:
        raise RefusedError("The team is withdrawn from the campaign.")
    if not text.strip():
        raise RefusedError("The description is empty; nothing was taken.")
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise RefusedError(f"The description is too long: at most {MAX_BYTES:,} bytes are taken.")
    if "\0" in text:
        raise RefusedError("The description holds NUL characters; submit plain text.")
    check_room(team, len(text))
    findings = check_description_lines(text.splitlines(), rules_with_list(team.campaign), name=file_name(team))
    with transaction.atomic():
        description = Description.objects.create(
            team=team,
            text=text,
            findings=stored_findings(findings),
            valid=not any(finding.severity == "error" for finding in findings),
            late=verdict.late,
            submitted_by=by,
            submitted_at=now,
        )
        record(
            "description.submit",
            actor=by,
            campaign=team.campaign,
            subject=team.name,
            valid=description.valid,
            late=description.late,
        )
    return description


def file_name(team: Team) -> str:
    """What the file of the description is called."""
    pattern = parse_pattern(team.campaign.rules.description.file)
    return pattern.written({"team": team.code or "TEAM"}) if set(pattern.fields) <= {"team"} else pattern.text
