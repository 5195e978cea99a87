"""The package that metric teams download: source, references, documents and outputs of a language pair as plain text.

Laid out as mt-metrics-eval lays out a test set, so that packages of several language pairs unpack into one folder.
Line n of every file belongs to the same segment, which score files call n.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar, cast

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet, TextSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import TextFile, write
from bakeoff.formats.text.conversion import follow, with_joined_lines
from bakeoff.submissions.anonymous_outputs import SegmentKey, anonymous_run, cut_to
from bakeoff.submissions.packages.contents import PackedFile

_Text = TypeVar("_Text", bound=TextSet)
README = """\
{title}, {language_pair}

sources/{language_pair}.txt               the source
references/{language_pair}.refA.txt       references, if this package has any: refA, refB, ...
documents/{language_pair}.docs            domain and document of each segment, separated by a tab
segments/{language_pair}.tsv              number, document and id of each segment
system-outputs/{language_pair}/*.txt      outputs, one file for each system

All files are UTF-8. Line n of each file belongs to segment n. Systems have numbers instead of names.

Submit one file for each metric and language pair, with tabs between the columns:

# metric: NAME
# better: higher
# references: yes
# system scores: mean
system	segment	score
system1	1	0.8123
system1	2	0.7911
system1		0.8017

better is higher or lower. references says whether the metric compares outputs with references: yes or no. A row without
a segment is the score of a complete system. system scores says whether these are the means of the scores of segments
(mean) or not (own). Score every segment of every system; a metric that scores complete systems only leaves out all rows
of segments. Check a file before you submit it: bakeoff check FILE --rules RULEBOOK --outputs FOLDER.
"""


def metrics_package(
    work: Path,
    *,
    title: str,
    folder: str,
    language_pair: str,
    source: TestSet,
    references: Sequence[ReferenceSet],
    outputs: Mapping[str, Run],
    only: Collection[SegmentKey] | None = None,
) -> list[PackedFile]:
    """Writes all files below `work`; `outputs` are runs by the names that the package gives them.

    With `only`, everything is cut to these segments.
    """
    files: dict[str, TextSet] = {f"sources/{language_pair}.txt": _cut(source, only)}
    for letter, reference in zip(_letters(), references, strict=False):
        name = f"references/{language_pair}.ref{letter}.txt"
        files[name] = _cut(_in_order(reference, source), only)
    for system, run in outputs.items():
        name = f"system-outputs/{language_pair}/{system}.txt"
        files[name] = _cut(anonymous_run(run, system=system, source=source), only)
    packed = []
    for name, text in files.items():
        path = _below(work, name)
        write(TextFile((with_joined_lines(text),), "plain-text"), path, format="plain-text")
        packed.append(PackedFile(f"{folder}/{name}", path, path.stat().st_size))
    said = {
        f"documents/{language_pair}.docs": _documents(_cut(source, only)),
        f"segments/{language_pair}.tsv": _segments(_cut(source, only)),
        "README.txt": README.format(title=title, language_pair=language_pair),
    }
    for name, content in said.items():
        path = _below(work, name)
        path.write_text(content, encoding="utf-8")
        packed.append(PackedFile(f"{folder}/{name}", path, path.stat().st_size))
    return packed


def segment_keys(source: TestSet, only: Collection[SegmentKey] | None = None) -> tuple[SegmentKey, ...]:
    """Document and id of each segment by its number in the package: the first one has the number 1."""
    text = _cut(source, only)
    return tuple((document.id, segment.id) for document in text.documents for segment in document.segments)


def _cut(text: _Text, only: Collection[SegmentKey] | None) -> _Text:
    return text if only is None else cast(_Text, cut_to(cast(TestSet, text), only))


def _in_order(reference: ReferenceSet, source: TestSet) -> Run:
    """The reference in the order of the source; segments that it does not have are empty."""
    known = {(document.id, each.id): each.text for document in reference.documents for each in document.segments}
    keys, texts = segment_keys(source), [segment.text for segment in reference.segments]
    if known.keys().isdisjoint(keys) and len(texts) != len(keys):
        raise BakeoffError(f"the reference {reference.name} has none of the segments of the source.")
    if len(texts) != len(keys) or known.keys() == set(keys):
        texts = [known.get(key, "") for key in keys]
    segments = tuple(Segment(str(number), text) for number, text in enumerate(texts, 1))
    numbered = Run(documents=(Document("1", segments, numbered=True),), system=reference.name)
    return cast(Run, follow(numbered, source))


def _letters() -> Sequence[str]:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _below(work: Path, name: str) -> Path:
    path = work / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _documents(source: TestSet) -> str:
    return "".join(
        f"{_plain(document.genre or 'all')}\t{_plain(document.id)}\n"
        for document in source.documents
        for _ in document.segments
    )


def _segments(source: TestSet) -> str:
    rows = [
        (str(number), _plain(document), _plain(segment))
        for number, (document, segment) in enumerate(segment_keys(source), 1)
    ]
    return "".join("\t".join(row) + "\n" for row in [("number", "document", "segment"), *rows])


def _plain(name: str) -> str:
    """Ids come from files of others."""
    return " ".join(name.split()) or "-"
