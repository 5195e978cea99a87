"""Mails about judging: plain text, to one person each."""

from __future__ import annotations

from dataclasses import asdict

from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.judging.models import JudgeLink, Task
from bakeoff_site.judging.selectors.behind import BehindJudge
from bakeoff_site.mail.links import LINK, SecretLink
from bakeoff_site.mail.models import Mail


def reminder_mail(task: Task, behind: BehindJudge) -> Mail:
    """The mail that asks somebody to judge more, with what is done and what is owed."""
    campaign = task.campaign
    context = {
        "task": task,
        "behind": behind,
        "zone": campaign.rules.campaign.zone,
        "link": page_address("judging:task", slug=campaign.slug, task_slug=task.slug),
    }
    mail = campaign_mail(
        campaign, f"Please judge: {task.title}", "judging/mail/reminder.txt", context, to=behind.user.email
    )
    mail.not_after = behind.due
    return mail


def judge_invitation_mail(invitation: JudgeLink, link: SecretLink) -> Mail:
    """The mail with the link that makes somebody a judge of a task."""
    task = invitation.task
    context = {"invitation": invitation, "task": task, "link": LINK, "zone": task.campaign.rules.campaign.zone}
    subject = f"Invitation to judge: {task.title}"
    mail = campaign_mail(task.campaign, subject, "judging/mail/invitation.txt", context, to=invitation.email)
    mail.link, mail.not_after = asdict(link), invitation.expires_at
    return mail
