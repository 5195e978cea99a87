"""How mails are sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from bakeoff_site.config.environment import Environment

DEMONSTRATION_MARK = "made-by-bakeoff-demo"
"""The file by which the folder of a demonstration is known."""


def mail_settings(environment: Environment) -> dict[str, Any]:
    """Django's settings of mail: printed on the console, or sent by SMTP where a URL is given.

    Mails of a demonstration are kept next to its campaigns as well, so that a page can show them.
    """
    common = {"DEFAULT_FROM_EMAIL": environment.mail_from, "DEMONSTRATION_MAILS": None}
    if not environment.mail_url and (environment.data_folder / DEMONSTRATION_MARK).exists():
        folder = str(environment.data_folder.absolute() / "mails")
        backend = "bakeoff_site.mail.demonstration.EmailBackend"
        return {**common, "EMAIL_BACKEND": backend, "DEMONSTRATION_MAILS": folder}
    if not environment.mail_url:
        return {**common, "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    url = urlsplit(environment.mail_url)
    return {
        **common,
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port or (465 if url.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_SSL": url.scheme == "smtps",
        "EMAIL_USE_TLS": url.scheme == "smtp" and bool(url.username),
        "EMAIL_TIMEOUT": 20,
    }
