"""Test sets by name, as sacreBLEU knows and keeps them: `-t wmt20 -l en-de`.

sacreBLEU's own registry says what there is and its cache holds the files. Nothing is downloaded here: what the cache
lacks is refused with the call of sacreBLEU that fetches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from bakeoff.errors import BakeoffError, nearest

if TYPE_CHECKING:
    from bakeoff.data import Document, ReferenceSet, TestSet

_ATTRIBUTES = ("origlang", "genre", "domain")
"""Fields of sacreBLEU's test sets that say something about a document."""


@dataclass(frozen=True, slots=True)
class NamedTestSet:
    """A test set of sacreBLEU: its references, and the source with documents where sacreBLEU knows them."""

    references: tuple[ReferenceSet, ...]
    source: TestSet


class _NotInCacheError(BakeoffError):
    """sacreBLEU would have to download something."""


def read_test_set(names: str, pair: str | None) -> NamedTestSet:
    """The test set of that name, or several separated by commas, one after the other, as sacreBLEU takes them."""
    known = _registry()
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        if name not in known:
            raise BakeoffError(_unknown(name, sorted(known)))
        if pair is None or pair not in known[name].langpairs:
            pairs = ", ".join(known[name].langpairs)
            given = "say which by -l" if pair is None else f"there is no {pair}"
            raise BakeoffError(f"-t {name}: {given}; its language pairs are: {pairs}.")
    if pair is None or not chosen:
        raise BakeoffError("-t: name a test set of sacreBLEU, such as wmt20; sacrebleu --list shows all.")
    return _joined([_fields(known[name], pair) for name in chosen], names, pair)


def known_test_sets() -> Sequence[str]:
    """The names that sacreBLEU knows; none where it is not installed."""
    try:
        return sorted(_registry())
    except BakeoffError:
        return ()


def language_pairs(name: str) -> Sequence[str]:
    """The language pairs of a test set that sacreBLEU knows."""
    known = _registry() if name in known_test_sets() else {}
    return list(known[name].langpairs) if name in known else ()


def _registry() -> Any:
    try:
        from sacrebleu.dataset import DATASETS
    except ImportError:
        raise BakeoffError(
            "-t takes test sets from sacreBLEU, which is not installed here: pip install sacrebleu. "
            "Or name the reference files by -r."
        ) from None
    return DATASETS


def _unknown(name: str, known: Sequence[str]) -> str:
    sentence = f"-t {name}: sacreBLEU knows no test set of that name."
    if Path(name).exists():
        return f"{sentence} {name} is a file: name reference files by -r."
    return f"{sentence} {nearest(name, known) or 'sacrebleu --list shows all.'}"


@dataclass(frozen=True, slots=True)
class _Fields:
    """The lines of one test set, field by field."""

    name: str
    source: Sequence[str]
    references: Sequence[Sequence[str]]
    documents: Sequence[str] | None
    attributes: dict[str, Sequence[str]]


def _fields(dataset: Any, pair: str) -> _Fields:
    if not Path(_cache(), dataset.name).is_dir():  # which sacreBLEU would make
        raise _not_in_cache(dataset.name, pair)
    try:
        with _without_downloads():
            references = [_lines(path) for path in dataset.get_reference_files(pair)]
            files = dict(zip(dataset.fieldnames(pair), dataset.get_files(pair), strict=True))
    except _NotInCacheError:
        raise _not_in_cache(dataset.name, pair) from None
    except OSError as error:
        raise BakeoffError(
            f"-t {dataset.name} -l {pair}: sacreBLEU's cache could not be used ({error}). Delete the folder "
            f"{Path(_cache(), dataset.name)} and fetch it again: sacrebleu --download {dataset.name} -l {pair}"
        ) from None
    if not references:
        raise BakeoffError(f"-t {dataset.name} -l {pair}: sacreBLEU has no references for it.")
    return _Fields(
        name=dataset.name,
        source=_lines(files["src"]),
        references=references,
        documents=_lines(files["docid"]) if "docid" in files else None,
        attributes={name: _lines(files[name]) for name in _ATTRIBUTES if name in files},
    )


def _not_in_cache(name: str, pair: str) -> BakeoffError:
    return BakeoffError(
        f"-t {name} -l {pair} is not in sacreBLEU's cache ({_cache()}), and nothing is downloaded here. "
        f"Fetch it by: sacrebleu --download {name} -l {pair}"
    )


def _cache() -> str:
    from sacrebleu.utils import SACREBLEU_DIR

    return str(SACREBLEU_DIR)


@contextmanager
def _without_downloads() -> Iterator[None]:
    """While it lasts, sacreBLEU finds what is in its cache and cannot fetch the rest."""
    from sacrebleu.dataset import base

    def refuse(source_path: Any, dest_path: Any, extract_to: Any = None, expected_md5: Any = None) -> None:
        del source_path, extract_to, expected_md5
        if not Path(dest_path).is_file() or not Path(dest_path).stat().st_size:
            raise _NotInCacheError(dest_path)

    theirs = base.download_file
    base.download_file = refuse
    try:
        yield
    finally:
        base.download_file = theirs


def _lines(path: str) -> list[str]:
    """Lines as sacreBLEU reads them: only LF ends one, and white space at its end does not count."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return [line.rstrip() for line in (lines[:-1] if not lines[-1] else lines)]


def _joined(parts: Sequence[_Fields], name: str, pair: str) -> NamedTestSet:
    from bakeoff.data import Document, ReferenceSet, Segment, TestSet

    counts = {len(part.references) for part in parts}
    if len(counts) > 1:
        _refuse_uneven(parts, pair)
    source_language, _, target_language = pair.partition("-")
    references = []
    for number in range(counts.pop()):
        lines = [line for part in parts for line in part.references[number]]
        segments = tuple(Segment(str(count), line) for count, line in enumerate(lines, start=1))
        references.append(
            ReferenceSet(
                name=str(number + 1),
                documents=(Document("1", segments, numbered=True),),
                test_set=name,
                source_language=source_language,
                target_language=target_language,
                file=f"{name} {pair}",
            )
        )
    documents = [document for part in parts for document in _documents(part, prefixed=len(parts) > 1)]
    return NamedTestSet(
        tuple(references),
        TestSet(documents=tuple(documents), test_set=name, source_language=source_language, file=f"{name} {pair}"),
    )


def _refuse_uneven(parts: Sequence[_Fields], pair: str) -> NoReturn:
    counted = ", ".join(f"{part.name} has {len(part.references)}" for part in parts)
    raise BakeoffError(f"-t: test sets that are joined need the same number of references for {pair}: {counted}.")


def _documents(part: _Fields, *, prefixed: bool) -> Iterator[Document]:
    """The documents of a test set, segments numbered within each; all in one where sacreBLEU knows no documents."""
    from bakeoff.data import Document, Segment

    ids = part.documents or ["1"] * len(part.source)
    seen: dict[str, int] = {}
    for document, numbers in groupby(range(len(part.source)), key=lambda number: ids[number]):
        rows = list(numbers)
        seen[document] = seen.get(document, 0) + 1
        again = f" ({seen[document]})" if seen[document] > 1 else ""
        known = {name: values[rows[0]] for name, values in part.attributes.items()}
        yield Document(
            (f"{part.name}/" if prefixed else "") + document + again,
            tuple(Segment(str(count), part.source[row]) for count, row in enumerate(rows, start=1)),
            {name: value for name, value in known.items() if value},
            numbered=part.documents is None,
        )
