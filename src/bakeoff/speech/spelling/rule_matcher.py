"""Many rules in one pass over a text: where some rule may match is found by one regular expression."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# Left sides are distinguished by their first characters; matches are compared in full.
_DEPTH = 8
_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}

_Trie = dict[str, "_Trie"]
_END = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """`before` becomes `after` where `left` is right before it and `right` right after it."""

    before: str
    after: str
    left: str = ""
    right: str = ""


class Rewriter:
    """Applies rules from left to right, at each character the first that matches; the output is not looked at again.

    Without case only the letters of ASCII are alike, as for the program whose rules these are.
    """

    def __init__(self, rules: Sequence[Rule], *, case_sensitive: bool, copies_rest: bool) -> None:
        self._case_sensitive = case_sensitive
        self._copies_rest = copies_rest
        # A rule without left side never matches.
        self._rules = [self._folded(rule) for rule in rules if rule.before]
        self._candidates: dict[str, list[Rule]] = {}
        self._pattern = re.compile(_expression(self._rules)) if self._rules else None

    def apply(self, text: str) -> str:
        """The text with all replacements made. A line feed is never rewritten and never lost."""
        return "".join(self._pieces(text))

    def _pieces(self, text: str) -> Iterator[str]:
        folded = text if self._case_sensitive else text.translate(_UPPER)
        done = position = 0
        while self._pattern is not None and (match := self._pattern.search(folded, position)):
            position = match.start()
            rule = self._matching(folded, position, match[0])
            if rule is None:
                position += 1
                continue
            yield self._rest(text[done:position])
            yield rule.after
            done = position = position + len(rule.before)
        yield self._rest(text[done:])

    def _rest(self, text: str) -> str:
        return text if self._copies_rest else "\n" * text.count("\n")

    def _matching(self, text: str, position: int, prefix: str) -> Rule | None:
        for rule in self._with_prefix(prefix):
            start = position - len(rule.left)
            if start >= 0 and text.startswith(rule.left + rule.before + rule.right, start):
                return rule
        return None

    def _with_prefix(self, prefix: str) -> list[Rule]:
        """The rules that a text may match that starts like that, in order."""
        rules = self._candidates.get(prefix)
        if rules is None:
            rules = [r for r in self._rules if r.before.startswith(prefix) or prefix.startswith(r.before)]
            self._candidates[prefix] = rules
        return rules

    def _folded(self, rule: Rule) -> Rule:
        if self._case_sensitive:
            return rule
        parts = (part.translate(_UPPER) for part in (rule.before, rule.left, rule.right))
        before, left, right = parts
        return Rule(before, rule.after, left, right)


def _expression(rules: Iterable[Rule]) -> str:
    """Matches where the start of some rule's left side is behind the end of its left context."""
    tries: dict[str, _Trie] = defaultdict(dict)
    for rule in rules:
        node = tries[rule.left]
        for character in rule.before[:_DEPTH]:
            node = node.setdefault(character, {})
        node[_END] = {}
    return "|".join((f"(?<={re.escape(left)})" if left else "") + _branches(trie) for left, trie in tries.items())


def _branches(trie: _Trie) -> str:
    parts = [re.escape(character) + _branches(node) for character, node in trie.items() if character != _END]
    if not parts:
        return ""
    # The longest start is tried first; where a rule ends here, continuing is free.
    return f"(?:{'|'.join(parts)})" + ("?" if _END in trie else "")
