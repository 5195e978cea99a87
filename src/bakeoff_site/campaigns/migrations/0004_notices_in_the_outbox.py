"""Notices of the schedule go by the outbox, where their keys say that they were sent."""

from datetime import UTC, datetime
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def carry_over(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """What was sent is not sent again. What a process left that died while it sent is put anew in the next round."""
    _check_at_once(editor)
    SentNotice, Mail = apps.get_model("campaigns", "SentNotice"), apps.get_model("post", "Mail")
    sent = SentNotice.objects.exclude(sent_at=None).select_related("team", "user").order_by("pk")
    Mail.objects.bulk_create(
        (
            Mail(
                campaign_id=notice.team.campaign_id,
                to=notice.user.email,
                subject=f"{notice.kind}: {notice.phase}",
                key=" ".join(
                    (
                        "notice",
                        str(notice.team_id),
                        str(notice.user_id),
                        notice.kind,
                        notice.about.astimezone(UTC).isoformat(),
                        str(notice.days),
                        notice.phase,
                    )
                ),
                not_before=notice.claimed_at,
                attempts=1,
                sent_at=notice.sent_at,
            )
            for notice in sent
        ),
        batch_size=500,
    )


def carry_back(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    _check_at_once(editor)
    SentNotice, Mail = apps.get_model("campaigns", "SentNotice"), apps.get_model("post", "Mail")
    for mail in Mail.objects.filter(key__startswith="notice ").exclude(sent_at=None):
        _, team_id, user_id, kind, about, days, phase = mail.key.split(" ", 6)
        SentNotice.objects.create(
            team_id=int(team_id),
            user_id=int(user_id),
            kind=kind,
            phase=phase,
            about=datetime.fromisoformat(about),
            days=int(days),
            sent_at=mail.sent_at,
        )
    # Nothing points to them; on the way back Django looks for what might with models that do not fit together.
    Mail.objects.filter(key__startswith="notice ")._raw_delete(editor.connection.alias)


def _check_at_once(editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table of which something is left to check at the end."""
    if editor.connection.vendor == "postgresql":
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0003_judgments_done"), ("post", "0001_initial"))

    operations = (
        migrations.RunPython(carry_over, carry_back),
        migrations.DeleteModel(name="SentNotice"),
    )
