"""Parts of sentences that organisers offer: read against the source, aligned by a worker, chosen by a plan's rules."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.data.judgments import digest_of
from bakeoff.human_eval.designs.constituents.candidate_files import read_candidates
from bakeoff.human_eval.designs.constituents.items import ConstituentRules
from bakeoff.human_eval.designs.constituents.linked_texts import pack_linked_texts
from bakeoff.human_eval.designs.constituents.texts import Alignment, constituents_of, reference_pairs
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.storage.files import keep
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.models import ConstituentSource, Task
from bakeoff_site.judging.selectors.constituents import linked_texts_of
from bakeoff_site.judging.selectors.judged_texts import texts_on
from bakeoff_site.judging.services.constituents import add_constituents
from bakeoff_site.judging.services.plans import PlanRefusedError, TaskOptions, prepare_task
from tests.site.form_values import sent_form
from tests.site.judging.constituents_world import (
    PARTS,
    RULES,
    add_system,
    constituent_campaign,
)
from tests.site.judging.world import signed_in
from tests.site.people import person
from tests.site.scoring.world import put_data, put_run

pytestmark = pytest.mark.django_db
PLAN = "/campaigns/small/organise/judging/plan/"
LIST = "segment\tphrase\n" + "".join(
    f"{number}\t{part[0]}\n" for number, parts in enumerate(PARTS, start=1) for part in parts
)


@pytest.fixture
def campaign(db: None) -> Campaign:
    """With a further test set, which has no texts yet."""
    phrases = '[test_sets.phrases]\ntitle = "Phrases"\nrole = "dev"\n[registration]'
    return constituent_campaign(RULES.replace("[registration]", phrases))


@pytest.fixture
def client(organiser: User) -> Client:
    return signed_in(organiser)


def upload(client: Client, text: str, *, parts_from: str = "list", pair: str = "en-ar", name: str = "parts.tsv") -> Any:
    data: dict[str, Any] = {"place": f"{pair}/news", "parts_from": parts_from}
    if text:
        data["file"] = SimpleUploadedFile(name, text.encode())
    return client.post(reverse("judging:constituents", args=["small"]), data)


def refused(campaign: Campaign, **options: Any) -> str:
    with pytest.raises(PlanRefusedError) as refusal:
        prepare_task(campaign, ["yes-no"], TaskOptions(**options))
    return str(refusal.value)


def put_phrases(campaign: Campaign) -> None:
    """Another test set, whose segments are the parts one by one: they say which words belong together."""
    parts = [part for own in PARTS for part in own]
    for kind, column in (("source", 0), ("reference", 1)):
        content = "\n".join(part[column] for part in parts).encode()
        put_data(campaign, kind, content, pair="en-ar", test_set="phrases")
    lines = b"\n".join([b"x"] * len(parts))
    put_run(campaign, lines, by=User.objects.get(name="Sue Submitter"), name="ALPHA", pair="en-ar", test_set="phrases")


def test_a_worker_aligns_words_and_a_plan_chooses_what_the_command_chooses(
    campaign: Campaign, client: Client, tmp_path: Any
) -> None:
    """Links are learned from the references of the language pair's other test sets, too."""
    put_phrases(campaign)
    assert upload(client, LIST).status_code == 302
    source = ConstituentSource.objects.get(language_pair="en-ar")
    assert (source.candidates, source.systems, source.aligned_at) == (8, [], None)
    page = client.get(reverse("judging:constituents", args=["small"])).content.decode()
    assert "Being aligned" in page
    assert "are not aligned yet" in refused(campaign)
    assert work_off("worker") == 1
    source.refresh_from_db()
    assert source.reason == ""
    assert source.systems == ["ALPHA", "BRAVO", "CLARA", "DELTA"]
    (tmp_path / "parts.tsv").write_text(LIST, encoding="utf-8")
    [judged], [further] = (texts_on(campaign, "en-ar", name) for name in ("news", "phrases"))
    alone, helped = (
        constituents_of(
            judged,
            read_candidates(tmp_path / "parts.tsv", judged, is_list=True),
            alignment=Alignment(extra=extra),
            rules=ConstituentRules(fewest=4, most=15),
        )
        for extra in ((), reference_pairs(further))
    )
    parts = prepare_task(campaign, ["yes-no"]).parts["yes-no"]
    assert [each.chosen for each in parts if each.language_pair == "en-ar"] == [helped]
    assert len(helped.items) > len(alone.items)
    assert AuditEvent.objects.filter(act="judging.constituents").count() == 1


def test_parses_are_read_as_they_are_uploaded(campaign: Campaign, client: Client) -> None:
    parses = [f"(S (X Yesterday) {_phrase(one)} (VP (X repaired) {_phrase(other)}) (X .))\n" for one, other in _pairs()]
    assert upload(client, "".join(parses), parts_from="parses", name="parses.txt").status_code == 302
    source = ConstituentSource.objects.get(language_pair="en-ar")
    assert (source.candidates, source.file_name) == (4 * 4, "parses.txt")  # two parts, the verb phrase, the sentence


def _pairs() -> list[tuple[str, str]]:
    return [(one[0], other[0]) for one, other in PARTS]


def _phrase(part: str) -> str:
    return f"(NP {' '.join(f'(X {word})' for word in part.replace(',', ' ,').split())})"


@pytest.mark.parametrize(
    ("text", "parts_from", "sentence"),
    [
        ("segment\tphrase\n1\tthe young sailor\n", "list", "parts.tsv, line 2: expected"),
        ("(S (X Yesterday)\n", "parses", "parts.tsv, line 1: expected"),
        ("(S (X Today))\n" * 4, "parses", "parts.tsv, line 1: expected a parse of the source, which continues with"),
        ("(S (X Yesterday))\n", "parses", "expected 4 parses, one for each segment of the source, found 1"),
    ],
)
def test_a_file_that_does_not_fit_the_source_is_refused_with_its_lines(
    campaign: Campaign, client: Client, text: str, parts_from: str, sentence: str
) -> None:
    answer = upload(client, text, parts_from=parts_from)
    assert answer.status_code == 422
    assert sentence in unescape(answer.content.decode())
    assert ConstituentSource.objects.get(language_pair="en-ar").aligned_at is not None  # as it was


def test_a_form_says_which_file_it_needs(campaign: Campaign, client: Client) -> None:
    assert "Choose the file that says what the parts are." in upload(client, "").content.decode()
    assert "A tagger needs no file." in upload(client, LIST, parts_from="tags").content.decode()


def test_a_tagger_finds_parts(campaign: Campaign, client: Client) -> None:
    assert upload(client, "", parts_from="tags", pair="en-zh").status_code == 302
    assert work_off("worker") == 1
    source = ConstituentSource.objects.get(language_pair="en-zh")
    assert source.reason == ""
    assert (source.candidates or 0) > 8


def test_a_worker_says_why_it_found_no_parts(db: None) -> None:
    finnish = constituent_campaign(RULES.replace('en-ar = { source = "English"', 'en-ar = { source = "Finnish"'))
    source = add_constituents(
        finnish,
        language_pair="en-ar",
        test_set="news",
        parts_from=PartsFrom.TAGS,
        by=person("Olga Organiser"),
        now=timezone.now(),
    )
    work_off("worker")
    source.refresh_from_db()
    assert source.aligned_at is None
    assert "hanta" in source.reason
    assert source.reason in refused(finnish)


def test_what_is_left_out_is_counted_for_the_organiser(campaign: Campaign, client: Client) -> None:
    query = f"{PLAN}?evaluations=yes-no"
    form = sent_form(client.get(query).content.decode())
    seen = " ".join(client.post(query, {**form, "opening": "open"}).content.decode().split())
    assert "<b>8 of 16 parts of sentences</b> can be judged." in seen
    assert "Left out, because it is the complete sentence: 4, has too few words: 4." in seen
    longer = client.post(query, {**form, "opening": "open", "human-yes-no-further": "constituents = [5, 15]"})
    shown = " ".join(longer.content.decode().split())
    assert "has too few words: 4." in shown
    created = client.post(query, {**form, "opening": "open", "create": ""})
    assert created.status_code == 302
    assert Task.objects.get().evaluations.get().units == 16


def test_a_system_without_a_consistent_phrase_is_named(campaign: Campaign, client: Client) -> None:
    source = ConstituentSource.objects.get(language_pair="en-ar")
    linked = linked_texts_of(source)
    [judged] = texts_on(campaign, "en-ar", "news")
    own = digest_of(judged.texts.runs[judged.texts.systems.index("DELTA")])
    without = {**linked.links, own: (frozenset[tuple[int, int]](), *linked.links[own][1:])}
    sha256 = keep([pack_linked_texts(replace(linked, links=without))]).sha256
    ConstituentSource.objects.filter(pk=source.pk).update(sha256=sha256)
    query = f"{PLAN}?evaluations=yes-no"
    form = sent_form(client.get(query).content.decode())
    seen = " ".join(client.post(query, {**form, "opening": "open"}).content.decode().split())
    assert "<b>6 of 16 parts of sentences</b> can be judged." in seen
    assert "has no consistent phrase in an output: 2." in seen
    assert "Parts without a consistent phrase, by system: DELTA 2." in seen


def test_without_parts_a_plan_says_where_to_add_them(campaign: Campaign) -> None:
    ConstituentSource.objects.all().delete()
    assert "nobody said which ones there are of en-ar news" in refused(campaign)


def test_a_system_that_came_later_needs_words_aligned_again(campaign: Campaign, client: Client) -> None:
    add_system(campaign, "ECHO")
    assert "ECHO, which came later. Align the words again." in refused(campaign)
    page = client.get(reverse("judging:constituents", args=["small"])).content.decode()
    assert "Not yet: ECHO." in page
    source = ConstituentSource.objects.get(language_pair="en-ar")
    assert client.post(reverse("judging:align-words", args=["small", source.pk])).status_code == 302
    assert work_off("worker") == 1
    source.refresh_from_db()
    assert source.systems == ["ALPHA", "BRAVO", "CLARA", "DELTA", "ECHO"]
    assert source.candidates == 16
