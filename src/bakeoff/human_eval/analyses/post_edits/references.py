"""Post-edits as references for scoring, and post-edits of earlier campaigns as answers."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.data.segment_keys import is_numbered, keys_of
from bakeoff.data.texts import TextSet
from bakeoff.errors import InputError, Place
from bakeoff.human_eval.analyses.post_edits.edited_outputs import read_edits


def post_edit_references(judgments: Sequence[Judgment]) -> tuple[ReferenceSet, ...]:
    """A reference of each translator, in the order of their names: every segment that they edited.

    Translators who edited a segment several times (of several systems) give a reference for each time. Judgments must
    be of one language pair and test set.
    """
    [edited, *others] = read_edits(judgments)
    if others:
        raise InputError(
            expected="post-edits of one language pair and test set",
            found=", ".join(" ".join(filter(None, each.group)) for each in (edited, *others)),
            remedy="Take one of them (--language-pair).",
        )
    columns: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
    for each in edited.edits:
        times = 0
        while each.key in columns.setdefault((each.judge, times), {}):
            times += 1
        columns[each.judge, times][each.key] = each.edit.text
    order = list(dict.fromkeys(each.key for each in edited.edits))
    return tuple(
        ReferenceSet(
            name=judge if not times else f"{judge}-{times + 1}",
            documents=_documents({key: texts[key] for key in order if key in texts}),
            test_set=edited.group[1] or None,
        )
        for (judge, times), texts in sorted(columns.items())
    )


def earlier_post_edits(
    run: Run,
    edited: ReferenceSet,
    *,
    language_pair: str = "",
    test_set: str = "",
    keys: Sequence[tuple[str, str]] | None = None,
) -> list[Judgment]:
    """The post-edits of a system's output that an earlier campaign made, as answers of a translator of that campaign.

    Segments that were not edited may be missing, or empty, in `edited`. Both texts must have the same ids, or be plain
    text with as many lines; then `keys` may say which document and segment each line is.
    """
    outputs, post_edits = _by_key(run, keys), _by_key(edited, keys)
    strange = [key for key in post_edits if key not in outputs]
    if strange:
        raise InputError(
            place=Place(edited.file),
            expected=f"post-edits of the segments of {run.system}",
            found=f"segment {' '.join(map(str, strange[0]))}",
            remedy="Give the output that was edited, and its post-edit.",
        )
    return [
        Judgment(
            id=f"earlier:{run.system}:{document}:{segment}",
            protocol="post_editing",
            judge=edited.name or run.system,
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            systems=(run.system,),
            answer={"text": text, "original": outputs[document, segment]},
            origin="earlier campaign",
        )
        for (document, segment), text in post_edits.items()
        if text.strip()
    ]


def _by_key(text: TextSet, keys: Sequence[tuple[str, str]] | None) -> dict[tuple[str, str], str]:
    segments = [segment.text for segment in text.segments]
    if not is_numbered(text):
        return dict(zip(keys_of(text), segments, strict=True))
    if keys is not None and len(keys) == len(segments):
        return dict(zip(keys, segments, strict=True))
    return {("", segment): line for (_, segment), line in zip(keys_of(text), segments, strict=True)}


def _documents(texts: dict[tuple[str, str], str]) -> tuple[Document, ...]:
    documents: dict[str, list[Segment]] = {}
    for (document, segment), text in texts.items():
        documents.setdefault(document, []).append(Segment(segment, text))
    return tuple(Document(name, tuple(segments)) for name, segments in documents.items())
