"""Test sets of speech: recordings, transcripts, rules of spelling, regions."""

from __future__ import annotations

import io
import wave
import zipfile
from typing import Any

import pytest

from bakeoff.errors import FormatError, InputError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.datasets.services import add_data_file
from tests.site.conftest import campaign_by

STM = b"talk1 1 spk 0.0 2.0 hello there\n"
UEM = b"talk1 1 0.0 2.0\n"
GLM = b';;\n* name = "rules"\n[it\'s] => [it is] / [ ] __ [ ]\n'


def wav(seconds: float) -> bytes:
    data = io.BytesIO()
    with wave.open(data, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(100)
        sound.writeframes(b"\0" * round(100 * seconds))
    return data.getvalue()


def archive(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return data.getvalue()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2012", slug="iwslt")


def add(campaign: Campaign, kind: str, name: str, data: bytes, **fields: Any) -> Any:
    said = {"test_set": "asr-tst2012", "language_pair": "en", **fields}
    return add_data_file(campaign, kind=kind, name=name, chunks=[data], by=None, **said)


def test_all_that_recognition_needs(campaign: Campaign) -> None:
    recordings = add(campaign, "source", "recordings.zip", archive({"audio/talk1.wav": wav(2.0), "README": b"Talks\n"}))
    reference = add(campaign, "reference", "ref.stm", STM)
    mappings = add(campaign, "mappings", "en.glm", GLM)
    regions = add(campaign, "regions", "test.uem", UEM)
    data = files_in_force(campaign, "asr-tst2012", "en")
    assert (data.source, data.references, data.mappings, data.regions) == (recordings, (reference,), mappings, regions)


@pytest.mark.parametrize("name", ["audio.tgz", "audio.tar.gz", "audio.zip", "audio.tar", "talk.wav"])
@pytest.mark.parametrize(("test_set", "pair"), [("asr-tst2012", "en"), ("slt-tst2012", "en-fr")])
def test_a_text_file_that_is_called_an_archive_or_a_recording_is_refused(
    campaign: Campaign, name: str, test_set: str, pair: str
) -> None:
    with pytest.raises(InputError) as refusal:
        add(campaign, "source", name, b"This is no audio.\n", test_set=test_set, language_pair=pair)
    assert (str(refusal.value.place), refusal.value.found) == (name, "text")
    assert refusal.value.remedy
    assert files_in_force(campaign, test_set, pair).source is None


def test_regions_with_their_line(campaign: Campaign) -> None:
    with pytest.raises(FormatError) as refusal:
        add(campaign, "regions", "test.uem", UEM + b"talk1 1 5 3\n")
    assert str(refusal.value.place) == "test.uem, line 2"


def test_rules_of_spelling_with_their_line(campaign: Campaign) -> None:
    with pytest.raises(InputError) as refusal:
        add(campaign, "mappings", "en.glm", GLM + b"[its] its\n")
    assert str(refusal.value.place) == "en.glm, line 4"


def test_words_with_times_are_no_reference(campaign: Campaign) -> None:
    with pytest.raises(FormatError) as refusal:
        add(campaign, "reference", "ref.ctm", b"talk1 1 0.0 0.5 hello\n")
    assert refusal.value.expected == "a reference as TRN or STM"


def test_recordings_may_be_the_source_of_translations(campaign: Campaign) -> None:
    add(campaign, "source", "rec.wav", b"RIFF\0\0", test_set="slt-tst2012", language_pair="en-fr")
    add(campaign, "reference", "ref.txt", b"un\ndeux\n", test_set="slt-tst2012", language_pair="en-fr")
    data = files_in_force(campaign, "slt-tst2012", "en-fr")
    assert data.source is not None
    assert len(data.references) == 1


def test_recordings_are_no_text(campaign: Campaign) -> None:
    with pytest.raises(FormatError):
        add(campaign, "source", "src.txt", b"RIFF\0\0", test_set="tst2012", language_pair="en-fr")


TALKS = b"talk1 1 0.0 2.0\ntalk2 1 0.0 2.0\n"
SEGMENTS = b"talk1 1 spk 0.0 2.0 hello there\ntalk2 1 spk 0.0 2.0 good bye\n"
AUDIO = {"talk1.wav": wav(2.0), "talk2.wav": wav(2.0)}


@pytest.mark.parametrize("kind", ["regions", "reference"])
@pytest.mark.parametrize(
    ("files", "place", "found"),
    [
        ({"talk1.wav": wav(2.0)}, "a.zip", "nothing for talk2"),
        (AUDIO | {"talk3.flac": b"fLaC\0"}, "a.zip (talk3.flac)", "talk3"),
        (AUDIO | {"old/talk2.flac": b"fLaC\0"}, "a.zip (old/talk2.flac)", "old/talk2.flac"),
        (AUDIO | {"talk2.wav": b"to be added\n"}, "a.zip (talk2.wav)", "text"),
        ({"README": b"no audio\n"}, "a.zip", "no file that is a recording"),
        ({"../talk1.wav": wav(2.0)}, "a.zip (../talk1.wav)", "a name with .."),
    ],
)
def test_an_archive_has_the_recordings_of_its_test_set(
    campaign: Campaign, kind: str, files: dict[str, bytes], place: str, found: str
) -> None:
    add(campaign, kind, *(("t.uem", TALKS) if kind == "regions" else ("t.stm", SEGMENTS)))
    with pytest.raises(InputError) as refusal:
        add(campaign, "source", "a.zip", archive(files))
    assert (str(refusal.value.place), refusal.value.found) == (place, found)
    assert refusal.value.remedy
    assert files_in_force(campaign, "asr-tst2012", "en").source is None
    add(campaign, "source", "a.zip", archive(AUDIO))


@pytest.mark.parametrize(("test_set", "pair", "named"), [("asr-tst2012", "en", ""), ("slt-tst2012", "en-fr", "audio")])
def test_recordings_may_come_in_several_archives(campaign: Campaign, test_set: str, pair: str, named: str) -> None:
    where: dict[str, Any] = {"test_set": test_set, "language_pair": pair}
    add(campaign, "regions", "t.uem", TALKS, **where)
    first, second = ({name: data} for name, data in AUDIO.items())

    def part(number: int, files: dict[str, bytes]) -> Any:
        return add(campaign, "source", f"{number}.zip", archive(files), number=number, input=named, **where)

    with pytest.raises(InputError) as refusal:
        part(1, first)
    assert refusal.value.found == "nothing for talk2"
    assert refusal.value.remedy.endswith(
        "If the recordings come in several archives, add the others first, as numbers 2 and up."
    )
    added = part(2, second)
    with pytest.raises(InputError) as refusal:
        part(1, AUDIO)
    assert (str(refusal.value.place), refusal.value.expected) == (
        "1.zip (talk2.wav)", "each recording once; talk2 is already 2.zip (talk2.wav)",
    )  # fmt: skip
    with pytest.raises(InputError) as refusal:
        part(1, first | {"talk3.wav": wav(1.0)})
    assert (str(refusal.value.place), refusal.value.found) == ("1.zip (talk3.wav)", "talk3")
    part(1, first)
    data = files_in_force(campaign, test_set, pair)
    assert [file.name for file in data.recordings] == ["1.zip", "2.zip"]
    assert slot_of(added).label.endswith(" 2")
    # All of them together are compared with a new UEM file.
    add(campaign, "regions", "t.uem", TALKS + b";; checked again\n", note="checked", **where)
    with pytest.raises(InputError) as refusal:
        add(campaign, "regions", "t.uem", TALKS[:16], note="shorter", **where)
    assert refusal.value.found == "nothing for talk2"


def test_a_text_source_is_one_file(campaign: Campaign) -> None:
    with pytest.raises(RefusedError, match="of source there is one"):
        add(campaign, "source", "s.txt", b"one\n", test_set="tst2012", language_pair="en-fr", number=2)


def test_a_recording_is_as_long_as_its_regions(campaign: Campaign) -> None:
    add(campaign, "regions", "t.uem", TALKS.replace(b"2.0", b"60.0"))
    with pytest.raises(InputError) as refusal:
        add(campaign, "source", "a.zip", archive(AUDIO))
    assert (str(refusal.value.place), refusal.value.found) == ("a.zip (talk1.wav)", "2.00 seconds")


@pytest.mark.parametrize(
    ("regions", "line", "found"),
    [
        (TALKS + b"talk3 1 0 1\n", 3, "talk3"),
        (TALKS[:16], None, "nothing for talk2"),
        (TALKS + b"talk1 1 1.5 3.0\n", 3, "1.50"),
        (TALKS + b"talk1 1 0.0 2.0\n", 3, "0.00"),
        (TALKS + b"talk1 1 2.0 2.5\n", 3, "2.00 to 2.50 without any"),
    ],
)
def test_regions_are_those_of_the_references(campaign: Campaign, regions: bytes, line: int | None, found: str) -> None:
    add(campaign, "reference", "t.stm", SEGMENTS)
    with pytest.raises(InputError) as refusal:
        add(campaign, "regions", "t.uem", regions)
    assert (refusal.value.place.line, refusal.value.found) == (line, found)
    assert refusal.value.remedy
    assert files_in_force(campaign, "asr-tst2012", "en").regions is None
    add(campaign, "regions", "t.uem", TALKS)


@pytest.mark.parametrize(
    ("regions", "line", "found"),
    [
        (TALKS + b"talk3 1 0 1\n", 3, "talk3"),
        (TALKS[:16], None, "nothing for talk2"),
        (TALKS + b"talk2 1 2.0 9.0\n", 3, "a region that ends at 9.00"),
    ],
)
def test_regions_are_those_of_the_audio(campaign: Campaign, regions: bytes, line: int | None, found: str) -> None:
    add(campaign, "source", "a.zip", archive(AUDIO))
    with pytest.raises(InputError) as refusal:
        add(campaign, "regions", "t.uem", regions)
    assert (refusal.value.place.line, refusal.value.found) == (line, found)
    add(campaign, "regions", "t.uem", TALKS)


def test_a_reference_has_the_recordings_of_the_regions(campaign: Campaign) -> None:
    add(campaign, "regions", "t.uem", TALKS)
    with pytest.raises(InputError) as refusal:
        add(campaign, "reference", "t.stm", SEGMENTS + b"talk3 1 spk 0.0 2.0 more\n")
    assert (str(refusal.value.place), refusal.value.found) == ("t.stm, line 3", "talk3")
