"""Metrics that run as programs of their own, in an environment of their own: JSON lines in, scores out."""

from bakeoff.plugins.protocol import PROTOCOL
from bakeoff.plugins.run import DEFAULT_TIMEOUT_SECONDS, PluginScores, run_plugin

__all__ = ["DEFAULT_TIMEOUT_SECONDS", "PROTOCOL", "PluginScores", "run_plugin"]
