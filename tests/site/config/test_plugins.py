"""The setting `plugins`: every mistake names the plug-in, the key and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.plugins import ConfiguredPlugin
from bakeoff_site.config.plugins import parse_plugins, written_plugins

MODEL = {"command": "run", "model": "m.ckpt", "sha256": "b" * 64}


def test_what_is_written_for_workers_is_read_as_it_was() -> None:
    plugins = (
        ConfiguredPlugin(name="comet", command="run --model {model}", model="m.ckpt", sha256="b" * 64),
        ConfiguredPlugin(name="overlap", command="overlap", timeout_seconds=5, memory_bytes=2**30),
    )
    assert parse_plugins(written_plugins(plugins)) == plugins
    assert parse_plugins("") == ()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{", 'expected JSON such as {"comet": {"command": "…"}}'),
        (["comet"], "expected a table for each plug-in, such as [plugins.comet]."),
        ({"my comet": MODEL}, "'my comet' cannot be the name of a plug-in"),
        ({"comet": {**MODEL, "modle": "x"}}, "comet: there is no key 'modle'. There are: command, model,"),
        ({"comet": {}}, "comet, command: expected the command that starts the program, found nothing."),
        ({"comet": {"command": "run 'it"}}, "comet, command: expected a command as a shell takes it"),
        ({"comet": {**MODEL, "command": 3}}, "comet, command: expected text in quotes, found 3."),
        ({"comet": {**MODEL, "timeout_seconds": "5"}}, "comet, timeout_seconds: expected a number of at least 0"),
        ({"comet": {**MODEL, "memory_bytes": -1}}, "comet, memory_bytes: expected a number of at least 0, found -1."),
        ({"comet": {"command": "run", "model": "m.ckpt"}}, "comet, sha256: expected the SHA-256 checksum of the model"),
        ({"comet": {"command": "run", "sha256": "b" * 64}}, "comet, model: expected the file that sha256"),
    ],
)
def test_mistakes_are_named(value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_plugins(value)
    assert str(caught.value).startswith(said)
