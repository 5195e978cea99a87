"""Speech data from lines, as tests write them."""

from __future__ import annotations

from bakeoff.data.recognition.transcripts import Regions, TimedSegments, TimedWords, Transcript
from bakeoff.formats.speech.speech_files import parse_speech


def trn(*lines: str) -> Transcript:
    return parse_speech(lines, format="trn", file="x.trn")


def stm(*lines: str) -> TimedSegments:
    return parse_speech(lines, format="stm", file="x.stm")


def ctm(*lines: str) -> TimedWords:
    return parse_speech(lines, format="ctm", file="x.ctm")


def uem(*lines: str) -> Regions:
    return parse_speech(lines, format="uem", file="x.uem")
