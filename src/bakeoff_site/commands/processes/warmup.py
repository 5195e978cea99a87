"""Before a process answers: it loads what pages need, and makes the ones that most people come to.

Otherwise the first visitors after a start would wait for it, all of them at once.
"""

from __future__ import annotations

import gc
import io
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.db import connections
from django.template.loader import get_template
from django.urls import Resolver404, get_resolver, resolve
from django.utils import timezone

from bakeoff_site.commands.http.gateway import Application
from bakeoff_site.commands.http.wsgi_environ import Environ

_PAGES = {"campaigns:campaign", "results:overview", "results:board"}
"""Pages that strangers are led to, which is looked up where they are."""
_SECONDS = 0.8
"""Of the processor, that are spent on pages at most: the start of the server waits for it."""
_AGAIN = 3
"""How many of the pages every thread makes: those found last, which read the most tables."""

Everywhere = Callable[[Callable[[], None]], None]


def warm_up(application: Application, everywhere: Everywhere) -> None:
    """Loads all pages and templates; then asks for the list of campaigns, and for what it leads to, as a stranger.

    `everywhere` calls something in every thread that makes pages: each has a connection of its own to the database,
    which takes long to open, and to learn the tables.
    """
    _ = get_resolver().url_patterns
    for name in _templates():
        get_template(name)
    logging.disable(logging.CRITICAL)  # nobody has asked; who does will find out what is wrong with a page
    try:
        made = _look_around(application, end=time.process_time() + _SECONDS)
        everywhere(lambda: _ask_again(application, made[-_AGAIN:]))
    finally:
        logging.disable(logging.NOTSET)
        connections.close_all()
    # What exists now stays; searching it for garbage again and again would delay all pages.
    gc.collect()
    gc.freeze()


def read_ahead() -> None:
    """Reads the tasks that are judged while pages are answered: with very many judgments this takes seconds."""
    threading.Thread(target=_read_open_tasks, name="read open tasks", daemon=True).start()


def _read_open_tasks() -> None:
    from bakeoff_site.judging.services.readiness import read_open_tasks  # Django is not ready when this is loaded

    try:
        read_open_tasks(timezone.now())
        gc.freeze()  # as after `warm_up`: dealers of many judgments are millions of objects
    except Exception:  # who asks will find out what is wrong
        logging.getLogger("bakeoff_site").exception("The tasks that are judged could not be read ahead.")
    finally:
        connections.close_all()


def _templates() -> Iterator[str]:
    for app in apps.get_app_configs():
        if app.name.startswith("bakeoff_site."):
            folder = Path(app.path) / "templates"
            yield from (str(path.relative_to(folder)) for path in folder.rglob("*.html"))


def _look_around(application: Application, *, end: float) -> list[str]:
    """The pages that were made, in order."""
    waiting = ["/"]
    seen = set(waiting)
    made = []
    while waiting and time.process_time() < end:
        made.append(waiting.pop(0))
        page = _page(application, made[-1])
        for path in re.findall(r'href="(/[^"?#]*)"', page):
            if path not in seen and _is_looked_at(path):
                seen.add(path)
                waiting.append(path)
    return made


def _ask_again(application: Application, paths: list[str]) -> None:
    for path in paths:
        _page(application, path)


def _is_looked_at(path: str) -> bool:
    try:
        return resolve(path).view_name in _PAGES
    except Resolver404:
        return False


def _page(application: Application, path: str) -> str:
    parts = urlsplit(settings.BASE_URL)
    environ: Environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "HTTP_HOST": parts.netloc,
        "SERVER_NAME": parts.hostname,
        "SERVER_PORT": str(parts.port or 80),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
    }
    answer = application(environ, lambda *_: None)
    try:
        return b"".join(answer).decode(errors="replace")
    finally:
        getattr(answer, "close", lambda: None)()
