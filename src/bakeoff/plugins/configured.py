"""Plug-ins that a server's settings name: their command, their model and its checksum, their limits."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bakeoff.data import AlignedTexts
from bakeoff.errors import Place, PluginError
from bakeoff.plugins.run import DEFAULT_TIMEOUT_SECONDS, PluginScores, run_plugin

MODEL = "{model}"
"""What stands for the path of the model in a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfiguredPlugin:
    """A plug-in as the settings of a server describe it."""

    name: str
    """What rulebooks call its scores in `outside`."""
    command: str
    model: str = ""
    """The file that its numbers depend on, such as a checkpoint; empty where it has none."""
    sha256: str = ""
    """The checksum of that file."""
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    """How long it may be silent."""
    memory_bytes: int = 0
    """The most memory that it may use; 0 for any."""

    @property
    def digest(self) -> str:
        """Identifies what its numbers depend on; limits are not part of that."""
        parts = {key: value for key, value in asdict(self).items() if key in ("name", "command", "sha256")}
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    @property
    def arguments(self) -> list[str]:
        """The command, divided into words as a shell does it, with the path of the model."""
        return [word.replace(MODEL, self.model) for word in shlex.split(self.command)]


class ChangedModelError(PluginError):
    """The model is not the one that the settings name: running again would not help."""


def check_model(plugin: ConfiguredPlugin) -> None:
    """Refuses a model that is missing or has another checksum than the settings say."""
    if not plugin.model:
        return
    place = Place(f"plug-in {plugin.name}")
    try:
        with Path(plugin.model).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ChangedModelError(
            place=place,
            expected=f"the model {plugin.model}",
            found=(error.strerror or str(error)).lower(),
            remedy="Correct the path in the settings of the server, or restore the file.",
        ) from None
    if found != plugin.sha256:
        raise ChangedModelError(
            place=place,
            expected=f"the model {Path(plugin.model).name} with the checksum {plugin.sha256}",
            found=found,
            remedy="Restore the model, or write the new checksum into the settings of the server: all scores are then "
            "computed again.",
        )


def run_configured(
    plugin: ConfiguredPlugin,
    texts: AlignedTexts,
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> PluginScores:
    """Runs a plug-in on texts once its model is known to be the right one; signatures name the model and its checksum.

    Systems are numbered for the program: it gets texts, and no names.
    """
    check_model(plugin)
    numbered = tuple(str(number) for number in range(1, len(texts.systems) + 1))
    scores = run_plugin(
        plugin.arguments,
        replace(texts, systems=numbered),
        name=plugin.name,
        source_language=source_language,
        target_language=target_language,
        timeout_seconds=plugin.timeout_seconds,
        memory_bytes=plugin.memory_bytes,
        on_progress=on_progress,
    )
    model = {"model": Path(plugin.model).name, "model_sha256": plugin.sha256} if plugin.model else {}
    return replace(
        scores,
        signature={**scores.signature, **model},
        columns={system: scores.columns[number] for system, number in zip(texts.systems, numbered, strict=True)},
    )
