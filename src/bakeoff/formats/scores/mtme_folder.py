"""The folder of a test set as mt-metrics-eval lays it out: scores of people and of metrics, documents, texts.

`human-scores/PAIR.KIND.LEVEL.score`, `metric-scores/PAIR/METRIC-REFERENCE.LEVEL.score`, `documents/PAIR.docs`,
`sources/PAIR.txt`, `references/PAIR.REFERENCE.txt`, `system-outputs/PAIR/SYSTEM.txt`; each may be gzipped. The last
hyphen separates a metric from its reference, which is `src` where the metric uses none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import open_source

_HUMAN, _METRICS = "human-scores", "metric-scores"
_HUMAN_FILE = re.compile(r"(?P<pair>[^.]+-[^.]+)\.(?P<kind>.+)\.(?P<level>sys|seg)\.score(\.gz)?")
_METRIC_FILE = re.compile(r"(?P<name>.+)\.(?P<level>sys|seg)\.score(\.gz)?")
_NO_REFERENCE = "src"


@dataclass(frozen=True, slots=True)
class LevelPaths:
    """Where the scores of one kind of judgment, or of one metric, are."""

    systems: Path | None = None
    segments: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderPair:
    """What a folder has of one language pair."""

    language_pair: str
    human: Mapping[str, LevelPaths]
    metrics: Mapping[str, LevelPaths]
    """By name and reference: `BLEU-refA`."""
    references: Mapping[str, Path]
    outputs: Mapping[str, Path]
    source: Path | None
    documents: Path | None


def is_mtme_folder(path: str | Path) -> bool:
    """Whether a path is such a folder."""
    return (Path(path) / _HUMAN).is_dir()


def list_mtme_folder(path: str | Path) -> tuple[FolderPair, ...]:
    """What the folder has, by language pair; nothing is read yet."""
    folder = Path(path)
    human = _by_level(_named(folder / _HUMAN, _HUMAN_FILE, ("pair", "kind")))
    if not human:
        raise FormatError(
            place=Place(str(folder / _HUMAN)),
            expected="files PAIR.KIND.seg.score or PAIR.KIND.sys.score",
            found="none",
            remedy="Name the folder of one test set, such as mt-metrics-eval-v2/wmt23.",
        )
    found = []
    for pair in dict.fromkeys(pair for pair, _ in human):
        metrics = _by_level(_named(folder / _METRICS / pair, _METRIC_FILE, ("name",)))
        found.append(
            FolderPair(
                language_pair=pair,
                human={kind: paths for (of, kind), paths in human.items() if of == pair},
                metrics={name: paths for (name,), paths in metrics.items()},
                references=_texts(folder / "references", f"{pair}."),
                outputs=_texts(folder / "system-outputs" / pair, ""),
                source=_texts(folder / "sources", "").get(pair),
                documents=next(iter((folder / "documents").glob(f"{pair}.docs*")), None),
            )
        )
    return tuple(found)


def split_metric(name: str) -> tuple[str, str]:
    """A metric and its reference, "" where it uses none.

    >>> split_metric("BLEURT-20-refA"), split_metric("CometKiwi-src"), split_metric("chrF")
    (('BLEURT-20', 'refA'), ('CometKiwi', ''), ('chrF', ''))
    """
    metric, hyphen, reference = name.rpartition("-")
    if not hyphen or not (reference in (_NO_REFERENCE, "all") or re.match(r"(synthetic_)?ref|stdref", reference)):
        return name, ""
    return metric, "" if reference == _NO_REFERENCE else reference


def read_domains(path: Path) -> tuple[tuple[str, str], ...]:
    """The domain and the document of each segment, in order."""
    with open_source(path) as source:
        rows = []
        for number, line in enumerate(source.lines(), start=1):
            cells = line.split("\t")
            if len(cells) != 2 or not all(cells):
                raise FormatError(
                    place=Place(source.name, number), expected="domain and document", found=repr(line[:80])
                )
            rows.append((cells[0], cells[1]))
    return tuple(rows)


def _named(
    folder: Path, pattern: re.Pattern[str], parts: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, Path]]:
    for path in sorted(folder.glob("*")):
        if (match := pattern.fullmatch(path.name)) is not None:
            yield tuple(match[part] for part in parts), match["level"], path


def _by_level(found: Iterator[tuple[tuple[str, ...], str, Path]]) -> dict[tuple[str, ...], LevelPaths]:
    paths: dict[tuple[str, ...], dict[str, Path]] = {}
    for key, level, path in found:
        paths.setdefault(key, {})[level] = path
    return {key: LevelPaths(levels.get("sys"), levels.get("seg")) for key, levels in paths.items()}


def _texts(folder: Path, start: str) -> dict[str, Path]:
    return {
        re.sub(r"\.txt(\.gz)?$", "", path.name).removeprefix(start): path
        for path in sorted(folder.glob(f"{start}*.txt*"))
    }
