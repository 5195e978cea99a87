"""Test sets of speech: recordings, transcripts, rules of spelling, regions."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.errors import FormatError, InputError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.datasets.services import add_data_file
from tests.site.conftest import campaign_by

STM = b"talk1 1 spk 0.0 2.0 hello there\n"
UEM = b"talk1 1 0.0 2.0\n"
GLM = b';;\n* name = "rules"\n[it\'s] => [it is] / [ ] __ [ ]\n'


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2012", slug="iwslt")


def add(campaign: Campaign, kind: str, name: str, data: bytes, **fields: Any) -> Any:
    said = {"test_set": "asr-tst2012", "language_pair": "en", **fields}
    return add_data_file(campaign, kind=kind, name=name, chunks=[data], by=None, **said)


def test_all_that_recognition_needs(campaign: Campaign) -> None:
    recordings = add(campaign, "source", "recordings.tgz", b"\x1f\x8b\0\0audio")
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
