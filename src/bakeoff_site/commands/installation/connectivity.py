"""Whether what settings name on other machines answers: the one that sends mails, the cluster that computes."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from bakeoff_site.config.environment import PREFIX, Environment
from bakeoff_site.config.mail import mail_settings

_SECONDS = 5.0


def reach_problems(environment: Environment) -> Iterator[str]:
    """Tries each for a few seconds; no mail is sent, nothing is computed."""
    if environment.mail_url:
        settings = mail_settings(environment)
        if problem := _failure(lambda: _sign_in(settings)):
            yield (
                f"{PREFIX}MAIL_URL: expected a server that takes mails, found that {settings['EMAIL_HOST']}, port "
                f"{settings['EMAIL_PORT']}, does not ({problem}). Nobody could verify an address: fix it."
            )
    if environment.cluster_url:
        address = urlsplit(environment.cluster_url)
        where = (address.hostname or "", address.port or 8786)
        if problem := _failure(lambda: socket.create_connection(where, timeout=_SECONDS).close()):
            yield (
                f"{PREFIX}CLUSTER_URL: expected the scheduler of a Dask cluster, found that {where[0]}, port "
                f"{where[1]}, does not answer ({problem}). Nothing could be scored: start it, or leave the setting out."
            )


def _sign_in(settings: dict[str, Any]) -> None:
    host, port = settings["EMAIL_HOST"], settings["EMAIL_PORT"]
    context = ssl.create_default_context()
    if settings["EMAIL_USE_SSL"]:
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=_SECONDS, context=context)
    else:
        server = smtplib.SMTP(host, port, timeout=_SECONDS)
    with server:
        if settings["EMAIL_USE_TLS"]:
            server.starttls(context=context)
        if settings["EMAIL_HOST_USER"]:
            server.login(settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"])
        server.noop()


def _failure(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except (OSError, smtplib.SMTPException) as error:
        return " ".join(str(error).split()) or type(error).__name__
    return ""
