"""A process that answers has made the pages before that strangers come to first."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.commands.http.gateway import THREADS, Gateway
from bakeoff_site.commands.http.wsgi_environ import Environ
from bakeoff_site.commands.processes import warmup
from bakeoff_site.config.wsgi import application

pytestmark = pytest.mark.django_db(transaction=True)


def here(act: Callable[[], None]) -> None:
    """In place of the threads that make pages."""
    act()


class Listener:
    """The site, and what was asked for."""

    def __init__(self) -> None:
        self.asked: dict[str, str] = {}

    def __call__(self, environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        def begin_and_note(status: str, *rest: Any) -> Any:
            self.asked[environ["PATH_INFO"]] = status
            return begin(status, *rest)

        return application(environ, begin_and_note)


@pytest.fixture
def listed(campaign: Campaign) -> Campaign:
    campaign.listed = True
    campaign.save()
    return campaign


def test_the_list_and_the_pages_of_a_listed_campaign_are_made_and_nothing_else(
    listed: Campaign, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warmup, "_SECONDS", 60.0)
    site = Listener()
    caplog.set_level(logging.DEBUG)
    warmup.warm_up(site, here)
    assert site.asked == {"/": "200 OK", "/campaigns/openmt/": "200 OK", "/campaigns/openmt/results/": "200 OK"}
    assert caplog.records == []
    logging.getLogger("bakeoff_site.requests").info("of a visitor")
    assert caplog.messages == ["of a visitor"]


def test_a_campaign_that_is_not_listed_is_not_looked_for(campaign: Campaign) -> None:
    site = Listener()
    warmup.warm_up(site, here)
    assert site.asked == {"/": "200 OK"}


def test_no_page_is_started_when_the_time_is_over(listed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "_SECONDS", 0.0)
    site = Listener()
    warmup.warm_up(site, here)
    assert site.asked == {}


def test_a_page_that_fails_does_not_keep_the_server_from_starting(
    listed: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("bakeoff_site.home.views.home.campaign_lists", fail)
    site = Listener()
    warmup.warm_up(site, here)
    assert site.asked == {"/": "500 Internal Server Error"}


def test_every_thread_that_makes_pages_has_a_connection_that_knows_the_tables(listed: Campaign, tmp_path: Path) -> None:
    asked: list[tuple[int, str]] = []

    def site(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        asked.append((threading.get_ident(), environ["PATH_INFO"]))
        return application(environ, begin)

    gateway = Gateway(site, folder=tmp_path, largest=lambda _: 0)
    try:
        warmup.warm_up(site, gateway.in_every_thread)
        pages = [path for thread, path in asked if thread == threading.get_ident()]
        by_thread = {thread: [path for each, path in asked if each == thread] for thread, _ in asked}
        del by_thread[threading.get_ident()]
        assert list(by_thread.values()) == [pages] * THREADS
    finally:
        gateway.in_every_thread(connections.close_all)


def test_what_is_there_after_the_start_is_not_looked_through_for_waste(listed: Campaign) -> None:
    before, made = gc.get_freeze_count(), [[number] for number in range(10_000)]
    warmup.warm_up(Listener(), here)
    assert gc.get_freeze_count() >= before + len(made)
