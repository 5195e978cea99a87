from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.recognition.transcripts import Columns, TimedWords
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech, read_speech, write_speech
from bakeoff.formats.speech import ctm, stm, trn, uem
from bakeoff.formats.speech.speech_files import Kind
from tests.formats.speech_texts import regions, timed_segments, timed_words, transcripts

DATA = st.one_of(transcripts(), timed_segments(), timed_words(), regions())
MODULES: dict[str, Any] = {"Transcript": trn, "TimedSegments": stm, "TimedWords": ctm, "Regions": uem}


@given(DATA)
def test_what_is_written_is_read_again(data: Columns) -> None:
    module = MODULES[type(data).__name__]
    written = "".join(module.write(data)).split("\n")[:-1]
    again = parse_speech(written, format=module.__name__.rpartition(".")[2])
    assert again == data
    assert list(module.write(again)) == [line + "\n" for line in written]


@given(timed_words())
def test_files_are_written_in_the_format_that_holds_them(
    tmp_path_factory: pytest.TempPathFactory, data: TimedWords
) -> None:
    folder = tmp_path_factory.mktemp("speech")
    write_speech(data, folder / "a.ctm.gz")
    write_speech(read_speech(folder / "a.ctm.gz"), folder / "b.ctm")
    assert read_speech(folder / "b.ctm") == data


def test_real_files_survive(data: Path, tmp_path: Path) -> None:
    folder = data / "sctk" / "sclite_testdata"
    names = ["lvc_hypc.ctm", "lvc_hyp.ctm", "tima_ref.ctm", "tima_hyp.ctm", "lvc_ref.stm", "stm2ctm_missing.ref.stm"]
    for name in [*names, "test.vietnamese.ref.trn", "test.cantonese.ctm", "test.cantonese.stm"]:
        first = read_speech(folder / name)
        write_speech(first, tmp_path / name)
        assert read_speech(tmp_path / name) == first
        assert isinstance(first, Columns)
        assert len(first) > 3


def rejects(format_: Kind, lines: Sequence[str], **changes: Any) -> None:
    from dataclasses import replace

    changed = replace(parse_speech(lines, format=format_), **changes)
    with pytest.raises(FormatError):
        list(MODULES[type(changed).__name__].write(changed))


def test_what_a_format_cannot_hold_is_refused() -> None:
    rejects("ctm", ["f 1 0 1 a"], words=["a b"])
    rejects("ctm", ["f 1 0 1 a"], words=[""])
    rejects("stm", ["f 1 s 0 1 a"], speakers=["a b"])
    rejects("stm", ["f 1 s 0 1 a"], texts=["<unk> a"])
    rejects("stm", ["f 1 s 0 1 a"], texts=[" a"])
    rejects("stm", ["f 1 s 0 1 a"], labels=[("a b",)])
    rejects("trn", ["a (s)"], texts=["a\nb"])
    rejects("trn", ["a (s)"], texts=[";; a"])
    rejects("trn", ["a (s)"], ids=["a)"])


def test_columns_cannot_be_changed_in_place() -> None:
    words = parse_speech(["f 1 0 1 a"], format="ctm")
    with pytest.raises(ValueError, match="read-only"):
        words.begin_ns[0] = 1
    assert words != parse_speech(["f 1 0 2 a"], format="ctm")
    assert isinstance(words.lines, np.ndarray)
