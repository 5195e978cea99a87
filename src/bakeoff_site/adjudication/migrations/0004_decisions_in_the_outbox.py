"""Mails about decisions go by the outbox; what stays is which mail tells whom of what."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def carry_over(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """What was sent is not sent again. What waits, or was left by a process that died, waits for the next round."""
    _check_at_once(editor)
    DecisionMail, Mail = apps.get_model("adjudication", "DecisionMail"), apps.get_model("post", "Mail")
    sent: dict[object, list[Any]] = {}
    for row in DecisionMail.objects.exclude(sent_at=None).select_related("correction", "user").order_by("pk"):
        sent.setdefault(row.claim or row.pk, []).append(row)
    for rows in sent.values():
        first = rows[0]
        mail = Mail.objects.create(
            campaign_id=first.correction.campaign_id,
            to=first.user.email,
            subject="Adjudication",
            not_before=first.sent_at,
            attempts=1,
            sent_at=first.sent_at,
        )
        DecisionMail.objects.filter(pk__in=[row.pk for row in rows]).update(mail=mail)


def carry_back(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    _check_at_once(editor)
    DecisionMail = apps.get_model("adjudication", "DecisionMail")
    for row in DecisionMail.objects.exclude(mail=None).exclude(mail__sent_at=None).select_related("mail"):
        row.claimed_at = row.sent_at = row.mail.sent_at
        row.save()


def _check_at_once(editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table of which something is left to check at the end."""
    if editor.connection.vendor == "postgresql":
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = (
        ("adjudication", "0003_withdrawal_and_mails"),
        ("post", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.RemoveIndex(model_name="decisionmail", name="decisions_to_tell"),
        migrations.AddField(
            model_name="decisionmail",
            name="mail",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="decisions",
                to="post.mail",
            ),
        ),
        migrations.RunPython(carry_over, carry_back),
        migrations.RemoveField(model_name="decisionmail", name="claim"),
        migrations.RemoveField(model_name="decisionmail", name="claimed_at"),
        migrations.RemoveField(model_name="decisionmail", name="sent_at"),
        migrations.AddIndex(
            model_name="decisionmail",
            index=models.Index(condition=models.Q(mail=None), fields=["user"], name="decisions_to_tell"),
        ),
    )
