"""The log in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bakeoff_site.core.log_sentences import SENTENCES, act_in_words, more_about, what_happened, who_acted
from bakeoff_site.core.models import AuditEvent
from tests.conftest import ROOT

_ACT = re.compile(
    r'"((?:account|administrator|campaign|correction|data|description|invitation|job|judging|mail|message|outputs'
    r'|role|run|scores|submission|team)\.[a-z-]+)"'
)


def sources() -> list[Path]:
    own = ROOT / "src" / "bakeoff_site" / "core" / "log_sentences.py"
    return [path for path in (ROOT / "src" / "bakeoff_site").rglob("services*/**/*.py") if path != own] + list(
        (ROOT / "src" / "bakeoff_site").rglob("services.py")
    )


def test_every_act_that_is_recorded_has_a_sentence() -> None:
    recorded = {
        act for path in sources() for act in _ACT.findall(path.read_text(encoding="utf-8")) if act[-4:] != ".tsv"
    }
    assert len(recorded) > 40
    assert recorded - set(SENTENCES) == set()


@pytest.mark.parametrize(
    ("act", "subject", "details", "sentence"),
    [
        ("team.withdraw", "Our Institute", {"reason": "ill"}, "withdrew the team Our Institute"),
        ("invitation.send", "judge", {"email": "a@example.org"}, "invited a@example.org to judge"),
        ("invitation.send", "judge", {}, "invited – to judge"),
        ("message.send", "News {now}", {"people": 3}, "wrote to 3 people: News {now}"),
        ("some.older-act", "x", {}, "some.older-act: x"),
    ],
)
def test_what_happened(act: str, subject: str, details: dict[str, object], sentence: str) -> None:
    event = AuditEvent(act=act, subject=subject, details=details)
    assert what_happened(event) == sentence


def test_who_acted() -> None:
    assert who_acted(AuditEvent(act="data.download")) == "A visitor"
    assert who_acted(AuditEvent(act="submission.check")) == "The server"


def test_kinds_of_acts_to_choose_from() -> None:
    assert act_in_words("team.withdraw") == "withdrew the team"
    assert act_in_words("correction.apply") == "made a new version of a reference"


def test_details_are_told_in_words_where_the_sentence_does_not_tell_them() -> None:
    details = {"address": "x@example.org", "sha256": "ab", "late": False, "note": "", "changes": ["a", "b"], "id": 7}
    event = AuditEvent(act="invitation.send", subject="NIST", details=details)
    assert more_about(event) == [("SHA-256", "ab"), ("Late", "No"), ("Changes", "a, b")]


@pytest.mark.parametrize(
    ("act", "key", "words"),
    [
        ("account.sign-in", "network_address", "Network address"),
        ("campaign.delete", "campaign_address", "Campaign address"),
    ],
)
def test_addresses_of_networks_and_campaigns_have_words_of_their_own_in_earlier_entries_too(
    act: str, key: str, words: str
) -> None:
    for details in ({key: "x"}, {"address": "x"}):
        assert more_about(AuditEvent(act=act, subject="s", details=details)) == [(words, "x")]
