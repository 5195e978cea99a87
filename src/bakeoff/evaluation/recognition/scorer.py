"""Speech recognition scored: files made alike in spelling, then words or transcripts against the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, overload

from bakeoff.data.recognition.transcripts import Regions, RuleText, TimedSegments, TimedWords, Transcript
from bakeoff.engine.threads import checked_threads
from bakeoff.errors import FormatError, InputError, Place
from bakeoff.formats.sources import open_source
from bakeoff.formats.speech.speech_files import (
    Kind,
    parse_speech,
    read_speech,
    recognise_speech,
    speech_lines,
    unrecognised,
)
from bakeoff.speech import ScoringRules, SpeechScores, score_transcripts, score_words

if TYPE_CHECKING:
    from bakeoff.formats.speech.speech_files import SpeechData
    from bakeoff.speech.spelling.glm import InputType

Side = Literal["ref", "hyp"]
OnRemark = Callable[[str], None]
_EXPECTED: Mapping[Side, Sequence[Kind]] = {"ref": ("trn", "stm"), "hyp": ("trn", "ctm")}
_KINDS: Mapping[type, Literal["trn", "stm", "ctm"]] = {Transcript: "trn", TimedSegments: "stm", TimedWords: "ctm"}


@overload
def read_side(
    path: str,
    side: Literal["ref"],
    *,
    spelling: RuleText | None = ...,
    keep_case: bool = ...,
    sclite: bool = ...,
    encoding: str = ...,
    on_remark: OnRemark | None = ...,
) -> Transcript | TimedSegments: ...
@overload
def read_side(
    path: str,
    side: Literal["hyp"],
    *,
    spelling: RuleText | None = ...,
    keep_case: bool = ...,
    sclite: bool = ...,
    encoding: str = ...,
    on_remark: OnRemark | None = ...,
) -> Transcript | TimedWords: ...
def read_side(
    path: str,
    side: Side,
    *,
    spelling: RuleText | None = None,
    keep_case: bool = False,
    sclite: bool = False,
    encoding: str = "utf-8",
    on_remark: OnRemark | None = None,
) -> Transcript | TimedSegments | TimedWords:
    """A reference (`ref`: TRN, STM) or hypothesis (`hyp`: TRN, CTM), its spelling changed by rules where given.

    The steps are those of NIST's csrfilt with `-dh`, as in its campaigns; with `sclite`, to the letter on the file's
    lines.
    """
    if spelling is not None and sclite:
        return _checked(
            _csrfilt(path, side, spelling, keep_case=keep_case, encoding=encoding, on_remark=on_remark), path, side
        )
    data = _checked(read_speech(path, encoding=encoding, among=_EXPECTED[side], on_remark=on_remark), path, side)
    return data if spelling is None else _filtered(data, side, spelling, keep_case=keep_case)


def respell(
    data: Transcript | TimedSegments | TimedWords,
    side: Side,
    *,
    spelling: RuleText | None = None,
    keep_case: bool = False,
    sclite: bool = False,
) -> Transcript | TimedSegments | TimedWords:
    """What `read_side` makes of a file, of data available: a reference that was corrected, say."""
    if spelling is None:
        return data
    if not sclite:
        return _filtered(data, side, spelling, keep_case=keep_case)
    kind = _KINDS[type(data)]
    lines = [line.removesuffix("\n") for line in speech_lines(data)]
    file = data.file or "text"
    return _checked(
        parse_speech(
            _csrfilt_lines(lines, kind, side, spelling, keep_case=keep_case, file=file), format=kind, file=file
        ),
        file,
        side,
    )


def score_recognition(
    reference: Transcript | TimedSegments,
    hypothesis: Transcript | TimedWords,
    *,
    rules: ScoringRules | None = None,
    regions: Regions | None = None,
    alignments: bool = False,
    threads: int | None = None,
) -> SpeechScores:
    """Word errors of a run: a transcript against a transcript, or words with times against segments with times.

    Only the latter can be restricted to `regions`. `alignments` keeps every step, for reports and for tests between
    systems.
    """
    count = checked_threads(threads)
    match reference, hypothesis:
        case Transcript(), Transcript():
            if regions is not None:
                raise InputError(expected="segments with times, to restrict them to regions", found="a transcript")
            return score_transcripts(reference, hypothesis, rules=rules, alignments=alignments, threads=count)
        case TimedSegments(), TimedWords():
            return score_words(
                reference, hypothesis, rules=rules, regions=regions, alignments=alignments, threads=count
            )
    raise InputError(
        place=Place(hypothesis.file),
        expected="a CTM file against an STM file, or TRN against TRN",
        found=f"{_title(hypothesis)} against {_title(reference)}",
    )


def _title(data: SpeechData) -> str:
    titles = {Transcript: "TRN", TimedSegments: "STM", TimedWords: "CTM", Regions: "UEM", RuleText: "GLM"}
    return titles[type(data)]


def _checked(data: SpeechData, path: str, side: Side) -> Transcript | TimedSegments | TimedWords:
    if isinstance(data, (Transcript, TimedSegments if side == "ref" else TimedWords)):
        return data
    raise FormatError(
        place=Place(path),
        expected="a reference as TRN or STM" if side == "ref" else "recognised words as TRN or CTM",
        found=_title(data),
    )


def _filtered(
    data: Transcript | TimedSegments | TimedWords, side: Side, spelling: RuleText, *, keep_case: bool
) -> Transcript | TimedSegments | TimedWords:
    from bakeoff.speech.spelling.filtered_speech import filter_segments, filter_transcript, filter_words  # noqa: PLC0415
    from bakeoff.speech.spelling.glm import parse_rules  # noqa: PLC0415
    from bakeoff.speech.spelling.steps import Filtering  # noqa: PLC0415

    parsed = parse_rules(spelling, input_type=_KINDS[type(data)], purpose=side)
    filtering = Filtering(rules=parsed, upper_case=not keep_case, split_hyphens=True)
    match data:
        case Transcript():
            return filter_transcript(data, filtering)
        case TimedSegments():
            return filter_segments(data, filtering)
        case TimedWords():
            return filter_words(data, filtering)


def _csrfilt(
    path: str, side: Side, spelling: RuleText, *, keep_case: bool, encoding: str, on_remark: OnRemark | None
) -> SpeechData:
    with open_source(path, encoding=encoding) as source:
        speech_format = recognise_speech(
            source.head.decode(encoding, errors="replace").removeprefix("\ufeff"), source.name
        )
        lines = source.lines()
    if speech_format is None:
        raise unrecognised(path, _EXPECTED[side])
    if speech_format.name not in ("trn", "stm", "ctm"):
        raise FormatError(place=Place(path), expected="TRN, STM or CTM", found=speech_format.title)
    kind = speech_format.name
    filtered = _csrfilt_lines(lines, kind, side, spelling, keep_case=keep_case, file=path)
    return parse_speech(filtered, format=kind, file=path, on_remark=on_remark)


def _csrfilt_lines(
    lines: Sequence[str], kind: InputType, side: Side, spelling: RuleText, *, keep_case: bool, file: str
) -> list[str]:
    from bakeoff.speech.spelling.csrfilt import csrfilt  # noqa: PLC0415

    return csrfilt(
        lines,
        spelling,
        input_type=kind,
        purpose=side,
        split_hyphens=True,
        upper_case=not keep_case,
        file=file,
    )
