"""An offline file: the screens of a judge as one HTML page that loads and sends nothing.

Each screen is the page of the site with another frame. Scripts and styles are written into the file, and its policy
allows these and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import OfflineFile
from bakeoff_site.judging.selectors.instructions import instructions_of
from bakeoff_site.judging.selectors.offline_screens import OfflineScreenView, offline_views
from bakeoff_site.judging.services.offline.answer_files import token_of
from bakeoff_site.judging.services.offline.scripts import bundle_scripts, join_styles, static_names

_STYLES = ("ui/design/tokens.css", "ui/design/frame.css", "ui/design/components.css", "ui/design/judging.css")
_SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>')
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')


@dataclass(frozen=True, slots=True)
class _Part:
    """A page of the file."""

    name: str
    html: SafeString
    scripts: tuple[str, ...]
    styles: tuple[str, ...]


def offline_page(file: OfflineFile, *, upload_address: str) -> str:
    """The file of a judge, read with judge, task and campaign; `upload_address` is where its answers go."""
    judge = file.judge
    task = judge.task
    views = offline_views(file)
    common = {
        "task": task,
        "campaign": task.campaign,
        "judge": judge,
        "offline_file": file,
        "upload_address": upload_address,
        "zone": task.campaign.rules.campaign.zone,
    }
    parts = [
        _part("overview", "judging/offline/overview.html", {**common, "views": views}),
        *(_part(str(number), view.template, {"view": view}) for number, view in enumerate(views, start=1)),
    ]
    script = bundle_scripts(dict.fromkeys(name for part in parts for name in part.scripts))
    styles = join_styles(dict.fromkeys((*_STYLES, *(name for part in parts for name in part.styles))))
    return render_to_string(
        "judging/offline/file.html",
        {
            **common,
            "parts": parts,
            "texts": instructions_of(task, wanted=judge.language),
            "about": _about(file, views),
            "script": mark_safe(script),
            "styles": mark_safe(styles),
            "policy": _policy(script, styles),
        },
    )


def _part(name: str, template: str, context: dict[str, Any]) -> _Part:
    """A rendered page without the tags that load scripts and styles: the file holds those once."""
    html = render_to_string(template, context)
    return _Part(
        name=name,
        html=mark_safe(_STYLE.sub("", _SCRIPT.sub("", html)).strip()),
        scripts=static_names(_SCRIPT.findall(html), prefix=settings.STATIC_URL),
        styles=static_names(_STYLE.findall(html), prefix=settings.STATIC_URL),
    )


def _about(file: OfflineFile, views: Sequence[OfflineScreenView]) -> dict[str, Any]:
    """What scripts of the file know of it."""
    task = file.judge.task
    return {
        "key": str(file.key),
        "token": token_of(file),
        "title": task.title,
        "answers_name": f"{task.campaign.slug}-{task.slug}-answers.json",
        "screens": [
            {
                "key": str(view.screen.key),
                "version": view.screen.version,
                "text_digest": view.screen.text_digest,
                "stage": view.stage,
                "answered": view.screen.state == ScreenState.ANSWERED,
            }
            for view in views
        ],
    }


def _policy(script: str, styles: str) -> str:
    """Nothing is loaded or sent, and nothing runs but what the server wrote into the file."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(styles)}; base-uri 'none'; "
        "form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
