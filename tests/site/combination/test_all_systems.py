"""WMT 2008, section 2.3: those who combine systems get all of them, and their runs are in one table with these."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bakeoff.data import Document, ReferenceSet, Segment, TestSet
from bakeoff.data import Run as Text
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import find_rulebook, parse_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.core.storage.files import keep, path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.results.selectors import board_for
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.services import receive_submission
from tests.site.api.conftest import as_
from tests.site.conftest import Clock

TEXTS = ("the minister spoke on friday", "the ships left the harbour")


@pytest.fixture
def campaign(db: None) -> Campaign:
    text = find_rulebook("wmt2008").read_text(encoding="utf-8")
    return Campaign.objects.create(
        slug="wmt", title="WMT", rulebook_text=text, rulebook_content=storable(parse_rulebook(text).content)
    )


@pytest.fixture
def test_data(campaign: Campaign) -> None:
    """Source and reference of French–English."""
    for test_set in ("news", "europarl"):
        where: Any = {"test_set": test_set, "language_pair": "fr-en", "by": None}
        documents = _documents(("le ministre", "les navires"))
        source = TestSet(documents=documents, test_set=test_set, source_language="French")
        reference = ReferenceSet(
            documents=_documents(TEXTS),
            test_set=test_set,
            source_language="French",
            target_language="English",
            name="ref",
        )
        add_data_file(campaign, kind="source", name="src.sgm", chunks=[_sgml(source)], **where)
        add_data_file(campaign, kind="reference", name="ref.sgm", chunks=[_sgml(reference)], **where)


def _documents(texts: tuple[str, ...]) -> tuple[Document, ...]:
    return (Document("doc-1", tuple(Segment(str(n), text) for n, text in enumerate(texts, 1)), {"genre": "news"}),)


def _sgml(text: TestSet | ReferenceSet | Text) -> bytes:
    return "".join(format_named("nist-sgml").load().write([text])).encode()


def _output(test_set: str, system: str, texts: tuple[str, ...] = TEXTS) -> bytes:
    return _sgml(
        Text(
            documents=_documents(texts),
            test_set=test_set,
            source_language="French",
            target_language="English",
            system=system,
        )
    )


@pytest.fixture
def systems(campaign: Campaign, organiser: User) -> Mapping[str, Run]:
    """Two teams with three systems and a rule-based one, on News and on Europarl."""
    teams = {code: Team.objects.create(campaign=campaign, name=f"Team {code}", code=code) for code in ("LIMSI", "CUED")}
    made = [("LIMSI", "primary"), ("LIMSI", "contrast1"), ("CUED", "primary"), ("RBMT1", "")]
    runs = {}
    for test_set in ("news", "europarl"):
        board = Board.objects.create(campaign=campaign, track="translation", language_pair="fr-en", test_set=test_set)
        for number, (owner, system) in enumerate(made):
            words = (f"{TEXTS[0]} {'very ' * number}", TEXTS[1])
            kept = keep([_output(test_set, f"{owner}_{system}", words)])
            submission = Submission.objects.create(
                campaign=campaign,
                team=teams.get(owner),
                number=campaign.submissions.count() + 1,
                name="a.sgm",
                sha256=kept.sha256,
                size=kept.size,
                submitted_by=organiser,
                received_at=timezone.now(),
                state="valid",
                package="translations" if system else "",
            )
            name = "_".join(filter(None, [owner, system]))
            runs[f"{name} {test_set}"] = Run.objects.create(
                submission=submission,
                board=board,
                team=teams.get(owner),
                entered="" if system else owner,
                system_type=system.rstrip("1"),
                system=system or owner,
                name=name,
                file_name=f"{name}.sgm",
                sha256=kept.sha256,
                size=kept.size,
            )
    return runs


def packs(campaign: Campaign, test_set: str) -> dict[str, DataFile]:
    """Has the packs of a test set made; by the ends of their names."""
    assert ask_for_pack(campaign, track="translation", test_set=test_set, language_pair="fr-en")
    work_off("test")
    assert [job.error for job in Job.objects.filter(state="failed")] == []
    files = DataFile.objects.filter(kind="outputs", test_set=test_set, replaced_at=None)
    return {file.name.partition("_outputs_for_")[2].removesuffix(".tgz"): file for file in files}


def key_of(pack: DataFile) -> dict[str, int]:
    return {each.run.name: each.system.number for each in pack.packed_runs.filter(left_out=False)}


def test_a_pack_for_combination_holds_contrastive_and_rule_based_systems(
    campaign: Campaign, systems: Mapping[str, Run]
) -> None:
    made = packs(campaign, "news")
    assert set(made) == {"combination", "metrics"}
    assert set(key_of(made["combination"])) == {"LIMSI_primary", "LIMSI_contrast1", "CUED_primary", "RBMT1"}
    assert set(key_of(made["metrics"])) == set(key_of(made["combination"]))
    with tarfile.open(fileobj=io.BytesIO(path_of(made["combination"].sha256).read_bytes())) as archive:
        streams = {member.name: archive.extractfile(member) for member in archive}
        files = {name: stream.read().decode() for name, stream in streams.items() if stream is not None}
    assert set(files) == {f"news_fr-en/system{n}.sgm" for n in range(1, 5)} | {"news_fr-en/systems.tsv"}
    for name, text in files.items():
        assert not [word for word in ("LIMSI", "CUED", "RBMT", "contrast") if word in name + text], name


def test_each_system_has_one_number_on_the_test_set_and_on_the_set_to_tune_on(
    campaign: Campaign, systems: Mapping[str, Run]
) -> None:
    news, europarl = (packs(campaign, test_set)["combination"] for test_set in ("news", "europarl"))
    assert key_of(news) == key_of(europarl)
    assert sorted(key_of(news).values()) == [1, 2, 3, 4]


def test_organisers_see_what_packs_are_for_and_whose_the_numbers_are(
    campaign: Campaign, systems: Mapping[str, Run], administrator: User, client: Client
) -> None:
    packs(campaign, "europarl")
    listed = as_(administrator).get("/campaigns/wmt/packs").json()["items"]
    found = {(pack["test_set"], *pack["receivers"]): pack for pack in listed}
    assert found["europarl", "combination"]["is_development"]
    assert not found["europarl", "metrics"]["is_development"]
    shown = {(each["team"], each["entered"], each["system"]) for each in found["europarl", "combination"]["systems"]}
    assert shown == {
        ("Team LIMSI", "", "primary"),
        ("Team LIMSI", "", "contrast1"),
        ("Team CUED", "", "primary"),
        ("", "RBMT1", ""),
    }
    client.force_login(administrator)
    page = client.get("/campaigns/wmt/combination/").content.decode()
    assert 'RBMT1</bdi> <span class="chip line">Entered</span>' in page
    assert "and 7 systems of the organisers" in page


@pytest.fixture
def bbn(campaign: Campaign, owner: User) -> Team:
    team = Team.objects.create(campaign=campaign, name="BBN", code="BBN")
    team.members.create(campaign=campaign, user=owner, is_contact=True)
    return team


def submit(team: Team, name: str, data: bytes, by: User) -> Submission:
    submission = receive_submission(team, name=name, chunks=[data], by=by)
    work_off("test")
    submission.refresh_from_db()
    assert submission.state == "valid", submission.findings
    return submission


def test_a_combination_is_ranked_with_the_single_systems_and_marked(
    campaign: Campaign, systems: Mapping[str, Run], bbn: Team, owner: User, administrator: User, clock: Clock
) -> None:
    clock.move_into(campaign, "combination")
    submission = submit(bbn, "BBN_news_fr-en_combo.sgm", _output("news", "BBN"), owner)
    run = submission.runs.get()
    assert run.board == systems["CUED_primary news"].board
    assert run.official
    view = board_for(role_of(administrator, campaign), run.board, clock.now)
    kinds = {row.name: (row.kind, row.kind_label, row.status.label) for row in view.rows}
    assert kinds == {
        "BBN_combo": ("combination", "system combination", "official"),
        "LIMSI_primary": ("primary", "primary", "official"),
        "LIMSI_contrast1": ("primary", "contrast", "official"),
        "CUED_primary": ("primary", "primary", "official"),
        "RBMT1": ("commercial", "commercial system", "official"),
    }
    shown = as_(administrator).get(f"/campaigns/wmt/submissions/{submission.number}").json()["runs"]
    assert [each["track"] for each in shown] == ["combination"]


def test_a_combination_that_comes_again_replaces_the_first_and_is_in_no_pack(
    campaign: Campaign, systems: Mapping[str, Run], bbn: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(campaign, "combination")
    first = submit(bbn, "BBN_news_fr-en_combo.sgm", _output("news", "BBN"), owner).runs.get()
    second = submit(bbn, "BBN_news_fr-en_combo.sgm", _output("news", "BBN", (TEXTS[0], "the end")), owner).runs.get()
    first.refresh_from_db()
    assert (first.replaced_by, second.effect, second.board) == (second, "replaces", first.board)
    assert "BBN_combo" not in key_of(packs(campaign, "news")["combination"])


def test_a_combination_of_all_languages_has_a_board_of_its_own(
    campaign: Campaign, bbn: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(campaign, "combination")
    run = submit(bbn, "BBN_news_xx-en_combo.sgm", _output("news", "BBN"), owner).runs.get()
    assert (run.board.track, run.board.language_pair) == ("combination", "xx-en")
