"""The glossary has every noun of the code: each model of the site and each public record of the science."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import syntax_tree
from tests.conftest import ROOT

GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8").lower()
SOURCE = ROOT / "src"
RECORDS = (
    *sorted((SOURCE / "bakeoff_site").glob("*/models.py")),
    *sorted((SOURCE / "bakeoff" / "rulebook" / "schema").glob("*.py")),
    *sorted((SOURCE / "bakeoff" / "data").glob("*.py")),
)
BASES = {"Model", "Rules", "Named", "BaseModel"}
ABSTRACT = {"Rules", "Named", "Supplement"}
"""Bases of tables of the rulebook, which are no nouns of their own."""


def nouns() -> Iterator[tuple[Path, str]]:
    """Models, tables of the rulebook and frozen records."""
    for path in RECORDS:
        for node in syntax_tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in ABSTRACT:
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                is_record = any("dataclass" in ast.unparse(each) for each in node.decorator_list)
                if is_record or bases & BASES or any(base.endswith(("Rules", "Scoring")) for base in bases):
                    yield path, node.name


def words(name: str) -> str:
    """A class name as people write it.

    >>> words("ScoreUpload"), words("NBestLists")
    ('score upload', 'n best lists')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower()


def is_explained(name: str) -> bool:
    text = words(name)
    singular = text[:-1] if text.endswith("s") else text
    forms = (text, singular, text.replace(" ", "-"))
    return any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", GLOSSARY) for each in forms)


ALL = sorted({name for _, name in nouns()})


def test_nouns_are_found() -> None:
    assert len(ALL) > 70
    assert {"Submission", "Board", "Rulebook", "Judgment"} <= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_every_noun_of_the_code_is_in_the_glossary(name: str) -> None:
    assert is_explained(name), f"{words(name)} is not in docs/reference/glossary.md"
