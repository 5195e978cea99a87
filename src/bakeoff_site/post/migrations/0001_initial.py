"""The outbox."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = (("campaigns", "0001_initial"),)

    operations = (
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="campaigns.campaign",
                    ),
                ),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.TextField()),
                ("text", models.TextField(blank=True)),
                ("key", models.CharField(blank=True, max_length=255, null=True, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("not_before", models.DateTimeField()),
                ("not_after", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.TextField(blank=True)),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(sent_at=None, given_up_at=None),
                        fields=["not_before", "id"],
                        name="mail_next",
                    ),
                    models.Index(condition=models.Q(sent_at=None), fields=["campaign"], name="mail_unsent"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(sent_at=None) | models.Q(given_up_at=None), name="sent_or_given_up"
                    )
                ],
            },
        ),
    )
