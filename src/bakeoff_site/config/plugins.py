"""The setting `plugins`: programs that compute scores of outside metrics, as tables of the TOML file or as JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from bakeoff.plugins import ConfiguredPlugin

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_NUMBERS = ("timeout_seconds", "memory_bytes")
_KEYS = tuple(field.name for field in fields(ConfiguredPlugin) if field.name != "name")


def parse_plugins(value: Any) -> tuple[ConfiguredPlugin, ...]:
    """Plug-ins by name; a ValueError names the first that is wrong."""
    if isinstance(value, str):
        try:
            value = json.loads(value or "{}")
        except ValueError:
            raise ValueError(f'expected JSON such as {{"comet": {{"command": "…"}}}}, found {value[:60]!r}.') from None
    if not isinstance(value, Mapping) or not all(isinstance(each, Mapping) for each in value.values()):
        raise ValueError("expected a table for each plug-in, such as [plugins.comet].")
    return tuple(_plugin(str(name), table) for name, table in value.items())


def written_plugins(plugins: Sequence[ConfiguredPlugin]) -> str:
    """The setting as an environment variable holds it."""
    tables = {each.name: {key: value for key, value in asdict(each).items() if key != "name"} for each in plugins}
    return json.dumps(tables)


def _plugin(name: str, table: Mapping[str, Any]) -> ConfiguredPlugin:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of a plug-in: use letters, digits and . _ + -")
    for key in table:
        if key not in _KEYS:
            raise ValueError(f"{name}: there is no key {key!r}. There are: {', '.join(_KEYS)}.")
    for key, value in table.items():
        if key in _NUMBERS and (isinstance(value, bool) or not isinstance(value, int | float) or value < 0):
            raise ValueError(f"{name}, {key}: expected a number of at least 0, found {value!r}.")
        if key not in _NUMBERS and not isinstance(value, str):
            raise ValueError(f"{name}, {key}: expected text in quotes, found {value!r}.")
    plugin = ConfiguredPlugin(name=name, **{"command": "", **table})
    _check_command(plugin)
    _check_model(plugin)
    return plugin


def _check_command(plugin: ConfiguredPlugin) -> None:
    try:
        words = shlex.split(plugin.command)
    except ValueError as error:
        raise ValueError(f"{plugin.name}, command: expected a command as a shell takes it ({error}).") from None
    if not words:
        raise ValueError(f"{plugin.name}, command: expected the command that starts the program, found nothing.")


def _check_model(plugin: ConfiguredPlugin) -> None:
    if plugin.model and not re.fullmatch("[0-9a-f]{64}", plugin.sha256):
        raise ValueError(
            f"{plugin.name}, sha256: expected the SHA-256 checksum of the model, 64 characters 0-9 and a-f, found "
            f"{plugin.sha256!r}. Run `sha256sum {plugin.model}`."
        )
    if plugin.sha256 and not plugin.model:
        raise ValueError(f"{plugin.name}, model: expected the file that sha256 is the checksum of, found none.")
