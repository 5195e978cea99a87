"""The scripts and styles of the site's pages as one text each, for a file that loads nothing.

Scripts are modules that import each other. In the file each is a function that runs when it is first needed, and what
it exports is what it returns: the same source runs on the site and offline.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

from bakeoff.errors import BakeoffError

START = "ui/judging/offline/start.js"
REPLACED = {"ui/judging/sending.js": "ui/judging/offline/keeping.js"}
"""What speaks with the server on the site, and what takes its place."""
_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LEFT = re.compile(r"^(import|export)\b.*", re.MULTILINE)


def bundle_scripts(names: Iterable[str]) -> str:
    """One script with these modules and all that they import; it starts with the one that opens the file."""
    found: dict[str, str] = {}
    waiting = [START, *names]
    while waiting:
        name = _resolved(waiting.pop())
        if name not in found:
            found[name], needed = _function(name)
            waiting += needed
    modules = ",\n".join(f"{_quoted(name)}: {source}" for name, source in sorted(found.items()))
    return (
        '"use strict";\n(() => {\nconst made = new Map();\n'
        "function need(name) {\n  if (!made.has(name)) made.set(name, modules[name]());\n  return made.get(name);\n}\n"
        f"const modules = {{\n{modules},\n}};\nneed({_quoted(START)}).start(need);\n}})();\n"
    )


def join_styles(names: Iterable[str]) -> str:
    """The style sheets after each other; none of them loads anything."""
    styles = "\n".join(_source(name) for name in names)
    if "</" in styles or "url(" in styles or "@import" in styles:
        raise BakeoffError("A style sheet of the screens loads something. Offline files can load nothing.")
    return styles


@cache
def _function(name: str) -> tuple[str, tuple[str, ...]]:
    """A module as a function, and the modules that it imports."""
    source = _source(name)
    exported = [match[2] for match in _EXPORT.finditer(source)]
    needed: list[str] = []

    def imported(match: re.Match[str]) -> str:
        path = _resolved(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2])))
        needed.append(path)
        return f"const {{ {match[1].replace(' as ', ': ')} }} = need({_quoted(path)});"

    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, source))
    if left := _LEFT.search(body):
        raise BakeoffError(f"{name}: expected imports and exports by name, found {left[0]!r}.")
    if "</script" in body.lower() or "<!--" in body:
        raise BakeoffError(f"{name}: a script that is written into a page must not hold a tag of scripts.")
    return f"() => {{\n{body}return {{ {', '.join(exported)} }};\n}}", tuple(needed)


def _resolved(name: str) -> str:
    return REPLACED.get(name, name)


@cache
def _source(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise BakeoffError(f"The site has no file {name!r} for its pages.")
    return Path(path).read_text(encoding="utf-8")


def _quoted(name: str) -> str:
    return f'"{name}"'


def static_names(addresses: Iterable[str], *, prefix: str) -> tuple[str, ...]:
    """The names of files by their addresses on pages, which may say their checksum."""
    names = (each.removeprefix(prefix) for each in addresses)
    return tuple(re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", each) for each in names)
