"""Files of test data are read before they are kept.

They must have the format of their kind, the right language, and the segments of the files next to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bakeoff.data import ReferenceSet, TestSet, align
from bakeoff.errors import InputError, Place
from bakeoff.evaluation import (
    RECORDING_ENDINGS,
    Spoken,
    check_audio_archive,
    check_candidates,
    check_one_best,
    check_reference_recordings,
    check_regions,
    read_side,
    read_spoken,
    respell,
)
from bakeoff.formats import (
    parse_speech,
    read_references,
    read_rules,
    read_source,
    recognise_speech,
)
from bakeoff.formats.budgets import require_affordable
from bakeoff.formats.tables.document_list import read_document_list
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.test_data import pairs_of, tracks_of
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.submission.off_limits import listed_in_a_file
from bakeoff.submissions.archives.kinds import CALLED, is_archive, is_gzip, kind_of_content, kind_of_name
from bakeoff.submissions.sources import holds_recordings, read_check_source, same_language
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.permissions import Slot

_HEAD = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The other files in force of the same test set and language pair."""

    source: Path | None = None
    references: Sequence[Path] = ()
    spoken: Path | None = None
    """The transcript, or a source that is a text: what ASR output that is handed out must have the utterances of."""
    regions: Path | None = None
    """The UEM file: what recordings there are."""
    audio: Sequence[Path] = ()
    """The archives of recordings; a single recording is none."""


def check_file(path: Path, slot: Slot, rules: Rulebook, beside: Beside) -> int:
    """Refuses a file that is not what it should be; else says how many references it holds (1 for other kinds)."""
    match slot.kind:
        case DataKind.SOURCE if slot.input:
            _check_input(path, slot, rules, beside)
        case DataKind.SOURCE:
            _check_source(path, slot, rules, beside)
        case DataKind.TRANSCRIPT:
            _check_transcript(path, slot, rules, beside)
        case DataKind.REFERENCE:
            return _check_references(path, slot, rules, beside)
        case DataKind.MAPPINGS:
            _check_mappings(path)
        case DataKind.OFF_LIMITS:
            read_document_list(path, tables=listed_in_a_file(rules))
        case DataKind.REGIONS:
            require_affordable(path)
            check_regions(path, references=beside.references, audio=beside.audio)
    return 1


def _check_source(path: Path, slot: Slot, rules: Rulebook, beside: Beside) -> None:
    test_set = rules.test_sets[slot.test_set]
    kinds = _kinds(rules, test_set, slot)
    _check_promise(path)
    if kinds & {"asr", "slt"} and holds_recordings(path):
        _check_recordings(path, slot, beside)
        return
    require_affordable(path)
    if kinds == {"asr"}:
        read_check_source(path)
        return
    source = read_source(path)
    _check_language(path, "source", source.source_language, slot, rules)
    _check_set_id(path, source, slot, rules)
    _check_hidden(path, source, test_set)
    references = [text for file in beside.references for text in read_references(file)] if test_set.segmented else []
    align([], references, source=source)


def _check_input(path: Path, slot: Slot, rules: Rulebook, beside: Beside) -> None:
    """Refuses what is not the input that it is said to be, or not of the test set."""
    _check_promise(path)
    if slot.input == "audio" and holds_recordings(path):
        _check_recordings(path, slot, beside)
        return
    if slot.input == "audio":
        raise InputError(
            place=Place(str(path)),
            expected="a recording, or an archive of recordings",
            found="text",
            remedy="Add what was recognised as the input that it is, such as n-best.",
        )
    require_affordable(path)
    recordings = read_check_source(beside.regions).recordings if beside.regions else {}
    spoken = Spoken(utterances=read_spoken(beside.spoken) if beside.spoken else None, recordings=list(recordings))
    match slot.input:
        case "n-best" | "lattice":
            check_candidates(path, spoken, lattices=slot.input == "lattice")
        case "one-best" | "released-runs":
            check_one_best(path, spoken)
        case _:  # a text where the set has another source
            source = read_source(path)
            _check_language(path, "source", source.source_language, slot, rules)
            _check_hidden(path, source, rules.test_sets[slot.test_set])


def _check_recordings(path: Path, slot: Slot, beside: Beside) -> None:
    """Compares an archive with the UEM, the references and other archives. A single recording may have any name."""
    if is_archive(path):
        check_audio_archive(
            path,
            regions=beside.regions,
            references=beside.references,
            beside=beside.audio,
            is_part=slot.number > 1 or bool(beside.audio),
        )


def _check_transcript(path: Path, slot: Slot, rules: Rulebook, beside: Beside) -> None:
    """Refuses a transcript that cannot be read or has other segments than a source that is a text."""
    require_affordable(path)
    said, source = read_spoken(path), _text_source(beside.source)
    segments = sum(1 for _ in source.segments) if source is not None else len(said.texts)
    if rules.test_sets[slot.test_set].segmented and len(said.texts) != segments:
        raise InputError(
            place=Place(str(path)),
            expected=f"the {segments:,} segments of the source",
            found=f"{len(said.texts):,} segments",
            remedy="Write a line for each segment of the source.",
        )


def _check_hidden(path: Path, source: TestSet, test_set: TestSetRules) -> None:
    """Refuses a source with attributes that only references may have."""
    for document in source.documents:
        inner = ((segment.id, own) for segment, own in document.segment_attributes)
        for segment, attributes in ((None, document.attributes), *inner):
            for name in test_set.reference_attributes:
                if name in attributes:
                    raise InputError(
                        place=Place(str(path), None, document.id, segment),
                        expected=f"a source without {name}, which only the references of {test_set.label} say",
                        found=f"{name} {attributes[name]!r}",
                        remedy="Remove the attribute from the source and keep it in the references.",
                    )


def _check_promise(path: Path) -> None:
    """Refuses a file whose name promises an archive or a recording that its content is not."""
    start = _head(path)
    promised = kind_of_name(path.name)
    if promised is not None:
        kept = is_gzip(start) if promised == "tgz" else kind_of_content(start) == promised
        expected, remedy = CALLED[promised], "Pack the recordings again, or give the file the ending of what it holds."
    else:
        kept = not path.name.lower().endswith(RECORDING_ENDINGS) or b"\0" in start
        expected, remedy = "a recording", "Upload the recording itself, or give the file the ending of what it holds."
    if not kept:
        content = "other data" if b"\0" in start else "text"
        raise InputError(place=Place(str(path)), expected=expected, found=content, remedy=remedy)


def _check_references(path: Path, slot: Slot, rules: Rulebook, beside: Beside) -> int:
    test_set = rules.test_sets[slot.test_set]
    require_affordable(path)
    if _kinds(rules, test_set, slot) == {"asr"}:
        read_side(str(path), "ref")
        if beside.regions is not None:
            check_reference_recordings(path, regions=beside.regions)
        return 1
    texts = read_references(path)
    others = [text for file in beside.references for text in read_references(file)]
    if len(texts) + len(others) > test_set.references:
        there = f"{len(texts)}, and {len(others)} in the files next to it" if others else str(len(texts))
        raise InputError(
            place=Place(str(path)),
            expected=f"no more than the {test_set.references} references of {test_set.label}",
            found=there,
            remedy="Say in the rulebook how many there are, or replace the file that holds the others.",
        )
    for text in texts:
        _check_language(path, "target", text.target_language, slot, rules)
        _check_set_id(path, text, slot, rules)
    align([], [*others, *texts], source=_text_source(beside.source) if test_set.segmented else None)
    return len(texts)


def _check_mappings(path: Path) -> None:
    """Reads the rules for transcripts and for segments with times, whatever they will be used for."""
    require_affordable(path)
    spelling = read_rules(path)
    transcript = parse_speech(["word (speaker-1)"], format="trn")
    segments = parse_speech(["talk 1 speaker 0 1 word"], format="stm")
    for utterance in (transcript, segments):
        respell(utterance, "ref", spelling=spelling)


def _check_language(path: Path, side: str, language: str | None, slot: Slot, rules: Rulebook) -> None:
    pair = rules.language_pairs.get(slot.language_pair)
    expected = (pair.source if side == "source" else pair.target) if pair else None
    if language and expected and not same_language(language, expected):
        raise InputError(
            place=Place(str(path)),
            expected=f"{expected}, the {side} language of {slot.language_pair}",
            found=language,
            remedy="Add it to the language pair that it belongs to.",
        )


def _check_set_id(path: Path, text: TestSet | ReferenceSet, slot: Slot, rules: Rulebook) -> None:
    """Refuses a file that says it is of another test set of the campaign."""
    own = rules.test_sets[slot.test_set]
    pairs = [slot.language_pair] if slot.language_pair else pairs_of(rules, own)
    if text.test_set is None or text.test_set in {own.written_id(pair) for pair in pairs}:
        return
    for other in rules.test_sets.values():
        for pair in pairs_of(rules, other):
            if text.test_set == other.written_id(pair):
                raise InputError(
                    place=Place(str(path)),
                    expected=f"the test set {own.label} (setid {', '.join(own.written_id(pair) for pair in pairs)})",
                    found=f"{other.label} of {pair} (setid {text.test_set})",
                    remedy="Add it to the test set that it belongs to.",
                )


def _kinds(rules: Rulebook, test_set: TestSetRules, slot: Slot) -> set[str]:
    """What is done with the test set."""
    return {track.kind for track in tracks_of(rules, test_set, slot.language_pair)}


def _text_source(path: Path | None) -> TestSet | None:
    """The source where it is a text: not recordings, not the times or ids of utterances."""
    if path is None or holds_recordings(path):
        return None
    speech = recognise_speech(_head(path).decode(errors="replace"), path.name)
    return None if speech is not None else read_source(path)


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_HEAD)
