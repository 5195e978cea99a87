"""Who proposed a correction may withdraw it; teams are told of decisions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_STATES = [("open", "Open"), ("accepted", "Accepted"), ("refused", "Refused"), ("withdrawn", "Withdrawn")]


class Migration(migrations.Migration):
    dependencies = (
        ("adjudication", "0002_parts_of_files"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.RemoveConstraint(model_name="correction", name="decision_known"),
        migrations.RemoveConstraint(model_name="correction", name="decisions_have_reasons"),
        migrations.AlterField(
            model_name="correction",
            name="decision",
            field=models.CharField(choices=_STATES, default="open", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="correction",
            constraint=models.CheckConstraint(
                condition=models.Q(decision__in=["open", "accepted", "refused", "withdrawn"]), name="decision_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="correction",
            constraint=models.CheckConstraint(
                condition=models.Q(decision__in=("open", "withdrawn")) | ~models.Q(decision_reason=""),
                name="decisions_have_reasons",
            ),
        ),
        migrations.CreateModel(
            name="DecisionMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "correction",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="adjudication.correction",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("claim", models.UUIDField(blank=True, null=True)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(condition=models.Q(sent_at=None), fields=["user"], name="decisions_to_tell")
                ],
            },
        ),
    )
