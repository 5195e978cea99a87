"""Files of speech scoring: transcripts, timed segments and words, regions, rules of spelling.

They are no text sets (no documents, no segment ids; words that have times), so they have a registry of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol, cast, get_args, overload

from bakeoff.errors import ExpressionError, FormatError, Place
from bakeoff.formats.sources import MAX_BYTES, Source, open_source

if TYPE_CHECKING:  # they need NumPy, which a reader of text does without
    from bakeoff.data.recognition.transcripts import Regions, RuleText, TimedSegments, TimedWords, Transcript

    SpeechData = Transcript | TimedSegments | TimedWords | Regions | RuleText

Kind = Literal["trn", "stm", "ctm", "uem", "glm"]
OnRemark = Callable[[str], None]

_TIME = r"(?:&&)?\d*\.?\d+"
_CTM = re.compile(
    rf"\S+[ \t]+\S+[ \t]+(?:{_TIME}[ \t]+-?{_TIME}|\*[ \t]+\*)[ \t]+\S+"
    rf"(?:[ \t]+(?i:NA|[+-]?{_TIME})(?:[ \t]+\S+)?)?[ \t]*"
)
_STM = re.compile(rf"\S+[ \t]+\S+[ \t]+\S+[ \t]+{_TIME}[ \t]+{_TIME}(?:[ \t].*)?")
_UEM = re.compile(rf"\S+[ \t]+\S+[ \t]+{_TIME}[ \t]+{_TIME}[ \t]*")
_TRN = re.compile(r".*\([^\s()]+\)[ \t]*")
_GLM = re.compile(r'\s*\*\s*name\b.*["\'].*', re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechFormat:
    """A format of speech scoring: how it is called, what it holds, how each of its lines looks."""

    name: Kind
    title: str
    holds: str
    line: re.Pattern[str] | None = None
    use: str = "Give it to bakeoff asr"

    @property
    def ending(self) -> str:
        return f".{self.name}"


class _Module(Protocol):
    def read(self, source: Source) -> SpeechData: ...
    def write(self, data: SpeechData) -> Iterator[str]: ...


# In the order in which a file is tried: what fits several belongs to the first.
_ALL = (
    SpeechFormat(name="uem", title="UEM", holds="regions to be scored", line=_UEM),
    SpeechFormat(name="ctm", title="CTM", holds="words with times", line=_CTM),
    SpeechFormat(name="stm", title="STM", holds="reference segments with times", line=_STM),
    SpeechFormat(name="trn", title="TRN", holds="utterances with their ids", line=_TRN),
    SpeechFormat(name="glm", title="GLM", holds="rules of spelling", use="Give it to bakeoff asr --glm"),
)
SPEECH_FORMATS: Mapping[str, SpeechFormat] = MappingProxyType({format_.name: format_ for format_ in _ALL})


def recognise_speech(text: str, name: str) -> SpeechFormat | None:
    r"""The format of a file by its ending, else by how all its first lines look; None where it is none of these.

    >>> recognise_speech("talk 1 0.31 0.12 hello 0.98\n", "out").name
    'ctm'
    """
    plain_name = name.lower().removesuffix(".gz").removesuffix(".filt")
    for format_ in _ALL:
        if plain_name.endswith(format_.ending):
            return format_
    lines = text.split("\n")
    lines = lines[:-1] if len(lines) > 1 else lines  # the last may be cut off
    if any(map(_GLM.fullmatch, lines)):
        return SPEECH_FORMATS["glm"]
    kept = [line for line in (line.strip(" \t\r") for line in lines) if line and not line.startswith(";")]
    for format_ in _ALL:
        if kept and format_.line is not None and all(map(format_.line.fullmatch, kept)):
            # One line that ends in parentheses proves nothing.
            return format_ if format_.name != "trn" or len(kept) > 1 else None
    return None


@overload
def read_speech(
    path: str | Path,
    *,
    format: Literal["trn"],
    encoding: str = ...,
    max_bytes: int = ...,
    on_remark: OnRemark | None = ...,
) -> Transcript: ...
@overload
def read_speech(
    path: str | Path,
    *,
    format: Literal["stm"],
    encoding: str = ...,
    max_bytes: int = ...,
    on_remark: OnRemark | None = ...,
) -> TimedSegments: ...
@overload
def read_speech(
    path: str | Path,
    *,
    format: Literal["ctm"],
    encoding: str = ...,
    max_bytes: int = ...,
    on_remark: OnRemark | None = ...,
) -> TimedWords: ...
@overload
def read_speech(
    path: str | Path,
    *,
    format: Literal["uem"],
    encoding: str = ...,
    max_bytes: int = ...,
    on_remark: OnRemark | None = ...,
) -> Regions: ...
@overload
def read_speech(
    path: str | Path,
    *,
    format: Literal["glm"],
    encoding: str = ...,
    max_bytes: int = ...,
    on_remark: OnRemark | None = ...,
) -> RuleText: ...
@overload
def read_speech(
    path: str | Path,
    *,
    format: Kind | None = ...,
    encoding: str = ...,
    max_bytes: int = ...,
    among: Sequence[Kind] = ...,
    on_remark: OnRemark | None = ...,
) -> SpeechData: ...
def read_speech(
    path: str | Path,
    *,
    format: Kind | None = None,
    encoding: str = "utf-8",
    max_bytes: int = MAX_BYTES,
    among: Sequence[Kind] = get_args(Kind),
    on_remark: OnRemark | None = None,
) -> SpeechData:
    """A file of speech scoring (`-`: standard input), gzipped or not; the format is recognised unless given.

    `among` are the formats that it may have here: the error names them where it has none. `on_remark` gets what
    the reader passed over.
    """
    if format is not None and format not in SPEECH_FORMATS:
        raise ExpressionError(f"there is no format {format!r} of speech; the formats are: {', '.join(SPEECH_FORMATS)}.")
    with open_source(path, max_bytes=max_bytes, encoding=encoding) as source:
        head = source.head.decode(encoding, errors="replace").removeprefix("\ufeff")
        speech_format = SPEECH_FORMATS[format] if format else recognise_speech(head, source.name)
        if speech_format is None:
            raise unrecognised(source.name, among)
        return _understood(source, speech_format.name, on_remark)


def unrecognised(name: str, among: Sequence[Kind]) -> FormatError:
    """A file that has none of the formats that it may have."""
    titles = ", ".join(f"{each.title} ({each.holds})" for each in _ALL if each.name in among)
    remedy = "For TRN, end each line with its id, such as (spk1-001), and call the file something.trn."
    return FormatError(
        place=Place(name),
        expected=f"one of the formats {titles}",
        found="another text",
        remedy=remedy if "trn" in among else "",
    )


def read_lines(path: str | Path, *, encoding: str = "utf-8", max_bytes: int = MAX_BYTES) -> list[str]:
    """The lines of a file of any kind, for callers that change them before parsing (`parse_speech`)."""
    with open_source(path, max_bytes=max_bytes, encoding=encoding) as source:
        return source.lines()


@overload
def parse_speech(
    lines: Sequence[str], *, format: Literal["trn"], file: str = ..., on_remark: OnRemark | None = ...
) -> Transcript: ...
@overload
def parse_speech(
    lines: Sequence[str], *, format: Literal["stm"], file: str = ..., on_remark: OnRemark | None = ...
) -> TimedSegments: ...
@overload
def parse_speech(
    lines: Sequence[str], *, format: Literal["ctm"], file: str = ..., on_remark: OnRemark | None = ...
) -> TimedWords: ...
@overload
def parse_speech(
    lines: Sequence[str], *, format: Literal["uem"], file: str = ..., on_remark: OnRemark | None = ...
) -> Regions: ...
@overload
def parse_speech(
    lines: Sequence[str], *, format: Literal["glm"], file: str = ..., on_remark: OnRemark | None = ...
) -> RuleText: ...
@overload
def parse_speech(
    lines: Sequence[str], *, format: Kind, file: str = ..., on_remark: OnRemark | None = ...
) -> SpeechData: ...
def parse_speech(
    lines: Sequence[str], *, format: Kind, file: str = "text", on_remark: OnRemark | None = None
) -> SpeechData:
    """What lines say that are already available; `file` is what messages call them."""
    source = Source(file, b"", iter(["".join(line + "\n" for line in lines).encode()]))
    return _understood(source, format, on_remark)


def _understood(source: Source, format: Kind, on_remark: OnRemark | None) -> SpeechData:
    data = _module(format).read(source)
    if on_remark is not None:
        for remark in source.remarks:
            on_remark(remark)
    return data


def _module(name: Kind) -> _Module:
    return cast(_Module, import_module(f"bakeoff.formats.speech.{name}"))


def read_segments(path: str | Path, *, encoding: str = "utf-8", on_remark: OnRemark | None = None) -> TimedSegments:
    """The segments of an STM file."""
    return read_speech(path, format="stm", encoding=encoding, on_remark=on_remark)


def read_regions(path: str | Path, *, encoding: str = "utf-8", on_remark: OnRemark | None = None) -> Regions:
    """The regions of a UEM file."""
    return read_speech(path, format="uem", encoding=encoding, on_remark=on_remark)


def read_rules(path: str | Path, *, encoding: str = "utf-8") -> RuleText:
    """The lines of a GLM file."""
    return read_speech(path, format="glm", encoding=encoding)


def write_speech(data: SpeechData, path: str | Path, *, encoding: str = "utf-8") -> None:
    """Writes what was read (or made) in the format that holds it, gzipped where the name ends in `.gz`."""
    from bakeoff.formats.targets import write_target  # noqa: PLC0415 - readers do without

    write_target("".join(speech_lines(data)).encode(encoding), path)


def speech_lines(data: SpeechData) -> Iterator[str]:
    """The lines of the file that `write_speech` writes."""
    return _module(_format_of(data)).write(data)


def _format_of(data: SpeechData) -> Kind:
    from bakeoff.data.recognition import transcripts  # noqa: PLC0415 - see above

    match data:
        case transcripts.Transcript():
            return "trn"
        case transcripts.TimedSegments():
            return "stm"
        case transcripts.TimedWords():
            return "ctm"
        case transcripts.Regions():
            return "uem"
        case _:
            return "glm"
