"""Metrics that run as programs of their own, in an environment of their own: JSON lines in, scores out."""

from bakeoff.plugins.configured import ChangedModelError, ConfiguredPlugin, check_model, run_configured
from bakeoff.plugins.protocol import PROTOCOL
from bakeoff.plugins.run import DEFAULT_TIMEOUT_SECONDS, PluginScores, run_plugin

__all__ = [
    "DEFAULT_TIMEOUT_SECONDS",
    "PROTOCOL",
    "ChangedModelError",
    "ConfiguredPlugin",
    "PluginScores",
    "check_model",
    "run_configured",
    "run_plugin",
]
