"""The commands of `bakeoff`, as help and completion list them without loading any."""

from __future__ import annotations

from typing import NamedTuple


class ListedCommand(NamedTuple):
    """A command as `bakeoff --help` shows it without loading it."""

    module: str
    """In this package; it holds the command as `command`."""
    summary: str


GROUPS = {
    "Score and compare": {
        "score": ListedCommand("scoring.score", "Score one or more runs against references."),
        "compare": ListedCommand("scoring.compare", "Compare systems: which differences are significant."),
        "correlate": ListedCommand("scoring.correlate", "Correlate the scores of a metric with those of people."),
        "metrics-task": ListedCommand("scoring.metrics_task", "Say which metrics agree with people: a metrics task."),
        "resegment": ListedCommand("scoring.resegment", "Cut a run again into the segments of its references."),
        "align": ListedCommand("scoring.align", "Align the words of runs with those of their source."),
    },
    "Speech": {
        "asr": ListedCommand("speech.asr", "Score speech recognition: word errors and alignments."),
        "nbest": ListedCommand("speech.nbest", "Oracle figures of n-best lists, lattices, confusion networks."),
        "latency": ListedCommand("speech.latency", "Latency of simultaneous translation from logs of delays."),
    },
    "Human evaluation": {
        "human": ListedCommand("human.group", "Plan evaluations by people, and analyse their judgments."),
        "agreement": ListedCommand("human.agreement", "Compute how far judges agree, with others and with themselves."),
        "tournament": ListedCommand("human.tournament", "Rank systems by matches of two, and say which to judge next."),
        "simulate": ListedCommand("human.simulate", "Make judgments of simulated people, whose truth is known."),
        "power": ListedCommand("human.power", "Plan: how many judgments it takes to separate systems."),
    },
    "Take part in a campaign": {
        "pack": ListedCommand("campaigns.pack", "Build a package for a campaign from plain outputs."),
        "check": ListedCommand("campaigns.check", "Check a submission against the rules of a campaign."),
        "describe": ListedCommand("campaigns.describe", "Write and check system descriptions."),
        "submit": ListedCommand("campaigns.submit", "Submit a package on a campaign server."),
    },
    "Run a campaign": {
        "campaign": ListedCommand("campaigns.campaign", "Start, check and show the rules of a campaign."),
        "report": ListedCommand("campaigns.report", "Write the overview of a campaign: pages, PDF, tables, figures."),
        "verify": ListedCommand("campaigns.verify", "Compute all numbers of a release package again and compare."),
    },
    "Files and set-up": {
        "convert": ListedCommand("conversion.convert", "Convert a text, or judgments, between file formats."),
        "stats": ListedCommand("scoring.stats", "Describe texts and speech: segments, words, vocabulary."),
        "resources": ListedCommand("scoring.resources", "List stemmers, synonyms, paraphrases, taggers."),
        "completion": ListedCommand("completion", "Print the script that lets your shell complete calls."),
    },
}
COMMANDS = {name: command for commands in GROUPS.values() for name, command in commands.items()}
ADDED_GROUPS = {"Run a campaign": ("demo", "serve", "worker", "backup", "restore")}
"""Where commands of the campaign server are listed, which other packages add; all others come last."""
