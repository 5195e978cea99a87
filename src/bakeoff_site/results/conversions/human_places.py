"""What a human evaluation on a test set in a language pair is called."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class HumanPlace:
    """A human evaluation on a test set in a language pair, in words."""

    evaluation_id: str
    evaluation: str
    language_pair_id: str
    language_pair: str
    test_set_id: str
    test_set: str
    language_pairs: tuple[str, ...]
    """Ids of the directions that are judged: one, or several into one language."""

    @property
    def title(self) -> str:
        return f"{self.evaluation}, {self.language_pair}"

    @property
    def arguments(self) -> tuple[str, str, str]:
        """Of its address, after the campaign."""
        return (self.evaluation_id, self.language_pair_id, self.test_set_id)


def human_place(rules: Rulebook, evaluation: tuple[str, str], language_pair: str, test_set: str) -> HumanPlace:
    """`evaluation` is its id and title."""
    known = rules.language_pairs.get(language_pair)
    into = [each for each in rules.language_pairs.values() if language_pair in (each.target_code, each.id)]
    if known is None and into:
        label = f"all into {into[0].label.rpartition('–')[2]}"
    else:
        label = language_pair if known is None else known.label
    rule = rules.test_sets.get(test_set)
    return HumanPlace(
        evaluation_id=evaluation[0],
        evaluation=evaluation[1],
        language_pair_id=language_pair,
        language_pair=label,
        test_set_id=test_set,
        test_set=test_set if rule is None else rule.label,
        language_pairs=(language_pair,) if known is not None else tuple(each.id for each in into),
    )
