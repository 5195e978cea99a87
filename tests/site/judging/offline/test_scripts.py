"""The modules of the site's scripts as one script, and its style sheets as one text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from bakeoff.errors import BakeoffError
from bakeoff_site.judging.services.offline import scripts
from bakeoff_site.judging.services.offline.scripts import REPLACED, START, bundle_scripts, join_styles, static_names

SCREEN = "ui/judging/screen.js"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The site has these files and no others."""

    def put(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
        monkeypatch.setattr(scripts, "START", "start.js")
        monkeypatch.setattr(finders, "find", lambda name: path if (path := tmp_path / name).exists() else None)
        for cached in (scripts._source, scripts._function):
            cached.cache_clear()
            monkeypatch.setattr(scripts, cached.__name__, cached.__wrapped__)

    return put


def test_every_module_comes_once_with_what_it_imports(files: Callable[..., None]) -> None:
    files(
        start='import { one as first } from "./a.js";\nexport function start() {}\n',
        a='import { two } from "./b.js";\nexport const one = 1;\n',
        b="export async function two() {}\nexport class Three {}\n",
    )
    bundle = bundle_scripts(["b.js", "a.js"])
    assert bundle.count('"a.js": () => {') == bundle.count('"b.js": () => {') == 1
    assert 'const { one: first } = need("a.js");' in bundle
    assert "return { two, Three };" in bundle
    assert bundle.endswith('need("start.js").start(need);\n})();\n')


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('import all from "./a.js";\n', "expected imports and exports by name"),
        ("export default 3;\n", "expected imports and exports by name"),
        ("export let count = 0;\n", "expected imports and exports by name"),
        ('const tag = "</script>";\n', "tag of scripts"),
        ('import { gone } from "./gone.js";\n', "no file 'gone.js'"),
    ],
)
def test_a_module_that_cannot_be_joined_is_refused(files: Callable[..., None], source: str, reason: str) -> None:
    files(start=source)
    with pytest.raises(BakeoffError, match=reason):
        bundle_scripts([])


def test_what_speaks_with_the_server_is_replaced() -> None:
    bundle = bundle_scripts([SCREEN])
    for online, offline in REPLACED.items():
        assert f'"{online}": ' not in bundle
        assert f'"{offline}": ' in bundle
    assert f'need("{START}").start(need);' in bundle


def test_style_sheets_that_load_something_are_refused(files: Callable[..., None]) -> None:
    files(plain="p { color: red }", loading="p { background: url(x.png) }")
    assert join_styles(["plain.js"]) == "p { color: red }"
    with pytest.raises(BakeoffError, match="loads something"):
        join_styles(["loading.js"])


def test_addresses_on_pages_are_names_of_files() -> None:
    addresses = ["/static/ui/a.js", "/static/judging/direct/direct.0123456789ab.js"]
    assert static_names(addresses, prefix="/static/") == ("ui/a.js", "judging/direct/direct.js")
