"""Whose output a run is a copy of."""

import django.db.models.deletion
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = (("submissions", "0001_initial"),)

    operations = (
        migrations.CreateModel(
            name="Copy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("file_name", models.CharField(max_length=255)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="submissions.run"
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="copies", to="submissions.submission"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("submission", "file_name", "run"), name="a_copy_once")
                ],
            },
        ),
    )
