"""The reference page keeps step with the code."""

import re

from bakeoff.native import tokenizer_names
from bakeoff.text import find_specification, specification_names, step_names, tagger_names
from tests.conftest import ROOT

PAGE = (ROOT / "docs/reference/text.md").read_text(encoding="utf-8")


def test_every_specification_stands_with_its_expression() -> None:
    rows = dict(re.findall(r"^\| `(\S+)`[^|]*\| `([^`]*tokenizer=[^`]*)`", PAGE, flags=re.MULTILINE))
    assert rows == {name: find_specification(name).expression for name in specification_names()}


def test_every_step_is_described() -> None:
    assert [name for name in step_names() if f"| `{name}` |" not in PAGE] == []


def test_every_tokeniser_is_described() -> None:
    assert [name for name in tokenizer_names() if f"`{name.removesuffix('-nopunct')}`" not in PAGE] == []


def test_every_tagger_is_described() -> None:
    assert [name for name in tagger_names() if f"| `{name}` |" not in PAGE] == []
