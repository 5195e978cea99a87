"""Post-editing, as I16 ran it: a translator turns an output into a correct translation by the fewest edits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Missing, Protocol
from bakeoff.human_eval.protocols.edit_rates import edit_metric, edit_statistics
from bakeoff.human_eval.protocols.grade_scale import number_of
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.screens import Screen

KINDS_OF_KEYS = ("letters", "digits", "spaces", "symbols", "navigation", "erasing", "commands")
"""As PET counts them (Aziz et al. 2012)."""
_KEYS = frozenset(
    ("text", "original", "seconds", "idle_seconds", "keystrokes", "keys", "pauses", "visits", "comment", "signed_off")
)
LEAST_PAUSES = (300, 1000)
"""Milliseconds from which on a pause counts as a short and as a long one (DivEMT)."""
_WORDS = 12
"""Of an output that simulated translators invent."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """Pauses of a length or more, as DivEMT counts them: how many, and how long together."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEdit:
    """An output as a translator left it, with what that took. The output itself is kept with it."""

    text: str
    original: str
    """The output as the translator found it."""
    seconds: float | None = None
    """Time at work on it, all visits together, without idle time."""
    idle_seconds: float | None = None
    """Time without any input for longer than the campaign allows, which does not count."""
    keystrokes: int | None = None
    keys: Mapping[str, int] = field(default_factory=dict)
    """Keystrokes by kind; see `KINDS_OF_KEYS`."""
    pauses: Mapping[int, Pauses] = field(default_factory=dict)
    """By their shortest length in milliseconds."""
    visits: int | None = None
    """How often the translator came to the segment."""
    comment: str = ""
    signed_off: bool = False
    """Whether the translator reviewed it and said that it is finished."""


class PostEditing(Protocol[PostEdit]):
    """One output of every segment is corrected, systems changing from segment to segment; lower is better.

    Here systems are ranked by the mean over segments of HTER, the edits to the output's own post-edit, which is known
    as soon as it is made. `analyse_post_edits` has the rates of complete texts, and mTER, which I16 ranked by.
    """

    name = "post_editing"
    title = "Post-editing"
    shows = frozenset({"source", "document"})
    alternates = True
    question = "Correct the translation"
    instructions = (
        "Make the fewest edits that turn the translation into a fluent sentence with the meaning of the source. Use "
        "the neighbours to understand it, not to make terms consistent: different words that are correct stay."
    )
    higher_is_better = False
    scores = ("hter",)
    scored_together = frozenset({"mter"})

    @property
    def screen_details(self) -> Mapping[str, Any]:
        return {
            "idle_seconds": self.settings.idle_seconds,
            "time_shown": self.settings.time_shown,
            "least_pauses": list(LEAST_PAUSES),
        }

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> PostEdit:
        if len(systems) != 1:
            raise AnswerError(expected="an answer to one output", found=f"{len(systems)} outputs")
        if not isinstance(answer, dict) or "text" not in answer or not answer.keys() <= _KEYS:
            raise AnswerError(expected="an object with the edited text", found=repr(answer)[:60])
        text, original = answer["text"], answer.get("original", texts[0] if texts else None)
        if not isinstance(text, str) or not isinstance(original, str):
            what = "the edited text" if not isinstance(text, str) else "the output that was edited (original)"
            found = text if not isinstance(text, str) else original
            raise AnswerError(expected=f"{what} as a text", found=repr(found)[:60])
        if texts and original != texts[0]:
            raise AnswerError(
                expected="an edit of the output that was shown",
                found=f"one of {original[:60]!r}",
                remedy="Edit the output as it is now.",
            )
        if original.strip() and not text.strip():
            raise AnswerError(expected="an edited text", found="an empty one")
        comment, signed_off = answer.get("comment", ""), answer.get("signed_off", False)
        if not isinstance(comment, str) or not isinstance(signed_off, bool):
            raise AnswerError(
                expected="a comment as text, and signed_off as true or false",
                found=f"{comment!r:.40} and {signed_off!r:.40}",
            )
        return PostEdit(
            text=text,
            original=original,
            seconds=_amount(answer, "seconds"),
            idle_seconds=_amount(answer, "idle_seconds"),
            keystrokes=_count(answer, "keystrokes"),
            keys=_keys(answer.get("keys")),
            pauses=_pauses(answer.get("pauses")),
            visits=_count(answer, "visits"),
            comment=comment,
            signed_off=signed_off,
        )

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        if isinstance(answer, dict) and answer.keys() <= _KEYS and not str(answer.get("text") or "").strip():
            # What was typed is kept, even where nothing is left of the text.
            filled = {"original": texts[0] if texts else "", **answer, "text": "-"}
            return {**self.write(self.parse(filled, systems, texts=texts)), "text": answer.get("text")}
        return super().draft(answer, systems, texts=texts)

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        draft = self.draft(answer, systems)
        has_text = draft is not None and (str(draft["text"] or "").strip() or not draft["original"].strip())
        return () if has_text else (Missing("an edited text", 0, is_only=True),)

    def settle(self, answer: Any, screen: Screen) -> Any:
        """The answer with the output that was shown, so that it is never lost."""
        if answer is None:
            return None
        [text] = screen.texts
        if answer.get("original", text) != text:
            raise AnswerError(
                expected="an edit of the output that was shown",
                found=f"one of {str(answer['original'])[:60]!r}",
                remedy="Edit the output as it is now.",
            )
        return {**answer, "original": text}

    def write(self, answer: PostEdit) -> dict[str, Any]:
        written: dict[str, Any] = {"text": answer.text, "original": answer.original}
        figures = {name: getattr(answer, name) for name in ("seconds", "idle_seconds", "keystrokes", "visits")}
        written |= {name: value for name, value in figures.items() if value is not None}
        if answer.keys:
            written["keys"] = dict(answer.keys)
        if answer.pauses:
            written["pauses"] = {
                str(least): {"count": each.count, "seconds": each.seconds} for least, each in answer.pauses.items()
            }
        return written | {"comment": answer.comment, "signed_off": answer.signed_off}

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> dict[str, Any]:
        return self._imagined(" ".join(f"word{number}" for number in range(1, _WORDS + 1)), perceived[0], rng)

    def imagine_on(self, screen: Screen, perceived: Sequence[float], rng: np.random.Generator) -> dict[str, Any]:
        return self._imagined(screen.texts[0], perceived[0], rng, wanted=screen.references[:1])

    def _imagined(
        self, original: str, perceived: float, rng: np.random.Generator, *, wanted: Sequence[str] = ()
    ) -> dict[str, Any]:
        """Words are changed, left out, put in or moved: the more, the worse the output looks."""
        share = 0.3 / (1 + math.exp(1.4 * perceived)) * 2
        spare = [word for text in wanted for word in text.split()] or ["better", "more", "exact"]
        words: list[str] = []
        for word in original.split():
            if rng.random() >= share:
                words.append(word)
                continue
            kind = int(rng.integers(4))
            new = spare[int(rng.integers(len(spare)))]
            if kind == 0 and words:
                words.insert(int(rng.integers(len(words))), word)
            elif kind != 1:
                words += [new] if kind == 2 else [word, new]
        text = " ".join(words) or original
        edits = sum(one != other for one, other in zip(text.split(), original.split(), strict=False))
        letters = int(6 * edits + rng.integers(4))
        seconds = round(float(2 + len(original.split()) * rng.gamma(4, 0.4) + 2.5 * edits), 1)
        long = int(rng.poisson(edits / 2))
        edit = PostEdit(
            text=text,
            original=original,
            seconds=seconds,
            idle_seconds=0.0,
            keystrokes=letters + edits,
            keys={"letters": letters, "erasing": edits},
            pauses={300: Pauses(edits + long, round(0.4 * edits + 1.3 * long, 1)), 1000: Pauses(long, 1.3 * long)},
            visits=1,
            signed_off=True,
        )
        return self.write(edit)

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        """The edits that each post-edit took, in percent of its words (HTER)."""
        rows = tuple(judgments)
        edits = parse_answers(rows, self.parse)
        metric = edit_metric()
        found = edit_statistics([edit.original for edit in edits], [[edit.text] for edit in edits], metric)
        return grades_of(rows, [(value,) for value in metric.segment_scores(found).tolist()])


def _amount(answer: Mapping[str, Any], name: str) -> float | None:
    """A number of seconds, where there is one."""
    if answer.get(name) is None:
        return None
    value = number_of(answer[name])
    if value is None or not 0 <= value < math.inf:
        raise AnswerError(expected=f"{name} as a number from 0 on", found=repr(answer[name])[:60])
    return value


def _count(answer: Mapping[str, Any], name: str) -> int | None:
    value = answer.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise AnswerError(expected=f"{name} as a whole number from 0 on", found=repr(value)[:60])
    return value


def _keys(given: Any) -> Mapping[str, int]:
    if given is None:
        return {}
    if not isinstance(given, dict) or not given.keys() <= set(KINDS_OF_KEYS):
        raise AnswerError(expected=f"keys by kind: {', '.join(KINDS_OF_KEYS)}", found=repr(given)[:60])
    return {name: _count(given, name) or 0 for name in given}


def _pauses(given: Any) -> Mapping[int, Pauses]:
    expected = "pauses by their shortest length in milliseconds, each with count and seconds"
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise AnswerError(expected=expected, found=repr(given)[:60])
    found = {}
    for least, each in given.items():
        if not str(least).isdecimal() or not isinstance(each, dict) or each.keys() != {"count", "seconds"}:
            raise AnswerError(expected=expected, found=repr({least: each})[:60])
        found[int(least)] = Pauses(_count(each, "count") or 0, _amount(each, "seconds") or 0.0)
    return found


PROTOCOL = PostEditing
