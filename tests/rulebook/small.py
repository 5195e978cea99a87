"""A small campaign to change for a test."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.rulebook import Rulebook

SMALL = """\
[campaign]
id = "small"
title = "Small Task"
timezone = "Europe/Berlin"
[language_pairs]
de-en = { source = "de", target = "en" }
en-de = { source = "en", target = "de" }
[tracks.news]
kind = "mt"
language_pairs = ["de-en", "en-de"]
[test_sets.test]
role = "current"
[phases.evaluation]
start = 2027-03-01
end = 2027-03-05
opens = ["submit:runs"]
[submission.packages.runs]
"""


def small_rulebook(**chapters: Mapping[str, Any]) -> Rulebook:
    """The small campaign with some chapters replaced."""
    return Rulebook.model_validate(tomllib.loads(SMALL) | chapters)


def saved(folder: Path, text: str, name: str = "campaign.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
