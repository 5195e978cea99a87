"""What is read about the installation itself."""

from __future__ import annotations

from django.db import DatabaseError, connection


def database_answers() -> bool:
    """Whether the database can be asked."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
