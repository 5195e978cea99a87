"""Uploads keep when their last byte came."""

from datetime import timedelta

from django.apps.registry import Apps
from django.db import migrations, models


def tell_from_expiry(apps: Apps, _editor: object) -> None:
    """They were given up a day after their last piece."""
    whole = apps.get_model("submissions", "Upload").objects.filter(received=models.F("size"))
    whole.update(complete_at=models.F("expires_at") - timedelta(days=1))


class Migration(migrations.Migration):
    dependencies = (("submissions", "0003_no_receipts_in_findings"),)

    operations = (
        migrations.AddField("upload", "complete_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(tell_from_expiry, migrations.RunPython.noop),
        migrations.AddConstraint(
            "upload",
            models.CheckConstraint(
                condition=models.Q(complete_at=None, received__lt=models.F("size"))
                | models.Q(complete_at__isnull=False, received=models.F("size")),
                name="complete_once_all_is_here",
            ),
        ),
    )
