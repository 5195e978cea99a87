"""Running a plug-in on texts."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import AlignedTexts
from bakeoff.errors import Place, PluginError
from bakeoff.plugins.process import MAX_LINE, Conversation, Ending, LongLineError, SilentProgramError
from bakeoff.plugins.protocol import Answers, request_lines

DEFAULT_TIMEOUT_SECONDS = 600.0

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PluginScores:
    """What a plug-in made of texts: a score for each segment of each system, and what they depend on."""

    name: str
    """What the program calls itself."""
    version: str
    direction: Literal["higher", "lower"]
    signature: Mapping[str, str]
    """What else its numbers depend on, such as a checkpoint and its checksum."""
    columns: Mapping[str, NDArray[np.float64]] = field(repr=False)
    """The scores of each system in the order of the segments."""
    remarks: tuple[str, ...] = ()


def run_plugin(
    command: str | Sequence[str],
    texts: AlignedTexts,
    *,
    name: str = "",
    source_language: str | None = None,
    target_language: str | None = None,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    memory_bytes: int = 0,
    on_progress: Progress | None = None,
) -> PluginScores:
    """Starts a program once and lets it score every segment of every system, texts as they are in the files.

    `command` is divided into words as a shell does it, but no shell sees it. `timeout_seconds` is how long the program
    may be silent, `memory_bytes` how much memory it may use (0 for any; on Linux alone). Whatever happens, the program
    and its children are ended before this returns. Raises PluginError where it cannot be started, breaks down, falls
    silent, or gives other than one finite score for each segment.
    """
    arguments = _arguments(command)
    name = name or arguments[0]
    answers = Answers(name, len(texts) * len(texts.systems), with_source=texts.source is not None)
    lines = request_lines(texts, source_language=source_language, target_language=target_language)

    conversation = _started(arguments, name, timeout_seconds, memory_bytes)
    try:
        with conversation:
            ending = _held(conversation, lines, answers, on_progress)
        _check(ending, answers)
    except PluginError as error:
        raise _with_last_words(error, conversation) from None
    return _scores(answers, texts, ended=ending.exit_code is not None)


def _arguments(command: str | Sequence[str]) -> list[str]:
    try:
        arguments = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise PluginError(
            expected="a command as a shell takes it", found=f"{command!r} ({str(error).lower()})"
        ) from None
    if not arguments or not arguments[0]:
        raise PluginError(
            expected="a command that starts a plug-in", found="nothing", remedy="Write --plugin NAME=COMMAND."
        )
    return arguments


def _started(arguments: Sequence[str], name: str, timeout_seconds: float, memory_bytes: int) -> Conversation:
    try:
        return Conversation(arguments, timeout_seconds=timeout_seconds, memory_bytes=memory_bytes)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        missing = isinstance(error, FileNotFoundError)
        raise PluginError(
            place=Place(f"plug-in {name}"),
            expected="a program that can be started",
            found=f"no program {arguments[0]!r}" if missing else f"{arguments[0]!r}, {reason.lower()}",
            remedy="Check the command; name the interpreter, too: 'python3 FILE'.",
        ) from None


def _held(conversation: Conversation, lines: Iterator[bytes], answers: Answers, on_progress: Progress | None) -> Ending:
    def take(line: bytes) -> None:
        answers.take(line)
        if on_progress:
            on_progress(max(answers.done, int(answers.share * answers.expected)), answers.expected)

    try:
        return conversation.hold(lines, take, lambda: answers.is_complete)
    except SilentProgramError as error:
        raise _failure(
            answers.name,
            f"a line at least every {error.seconds:g} seconds",
            f"silence after {answers.done} of {answers.expected} scores",
            "Give it more time (--plugin-timeout), or let it report its progress.",
        ) from None
    except LongLineError:
        raise _failure(answers.name, f"lines of at most {MAX_LINE:,} bytes", "a longer one") from None


def _check(ending: Ending, answers: Answers) -> None:
    """Whether a program that has ended has done its work."""
    name = answers.name
    after = f"after {answers.done} of {answers.expected} scores"
    code = ending.exit_code
    if code is not None and code < 0:
        remedy = "Was there enough memory?" if -code == signal.SIGKILL else ""
        raise _failure(name, "exit code 0", f"an end by {_signal_name(-code)} {after}", remedy)
    if code:
        raise _failure(name, "exit code 0", f"exit code {code} {after}")
    if answers.introduction is None:
        raise _failure(name, "a first line that says what the plug-in is", "the end of its output")
    if answers.done < answers.expected:
        raise _failure(name, f"{answers.expected} scores", f"{answers.done}", "Give one score for each segment.")
    if not ending.sent_all:
        raise _failure(name, "a program that reads all segments", "one that stopped reading before the last")


def _failure(name: str, expected: str, found: str, remedy: str = "") -> PluginError:
    return PluginError(place=Place(f"plug-in {name}"), expected=expected, found=found, remedy=remedy)


def _with_last_words(error: PluginError, conversation: Conversation) -> PluginError:
    """The error with what the program wrote to standard error at last."""
    said = f'It said: "{conversation.last_words}"' if conversation.last_words else ""
    remedy = " ".join(filter(None, (error.remedy, said)))
    return PluginError(place=error.place, expected=error.expected, found=error.found, remedy=remedy)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _scores(answers: Answers, texts: AlignedTexts, *, ended: bool) -> PluginScores:
    introduction = answers.introduction
    if introduction is None:
        raise RuntimeError("a plug-in without a first line was taken for complete")
    values = np.asarray(answers.scores, dtype=np.float64).reshape(len(texts.systems), len(texts))
    return PluginScores(
        name=introduction.name,
        version=introduction.version,
        direction=introduction.direction,
        signature=introduction.signature,
        columns=dict(zip(texts.systems, values, strict=True)),
        remarks=() if ended else (f"plug-in {answers.name} gave all scores but did not end, so it was ended.",),
    )
