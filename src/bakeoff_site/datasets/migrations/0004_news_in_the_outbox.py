"""Mails about files go by the outbox; what stays is who was told of which."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def forget_unsent(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """What a process left that died while it sent is told in the next round."""
    _check_at_once(editor)
    apps.get_model("datasets", "ToldOfFile").objects.filter(sent_at=None).delete()


def count_as_sent(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    _check_at_once(editor)
    apps.get_model("datasets", "ToldOfFile").objects.update(sent_at=timezone.now())


def _check_at_once(editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table of which something is left to check at the end."""
    if editor.connection.vendor == "postgresql":
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = (("datasets", "0003_told_of_files"), ("post", "0001_initial"))

    operations = (
        migrations.RunPython(forget_unsent, count_as_sent),
        migrations.RemoveField(model_name="toldoffile", name="sent_at"),
        migrations.RemoveField(model_name="toldoffile", name="claimed_at"),
    )
