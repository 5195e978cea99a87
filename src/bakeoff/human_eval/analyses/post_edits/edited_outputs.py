"""Post-edits of one language pair and test set, by segment, system and translator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.data import AlignedTexts
from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.counted_judgments import check_judgments, latest_answers
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.post_editing import PostEdit, PostEditing

Group = tuple[str, str]
"""Language pair and test set."""
Key = tuple[str, str]
"""Document and segment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedOutput:
    """An output and what one translator made of it."""

    key: Key
    system: str
    judge: str
    edit: PostEdit
    earlier: bool = False
    """Whether it is of an earlier campaign: it is a reference and its system's post-edit, but nobody's work here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedTexts:
    """Everything that was edited of one test set in one language pair."""

    group: Group
    edits: tuple[EditedOutput, ...]
    texts: AlignedTexts | None = None
    """References and outputs of the complete test set, where they are given."""

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.system for each in self.edits))

    @property
    def judges(self) -> tuple[str, ...]:
        """The translators of this evaluation, in the order of their names."""
        return tuple(sorted({each.judge for each in self.edits if not each.earlier}))

    def without(self, judges: Collection[str]) -> EditedTexts:
        """The same without the post-edits of some translators."""
        if unknown := set(judges).difference(self.judges):
            raise InputError(expected="names of translators in the data", found=", ".join(sorted(unknown)))
        kept = tuple(each for each in self.edits if each.earlier or each.judge not in judges)
        if all(each.earlier for each in kept):
            raise InputError(expected="a translator who is not left out", found="none")
        return replace(self, edits=kept)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The segments that have a post-edit of this evaluation, in the order of the texts where these are given."""
        found = dict.fromkeys(each.key for each in self.edits if not each.earlier)
        if self.texts is None:
            return tuple(found)
        places = self.places()
        return tuple(sorted(found, key=lambda key: places[key]))

    def places(self) -> dict[Key, int]:
        """Where the segments are in the complete test set."""
        if self.texts is None:
            return {}
        keys = [
            (document.id, segment)
            for document, segment in zip(self.texts.documents, self.texts.segment_ids, strict=True)
        ]
        places = {key: number for number, key in enumerate(keys)}
        single = {segment: number for number, (_, segment) in enumerate(keys)}
        numbered = len(single) == len(keys)
        for key in dict.fromkeys(each.key for each in self.edits):
            if key not in places:
                if not numbered or key[1] not in single:
                    raise InputError(
                        expected=f"the texts of {' '.join(filter(None, self.group)) or 'the test set'}",
                        found=f"no segment {' '.join(filter(None, key))}",
                        remedy="Give references and outputs of the test set that was edited.",
                    )
                places[key] = single[key[1]]
        return places

    def output(self, key: Key, system: str, known: dict[tuple[Key, str], str], places: dict[Key, int]) -> str | None:
        """The output of a system, as it was edited or as the texts have it; None where nobody knows it."""
        if (key, system) in known:
            return known[key, system]
        if self.texts is None or system not in self.texts.systems:
            return None
        return self.texts.run_of(system)[places[key]]

    def outputs(self) -> dict[tuple[Key, str], str]:
        """All outputs that are known of the segments that were edited."""
        places, keys = self.places(), self.keys
        known = {(each.key, each.system): each.edit.original for each in self.edits}
        found = ((key, system, self.output(key, system, known, places)) for key in keys for system in self.systems)
        return {(key, system): text for key, system, text in found if text is not None}


def read_edits(
    judgments: Sequence[Judgment],
    *,
    earlier: Sequence[Judgment] = (),
    texts: dict[Group, AlignedTexts] | None = None,
    settings: Settings | None = None,
) -> Iterator[EditedTexts]:
    """The post-edits of every language pair and test set; of answers given again the latest counts.

    Mistakes in any judgment raise a `MistakesError` that names all of them. `earlier` are those of earlier campaigns;
    of these the segments count that were edited in this one, too. `texts` without a language pair and test set serve
    the only group there is.
    """
    for given in (judgments, earlier):
        if given:
            check_judgments(given, protocol=PostEditing.name, settings=settings)
    groups: dict[Group, list[EditedOutput]] = {}
    own = list(_edited(judgments, earlier=False))
    for group, each in own:
        groups.setdefault(group, []).append(each)
    if not groups:
        raise InputError(expected="post-edits", found="none")
    before = list(_edited(earlier, earlier=True))
    for group, edits in groups.items():
        keys = _Keys(each.key for each in edits)
        edits += [
            replace(each, key=key)
            for (pair, test_set), each in before
            if pair in ("", group[0]) and test_set in ("", group[1]) and (key := keys.like(each.key)) is not None
        ]
        fitting = (texts or {}).get(group) or ((texts or {}).get(("", "")) if len(groups) == 1 else None)
        yield EditedTexts(group=group, edits=tuple(edits), texts=fitting)


class _Keys:
    """Segments that were edited, also found without their document, where plain text is held against them."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._keys = set(keys)
        counts = Counter(segment for _, segment in self._keys)
        self._single = {key[1]: key for key in self._keys if counts[key[1]] == 1}

    def like(self, key: Key) -> Key | None:
        if key in self._keys:
            return key
        return self._single.get(key[1]) if not key[0] else None


def _edited(judgments: Sequence[Judgment], *, earlier: bool) -> Iterator[tuple[Group, EditedOutput]]:
    protocol = PostEditing()
    for each in for_each_system(latest_answers(each for each in judgments if each.systems)):
        yield (
            (each.language_pair, each.test_set),
            EditedOutput(
                key=(each.document, each.segment),
                system=each.systems[0],
                judge=each.judge,
                edit=protocol.parse(each.answer, each.systems, texts=each.texts),
                earlier=earlier,
            ),
        )
