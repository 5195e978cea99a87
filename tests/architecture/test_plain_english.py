"""Texts that people read use the words of the style guide: retired phrases do not come back."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import syntax_tree
from tests.conftest import ROOT

RETIRED = (
    r"hand(ed|s|ing)? in",
    r"anew",
    r"mend(s|ed|ing)?",
    r"take (it |them )?away",
    r"taken away",
    r"times are those of",
    r"what is to do",
    r"done last",
    r"counts? for nothing",
    r"not for you",
    r"parted by (tabs|commas|semicolons|blanks)",
    r"without a connection",
    r"hand(ed|s|ing)? (it|them) in",
    r"comes? about",
    r"thereof",
)
PHRASE = re.compile(rf"(?<![\w-])({'|'.join(RETIRED)})(?![\w-])", re.IGNORECASE)
NOT_TEXTS = re.compile(r"for hand in self\._hands")
RETIRED_FROM_PAGES = (
    r"beg(in|ins|an|un|inning)",
    r"whol(e|ly)",
    r"stands? (in|on|at|there|beside|below|above|between|under)",
    r"so many",
    r"tells|(is|are|was|were|be) told",
    r"one may",
    r"what is said",
    r"goes on|go on|going on",
    r"parted",
    r"at hand",
    r"beside",
    r"is there already",
    r"not like that|is like that",
    r"whoever",
    r"who (invites|registered|submitted|loses) ",
)
"""Also retired, from what people read: templates, documentation, and texts in the code that are not docstrings."""
ON_PAGES = re.compile(rf"(?<![\w-])({'|'.join(RETIRED_FROM_PAGES)})(?![\w-])", re.IGNORECASE)
RETIRED_FROM_COMMENTS = (
    r"so many",
    r"this many",
    r"doubled",
    r"beg(in|ins|an|un|inning)",
    r"whol(e|ly)",
    r"(stands?|stood|standing) (in|on|at|there|beside|below|above|between|under|before|behind|alone)",
    r"tells|told",
    r"parted",
    r"at hand",
    r"beside",
    r"what is said of",
    r"lets? go of",
)
"""Retired from docstrings and comments, which newcomers read first."""
IN_COMMENTS = re.compile(rf"(?<![\\\w.-])({'|'.join(RETIRED_FROM_COMMENTS)})(?![\w=-])", re.IGNORECASE)
TERMS = re.compile(
    r"whole numbers?|as a whole|begin times?|(a|the|an|of|its|from|channel,|speaker,|and) begin\b|begin and end"
    r"|\\begin|<ALT_BEGIN>"
    r"|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|`[^`\n]*`|\]\([^)]*\)|ctm-begin|class=.[^>]*>|^```.*?^```$",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
"""Terms of mathematics and of file formats, and what is markup or code."""
QUOTING = {ROOT / "src" / "bakeoff" / "rulebook" / "library"}
"""Rulebooks of real campaigns, which quote their documents."""
FOLDERS = {"src": ("*.py", "*.html", "*.txt", "*.js"), "docs": ("*.md",), "examples": ("*",)}


def texts() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CHANGELOG.md")
    for folder, patterns in FOLDERS.items():
        for pattern in patterns:
            for path in sorted((ROOT / folder).rglob(pattern)):
                if path.is_file() and QUOTING.isdisjoint(path.parents):
                    yield path


def retired_in(text: str) -> list[str]:
    return [match[0] for match in PHRASE.finditer(NOT_TEXTS.sub("", text))]


def test_no_text_has_a_retired_phrase() -> None:
    looked_at = list(texts())
    assert len(looked_at) > 900
    found = {}
    for path in looked_at:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if phrases := retired_in(text):
            found[str(path.relative_to(ROOT))] = phrases
    assert found == {}


def texts_on_pages() -> Iterator[tuple[str, str]]:
    """What people read, by where it is from."""
    for path in texts():
        name = str(path.relative_to(ROOT))
        if path.suffix in {".html", ".txt", ".md"} and not name.startswith("examples"):
            yield name, path.read_text(encoding="utf-8")
        elif path.suffix == ".py" and "migrations" not in path.parts:
            for line, text in strings_in(syntax_tree(path)):
                yield f"{name}:{line}", text


def strings_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts of several words that are no docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docstrings:
            continue
        if " " in node.value.strip():
            yield node.lineno, node.value


def test_no_text_that_people_read_has_a_retired_phrase() -> None:
    looked_at = list(texts_on_pages())
    assert len(looked_at) > 3000
    found = {name: ON_PAGES.findall(TERMS.sub(" ", text)) for name, text in looked_at}
    assert {name: [match[0] for match in matches] for name, matches in found.items() if matches} == {}


def comments_in(source: str) -> Iterator[tuple[int, str]]:
    """Docstrings and comments of a Python file, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
            yield token.start[0], token.string


def test_no_docstring_or_comment_has_a_retired_phrase() -> None:
    looked_at = [
        (f"{path.relative_to(ROOT)}:{line}", text)
        for path in texts()
        if path.suffix == ".py" and path.is_relative_to(ROOT / "src") and "migrations" not in path.parts
        for line, text in comments_in(path.read_text(encoding="utf-8"))
    ]
    assert len(looked_at) > 4000
    found = {name: [match[0] for match in IN_COMMENTS.finditer(TERMS.sub(" ", text))] for name, text in looked_at}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


def test_docstrings_and_comments_are_found() -> None:
    source = 'def f():\n    """What stands in it."""\n    return "told"  # begins\n'
    assert [IN_COMMENTS.findall(text)[0][0] for _, text in comments_in(source)] == ["stands in", "begins"]


@pytest.mark.parametrize("text", ["The phase begins", "it stands below", "the whole text", "You are told", "so many"])
def test_phrases_that_people_no_longer_read_are_found(text: str) -> None:
    assert ON_PAGES.search(TERMS.sub(" ", text))


@pytest.mark.parametrize("text", ["a whole number", "a begin time", "Tell the organisers", "understand", "outside"])
def test_terms_are_left_alone(text: str) -> None:
    assert not ON_PAGES.search(TERMS.sub(" ", text))


@pytest.mark.parametrize("text", ["Hand in a package", "it was handed in", "scored anew", "Take it away", "mended"])
def test_retired_phrases_are_found(text: str) -> None:
    assert retired_in(text)


@pytest.mark.parametrize("text", ["recommend", "an amended text", "submit again", "hands-in"])
def test_other_words_are_left_alone(text: str) -> None:
    assert retired_in(text) == []
