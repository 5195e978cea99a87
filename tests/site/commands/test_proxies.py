"""Behind a web server as the documentation sets one up, visitors are told apart."""

from __future__ import annotations

import logging
import re
import tomllib
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.commands.installation.configuration_checks import find_problems, proxy_problems
from bakeoff_site.config.environment import Environment, examine_environment
from bakeoff_site.core.http.middleware import ProxyNobodyToldOf
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "how-to" / "serve-campaigns.md").read_text(encoding="utf-8")
DOCUMENTED: dict[str, Any] = tomllib.loads(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
NGINX = dict(re.findall(r"proxy_set_header (\S+) (\S+);", PAGE))
STRANGER, VISITOR = "198.51.100.7", "203.0.113.9"


def passed_on(visitor: str, **sent: str) -> dict[str, Any]:
    """What reaches the site of a request through the documented nginx, by the meaning of nginx's variables."""
    before = f"{sent['x_forwarded_for']}, " if "x_forwarded_for" in sent else ""
    meaning = {
        "$host": DOCUMENTED["allowed_hosts"][0],
        "$scheme": "https",
        "$proxy_add_x_forwarded_for": f"{before}{visitor}",
    }
    return {"headers": {name: meaning[value] for name, value in NGINX.items()}, "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def _documented(settings: Any) -> None:
    settings.TRUSTED_PROXIES = DOCUMENTED["trusted_proxies"]
    settings.ALLOWED_HOSTS = DOCUMENTED["allowed_hosts"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


def sign_in(account: str, visitor: str, **sent: str) -> int:
    form = {"email": account, "password": "wrong"}
    return Client().post("/account/sign-in/", form, **passed_on(visitor, **sent)).status_code


@pytest.mark.django_db
@pytest.mark.usefixtures("_documented")
def test_a_stranger_who_tries_passwords_keeps_only_themselves_out() -> None:
    assert [sign_in(f"guess{number}@example.org", STRANGER) for number in range(30)] == [200] * 30
    assert sign_in("guess30@example.org", STRANGER) == 429
    assert sign_in("guess31@example.org", STRANGER, x_forwarded_for=VISITOR) == 429  # anyone may write that
    assert sign_in("olga@example.org", VISITOR) == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("_documented")
def test_the_site_knows_that_they_came_by_https() -> None:
    assert Client().get("/account/sign-in/", **passed_on(VISITOR)).wsgi_request.is_secure()


def test_the_documented_settings_are_right_and_without_the_proxy_are_not() -> None:
    variables = {
        "BAKEOFF_CONFIG": "/dev/null",
        **{f"BAKEOFF_{name.upper()}": ",".join(v) if isinstance(v, list) else str(v) for name, v in DOCUMENTED.items()},
    }
    assert list(proxy_problems(examine_environment(variables))) == []
    del variables["BAKEOFF_TRUSTED_PROXIES"]
    (problem,) = proxy_problems(examine_environment(variables))
    assert problem.startswith("BAKEOFF_TRUSTED_PROXIES: expected at least 1, as the site is reached by HTTPS")


def problems_of(**variables: str) -> list[str]:
    given = {f"BAKEOFF_{name.upper()}": value for name, value in variables.items()}
    return list(proxy_problems(examine_environment({"BAKEOFF_CONFIG": "/dev/null", **given})))


def test_other_names_than_this_machines_ask_for_a_word_about_proxies() -> None:
    (problem,) = problems_of(base_url="http://lab.example.org:8000")
    assert "expected it to be set, as others reach the site as http://lab.example.org:8000, found nothing." in problem
    assert problems_of(base_url="http://lab.example.org:8000", trusted_proxies="0") == []
    assert problems_of(base_url="http://localhost:8000") == problems_of(base_url="http://[::1]:8000") == []
    assert problems_of() == []
    assert len(problems_of(base_url="https://mt.example.org", trusted_proxies="0")) == 1


def test_the_check_tells_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    for name, value in {"CONFIG": "/dev/null", "DATA_FOLDER": str(tmp_path), "BASE_URL": "https://mt.org"}.items():
        monkeypatch.setenv(f"BAKEOFF_{name}", value)
    assert any(problem.startswith("BAKEOFF_TRUSTED_PROXIES: ") for problem in find_problems())
    assert Environment().trusted_proxies == 0


def test_a_proxy_nobody_told_of_is_logged_once(settings: Any, rf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(logging.getLogger("bakeoff_site.requests"), "warning", lines.append)
    middleware = ProxyNobodyToldOf(lambda request: request)  # type: ignore[arg-type,return-value]
    middleware(rf.get("/"))
    assert lines == []
    for _ in range(3):
        middleware(rf.get("/", headers={"X-Forwarded-For": VISITOR}))
    assert len(lines) == 1
    assert VISITOR not in lines[0]
    settings.TRUSTED_PROXIES = 1
    behind = ProxyNobodyToldOf(lambda request: request)  # type: ignore[arg-type,return-value]
    behind(rf.get("/", headers={"X-Forwarded-For": VISITOR}))
    assert len(lines) == 1
