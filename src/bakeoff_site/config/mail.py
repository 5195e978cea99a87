"""How mails are sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from bakeoff_site.config.environment import Environment


def mail_settings(environment: Environment) -> dict[str, Any]:
    """Django's settings of mail: printed on the console, or sent by SMTP where a URL is given."""
    common = {"DEFAULT_FROM_EMAIL": environment.mail_from}
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
