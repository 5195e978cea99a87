"""Teams describe their systems; every version is kept, the last one counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff.data import Finding
from bakeoff.data.sentences import capitalized
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.state import DescribedSystem
from bakeoff.rulebook.submission.descriptions import may_describe, system_title
from bakeoff.submissions.described_systems import system_of
from bakeoff.submissions.description_texts import parse_description
from bakeoff.submissions.descriptions import MAX_BYTES, MAX_LINES, check_description_lines, description_file_name
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.selectors.off_limits import rules_with_list
from bakeoff_site.submissions.conversions import stored_findings
from bakeoff_site.submissions.models import Description
from bakeoff_site.submissions.selectors.quotas import check_room
from bakeoff_site.submissions.services.resource_flags import flag_runs


def submit_description(team: Team, *, text: str, by: User, now: datetime | None = None) -> Description:
    """Keeps a version of a team's description with what is wrong with it, and flags the runs that it is of.

    Where each system is described by itself, a text that does not say which is not kept.
    """
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
    system = _system_in(text, rules)
    name = description_file_name(rules, team.code or "TEAM", system)
    findings = check_description_lines(text.splitlines(), rules_with_list(team.campaign), name=name)
    if system is None and rules.description.each == "system":
        raise RefusedError(_without_system(findings))
    with transaction.atomic():
        description = Description.objects.create(
            team=team,
            track=system.track if system else "",
            condition=system.condition if system else "",
            system=system.system if system else "",
            text=text,
            findings=stored_findings(findings),
            valid=not any(finding.severity == "error" for finding in findings),
            late=verdict.late,
            submitted_by=by,
            submitted_at=now,
        )
        flag_runs(team)
        record(
            "description.submit",
            actor=by,
            campaign=team.campaign,
            subject=team.name,
            **({"system": system_title(rules, system)} if system else {}),
            valid=description.valid,
            late=description.late,
        )
    return description


def _system_in(text: str, rules: Rulebook) -> DescribedSystem | None:
    lines = text.splitlines()
    return system_of(parse_description(lines, rules), rules) if len(lines) <= MAX_LINES else None


def _without_system(findings: Sequence[Finding]) -> str:
    about = [str(each) for each in findings if each.severity == "error"]
    return " ".join(["The description was not kept, because it does not say which system it is of.", *about[:3]])
