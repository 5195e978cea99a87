"""Several sources for one language pair: text, n-best lists, lattices, released runs; each opens with its phase."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.errors import InputError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.datasets.selectors.offers import offers_for
from bakeoff_site.datasets.selectors.overview import overview_of
from bakeoff_site.datasets.services import add_data_file
from tests.site.conftest import campaign_by

TEXT = b"one two\nthree\nfour\n"
TRN = b"one two (a-1)\nthree (a-2)\nfour (a-3)\n"
NBEST = "".join(
    f"{number} ||| {text} ||| lm=1 ||| {score}\n"
    for number, texts in enumerate((["one to", "one two"], ["three"], ["for", "four"]))
    for score, text in zip((-1, -2), texts, strict=False)
).encode()
PLF = b"((('one',-1,1),),(('two',-1,1),),)\n((('three',-1,1),),)\n((('four',-1,1),),)\n"


def slf(utterance: str, word: str) -> bytes:
    return f"VERSION=1.0\nUTTERANCE={utterance}\nN=2 L=1\nI=0\nI=1\nJ=0 S=0 E=1 W={word} a=-1 l=-1\n".encode()


def archive(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return buffer.getvalue()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2005", slug="iwslt")


def add(campaign: Campaign, data: bytes, name: str, named: str = "", **fields: Any) -> DataFile:
    said = {"kind": "source", "test_set": "english", "language_pair": "zh-en", **fields}
    return add_data_file(campaign, name=name, chunks=[data], input=named, by=None, **said)


def test_a_language_pair_has_a_source_of_each_input(campaign: Campaign) -> None:
    text = add(campaign, TEXT, "test.txt", "text")
    nbest = add(campaign, NBEST, "test.nbest", "n-best", label="ATR")
    second = add(campaign, NBEST, "other.nbest", "n-best", label="UKA", number=2)
    lattices = add(campaign, PLF, "test.plf", "lattice")
    data = files_in_force(campaign, "english", "zh-en")
    assert data.source == text
    assert data.inputs == (lattices, nbest, second)
    assert (text.input, nbest.input, nbest.label) == ("", "n-best", "ATR")


def test_other_inputs_do_not_change_what_runs_are_scored_with(campaign: Campaign) -> None:
    add(campaign, TEXT, "test.txt")
    before = files_in_force(campaign, "english", "zh-en").inputs_digest
    add(campaign, NBEST, "test.nbest", "n-best")
    assert files_in_force(campaign, "english", "zh-en").inputs_digest == before


def test_an_input_that_no_track_of_the_set_takes_is_refused(campaign: Campaign) -> None:
    with pytest.raises(RefusedError, match="the inputs of IWSLT 2005 test set into English are text, found 'n-best'"):
        add(campaign, NBEST, "test.nbest", "n-best", language_pair="ar-en")
    with pytest.raises(RefusedError, match="only a source has an input"):
        add(campaign, TEXT, "ref.txt", "n-best", kind="reference")


@pytest.mark.parametrize(
    ("named", "name", "data", "place", "found"),
    [
        ("n-best", "a.nbest", NBEST.replace(b"2 |||", b"7 |||"), "a.nbest, line 4", "7"),
        ("n-best", "a.nbest", NBEST[: NBEST.index(b"2 |||")], "a.nbest", "nothing for 3"),
        ("n-best", "a.txt", PLF, "a.txt", "a lattice"),
        ("lattice", "a.plf", PLF + b"((('five',-1,1),),)\n", "a.plf", "4"),
        ("lattice", "a.plf", PLF.replace(b"1),),(('two'", b"9),),(('two'"), "a.plf, line 1", "9"),
        ("lattice", "a.txt", NBEST, "a.txt", "n-best lists"),
        ("one-best", "a.txt", TEXT + b"five\n", "a.txt", "4 segments"),
        ("n-best", "a.zip", b"no archive", "a.zip", "text"),
    ],
)
def test_asr_output_of_other_utterances_or_another_kind_is_refused(
    campaign: Campaign, named: str, name: str, data: bytes, place: str, found: str
) -> None:
    add(campaign, TEXT, "test.txt")
    rules = campaign.rules
    track = rules.tracks["speech"].model_copy(update={"inputs": ("one-best", "n-best", "lattice")})
    changed = rules.model_copy(update={"tracks": {**rules.tracks, "speech": track}})
    campaign.__dict__["rules"] = changed
    with pytest.raises(InputError) as refusal:
        add(campaign, data, name, named)
    assert str(refusal.value.place).startswith(place)
    assert found in refusal.value.found
    assert not campaign.data_files.exclude(input="").exists()


def test_lattices_may_come_as_an_archive_of_slf_files(campaign: Campaign) -> None:
    add(campaign, TRN, "said.trn", kind="transcript")
    files = {f"lattices/{number}.lat": slf(f"a-{number}", "word") for number in (3, 1, 2)}
    kept = add(campaign, archive(files), "lattices.zip", "lattice")
    assert kept.input == "lattice"
    with pytest.raises(InputError) as refusal:
        add(campaign, archive(files | {"x.lat": slf("b-9", "word")}), "more.zip", "lattice", number=2)
    assert refusal.value.found == "unknown: b-9"
    broken = archive(files | {"lattices/2.lat": b"VERSION=1.0\nN=2 L=1\nI=0\nI=1\nJ=0 S=0 E=7 W=x\n"})
    with pytest.raises(InputError) as refusal:
        add(campaign, broken, "broken.zip", "lattice", number=2)
    assert str(refusal.value.place).startswith("broken.zip (2.lat), line")


def test_lists_are_in_the_order_of_the_transcript(campaign: Campaign) -> None:
    add(campaign, TRN, "said.trn", kind="transcript")
    lists = b"a-1\tone two\na-3\tfour\na-2\tthree\n"
    with pytest.raises(InputError) as refusal:
        add(campaign, lists, "a.nbest", "n-best")
    assert (str(refusal.value.place), refusal.value.found) == ("a.nbest, line 2", "a-3")
    assert refusal.value.remedy == "Sort the utterances as the test set has them."


class TestReleasedRuns:
    CTM = b"talk1 1 0.0 0.5 hello\ntalk2 1 0.0 0.5 there\n"
    UEM = b"talk1 1 0.0 2.0\ntalk2 1 0.0 2.0\n"

    @pytest.fixture
    def campaign(self, db: None) -> Campaign:
        return campaign_by("iwslt2012", slug="iwslt")

    def add(self, campaign: Campaign, data: bytes, **fields: Any) -> DataFile:
        said: dict[str, Any] = {"input": "released-runs", "kind": "source", **fields}
        place: dict[str, Any] = {"test_set": "slt-tst2012", "language_pair": "en-fr"}
        name = "test.uem" if said["kind"] == "regions" else "run.ctm"
        return add_data_file(campaign, name=name, chunks=[data], by=None, **place, **said)

    def test_several_under_names_of_the_organiser(self, campaign: Campaign) -> None:
        self.add(campaign, self.UEM, kind="regions", input="")
        for number, label in enumerate(("NICT", "MITLL", "UEDIN"), start=1):
            self.add(campaign, self.CTM, number=number, label=label)
        inputs = files_in_force(campaign, "slt-tst2012", "en-fr").inputs
        assert [each.label for each in inputs] == ["NICT", "MITLL", "UEDIN"]

    def test_recordings_must_be_those_of_the_test_set(self, campaign: Campaign) -> None:
        self.add(campaign, self.UEM, kind="regions", input="")
        with pytest.raises(InputError) as unknown:
            self.add(campaign, self.CTM.replace(b"talk2", b"talk9"))
        assert (str(unknown.value.place), unknown.value.found) == ("run.ctm, line 2", "talk9")
        with pytest.raises(InputError) as missing:
            self.add(campaign, self.CTM[: self.CTM.index(b"talk2")])
        assert missing.value.found == "none of talk2"

    def test_they_open_with_their_own_phase(self, campaign: Campaign, owner: User) -> None:
        self.add(campaign, b"RIFF\0\0", input="audio")
        self.add(campaign, self.CTM, label="NICT")
        team = campaign.teams.create(name="Team", code="TEAM")
        role = CampaignRole(campaign=campaign, user=owner, teams=(team,))
        (group,) = [
            each
            for each in offers_for(role, datetime(2012, 9, 5, tzinfo=UTC))
            if "tst2012, rec" in each.title and any(offer.slot.test_set == "slt-tst2012" for offer in each.offers)
        ]
        may = {offer.label: offer.answer.allowed for offer in group.offers}
        assert may == {"source": True, "released ASR run 1": False}
        later = offers_for(role, datetime(2012, 9, 11, tzinfo=UTC))
        assert all(
            offer.answer.allowed for each in later for offer in each.offers if offer.slot.test_set == "slt-tst2012"
        )

    def test_what_is_missing_is_due_before_its_phase(self, campaign: Campaign) -> None:
        tables = overview_of(campaign, datetime(2012, 9, 5, tzinfo=UTC)).tables
        (rows,) = [table.rows for table in tables if table.test_set.id == "slt-tst2012"]
        missing = {each.words: (each.due.phase.id if each.due else None, each.is_overdue) for each in rows[0].missing}
        assert missing["source"] == ("asr", True)
        assert missing["released ASR run"] == ("slt", False)


def test_organisers_add_an_input_by_the_page(campaign: Campaign, client: Client, organiser: User) -> None:
    client.force_login(organiser)
    add(campaign, TEXT, "test.txt")
    page = reverse("datasets:add", args=["iwslt"])
    sent = {
        "kind": "source",
        "test_set": "english",
        "language_pair": "zh-en",
        "input": "n-best",
        "number": "1",
        "label": "ATR",
        "note": "",
        "file": io.BytesIO(NBEST),
    }
    sent["file"].name = "test.nbest"  # type: ignore[attr-defined]
    assert client.post(page, sent).status_code == 302
    (inputs,) = files_in_force(campaign, "english", "zh-en").inputs
    assert (inputs.input, inputs.label, inputs.name) == ("n-best", "ATR", "test.nbest")
    shown = client.get(reverse("datasets:manage", args=["iwslt"])).content.decode()
    assert "n-best lists, <bdi>ATR</bdi>" in shown
