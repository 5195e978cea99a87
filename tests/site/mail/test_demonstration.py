"""Mails of `bakeoff demo` are shown on a page; no other server has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import Client

from bakeoff_site.config.environment import Environment
from bakeoff_site.config.mail import DEMONSTRATION_MARK, mail_settings

PAGE, SENT = "/account/mails/demonstration/", "/account/mail-sent/"
BACKEND = "bakeoff_site.mail.demonstration.EmailBackend"


def send(subject: str, text: str) -> None:
    EmailMessage(subject, text, to=["ada@example.org"], connection=get_connection(BACKEND)).send()


@pytest.mark.django_db
def test_the_page_after_signing_up_leads_to_the_mail_and_its_link(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.DEMONSTRATION_MAILS = str(tmp_path / "mails")
    assert f'<a href="{PAGE}">Mails of this demonstration</a>' in client.get(SENT).content.decode()
    assert "No mails yet" in client.get(PAGE).content.decode()
    send("Verify <your> address", "Open https://bakeoff.example/account/verify/abc/ to verify it.")
    send("Second", "Later.")
    page = client.get(PAGE).content.decode()
    assert '<a href="https://bakeoff.example/account/verify/abc/"' in page
    assert "Verify &lt;your&gt; address" in page
    assert page.index("Second") < page.index("Verify &lt;your&gt;")


@pytest.mark.django_db
def test_no_other_server_has_the_page_or_speaks_of_it(client: Client) -> None:
    response = client.get(PAGE)
    assert (response.status_code, b"ada@" in response.content) == (404, False)
    assert "demonstration" not in client.get(SENT).content.decode()


def test_only_a_folder_of_the_demonstration_without_a_mail_server_keeps_mails(tmp_path: Path) -> None:
    real = mail_settings(Environment(data_folder=tmp_path))
    assert (real["DEMONSTRATION_MAILS"], "console" in real["EMAIL_BACKEND"]) == (None, True)
    (tmp_path / DEMONSTRATION_MARK).touch()
    demonstration = mail_settings(Environment(data_folder=tmp_path))
    assert (demonstration["DEMONSTRATION_MAILS"], demonstration["EMAIL_BACKEND"]) == (str(tmp_path / "mails"), BACKEND)
    sending = mail_settings(Environment(data_folder=tmp_path, mail_url="smtp://mail.example"))
    assert (sending["DEMONSTRATION_MAILS"], "smtp" in sending["EMAIL_BACKEND"]) == (None, True)
