"""Links that make people judges of a task, and invitations by mail."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.conversions.invited_judges import read_judges
from bakeoff_site.judging.models import Judge, JudgeLink, Task
from bakeoff_site.judging.selectors.choices import choices_of
from bakeoff_site.judging.selectors.links import link_of, secret_link
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.links import InvitedJudge, invite_judges, join_by_link, make_link, revoke_link
from tests.site.conftest import Clock
from tests.site.judging.world import make_judge, planned_task, signed_in
from tests.site.outbox import mailed
from tests.site.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser)


def make(task: Task, by: User, *, uses: int = 2, now: datetime | None = None) -> JudgeLink:
    now = now or timezone.now()
    return make_link(task, most_uses=uses, expires_at=now + timedelta(days=3), by=by, now=now, chosen=["en-ar"])


def address_of(link: JudgeLink) -> str:
    return reverse("judging:join", args=[secret_link(link).token])


def test_whoever_opens_a_link_and_signs_in_becomes_a_judge(task: Task, organiser: User, stranger: User) -> None:
    link = make(task, organiser)
    address = address_of(link)
    assert "Sign in to accept" in Client().get(address).content.decode()
    assert Client().post(address).status_code == 302
    client = signed_in(stranger)
    assert client.get(reverse("judging:task", args=["small", task.slug])).status_code == 403
    assert "Become a judge" in client.get(address).content.decode()
    assert JudgeLink.objects.get().uses == 0
    done = client.post(address)
    assert done["Location"] == reverse("judging:task", args=["small", task.slug])
    client.post(address)  # a second time uses nothing up
    judge = Judge.objects.get()
    assert (judge.user, judge.chosen, judge.started_at) == (stranger, ["en-ar"], None)
    assert JudgeLink.objects.get().uses == 1
    assert client.get(done["Location"]).status_code == 200
    assert task.title in client.get(reverse("judging:tasks")).content.decode()
    acts = [(event.act, event.actor) for event in AuditEvent.objects.filter(act__startswith="judging.").order_by("pk")]
    assert acts[1:] == [("judging.make-link", organiser), ("judging.join", stranger)]


def test_a_link_of_one_task_lets_into_no_other(task: Task, organiser: User, stranger: User) -> None:
    other = planned_task(task.campaign, "fluency", by=organiser)
    join_by_link(make(task, organiser), by=stranger, now=timezone.now())
    assert signed_in(stranger).get(reverse("judging:task", args=["small", other.slug])).status_code == 403


@pytest.mark.parametrize("forgery", ["unsigned", "other salt", "other key", "cut", "unknown"])
def test_a_forged_link_is_not_found(task: Task, organiser: User, stranger: User, forgery: str) -> None:
    link = make(task, organiser)
    token = secret_link(link).token
    forged = {
        "unsigned": str(link.key),
        "other salt": signing.Signer(salt="other").sign_object(str(link.key)),
        "other key": signing.Signer(key="guessed", salt="bakeoff_site.judging.link").sign_object(str(link.key)),
        "cut": token[:-1],
        "unknown": signing.Signer(salt="bakeoff_site.judging.link").sign_object({"a": 1}),
    }[forgery]
    assert link_of(token) == link
    assert signed_in(stranger).post(reverse("judging:join", args=[forged])).status_code == 404
    assert not Judge.objects.exists()


def test_a_link_that_ran_out_was_used_up_or_revoked_says_so(
    task: Task, organiser: User, stranger: User, clock: Clock
) -> None:
    used = make(task, organiser, uses=1, now=clock.now)
    join_by_link(used, by=person("Ann Able"), now=clock.now)
    revoked = make(task, organiser, now=clock.now)
    join_by_link(revoked, by=person("Bob Baker"), now=clock.now)
    revoke_link(revoked, by=organiser, now=clock.now)
    expired = make(task, organiser, now=clock.now - timedelta(days=3))
    client = signed_in(stranger)
    for link, reason in ((used, "as often as it can be"), (revoked, "revoked this link"), (expired, "ran out on")):
        for page in (client.get(address_of(link)), client.post(address_of(link))):
            assert reason in page.content.decode()
    assert Judge.objects.count() == 2  # who joined before stays
    used.uses = 0  # somebody else was quicker after this page had looked
    with pytest.raises(RefusedError, match="in the meantime"):
        join_by_link(used, by=stranger, now=clock.now)
    assert JudgeLink.objects.get(pk=used.pk).uses == 1


def test_accounts_without_a_confirmed_address_cannot_join(task: Task, organiser: User, stranger: User) -> None:
    User.objects.filter(pk=stranger.pk).update(email_verified_at=None)
    refused = signed_in(stranger).post(address_of(make(task, organiser)))
    assert "Confirm your address first" in refused.content.decode()
    assert not Judge.objects.exists()


def test_links_have_limits(task: Task, organiser: User) -> None:
    client = signed_in(organiser)
    page = reverse("judging:judges", args=["small", task.slug])
    for said in ({"most_uses": 0, "days": 3}, {"most_uses": 1001, "days": 3}, {"most_uses": 3, "days": 91}):
        assert client.post(page, said).status_code == 200
    assert not JudgeLink.objects.exists()
    shown = client.post(page, {"most_uses": 3, "days": 2, "chosen": ["en-zh"]}, follow=True).content.decode()
    link = JudgeLink.objects.get()
    assert secret_link(link).address in shown
    assert "0 of 3 judges joined" in shown
    assert client.post(reverse("judging:revoke-link", args=["small", task.slug, link.pk])).status_code == 302
    assert secret_link(link).address not in client.get(page).content.decode()


def test_many_judges_are_invited_at_once(task: Task, organiser: User) -> None:
    client, page = signed_in(organiser), reverse("judging:judges", args=["small", task.slug])
    text = "email,languages\nann@example.org\nBob Baker <bob@example.org>, en-zh\n\ncid@example.org,en-ar en-zh\n"
    client.post(page, {"addresses": text})
    links = {link.email: link.chosen for link in JudgeLink.objects.all()}
    assert links == {"ann@example.org": [], "bob@example.org": ["en-zh"], "cid@example.org": ["en-ar", "en-zh"]}
    mails = {message.to[0]: message.body for message in mailed()}
    assert "invites you to judge “Ranking” in Small" in mails["bob@example.org"]
    link = JudgeLink.objects.get(email="bob@example.org")
    assert secret_link(link).address in mails["bob@example.org"]
    invited = person("Bob Elsewhere")
    assert signed_in(invited).post(address_of(link)).status_code == 302
    assert Judge.objects.get().chosen == ["en-zh"]
    # Another invitation of the same address makes the earlier one void; one that was used stays as it is.
    invite_judges(
        task, [InvitedJudge("ann@example.org"), InvitedJudge("BOB@example.org")], by=organiser, now=timezone.now()
    )
    assert JudgeLink.objects.filter(revoked_at=None, uses=0, email__iexact="ann@example.org").count() == 1
    assert JudgeLink.objects.filter(email__iexact="bob@example.org", revoked_at=None).count() == 2


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("ann@example.org\nann@EXAMPLE.org", ["Line 2: ann@EXAMPLE.org is in line 1 already. Delete one of them."]),
        ("nobody\nann@example.org", ["Line 1: expected an email address, found 'nobody'."]),
        ("ann@example.org,en-fr", ["Line 1: expected one of en-ar, en-zh, found 'en-fr'."]),
        ("a@b.org\nc@d.org\r\nBcc: e@f.org", ["Line 3: expected an email address, found 'Bcc: e@f.org'."]),
        ("\n \n", []),
    ],
)
def test_a_wrong_line_is_named(text: str, mistakes: list[str]) -> None:
    assert read_judges(text, choosable=["en-ar", "en-zh"]).mistakes == mistakes


def test_a_list_with_a_mistake_invites_nobody(task: Task, organiser: User) -> None:
    page = reverse("judging:judges", args=["small", task.slug])
    shown = signed_in(organiser).post(page, {"addresses": "ann@example.org\nnobody"}).content.decode()
    assert "Line 2: expected an email address" in shown
    assert "Nobody was invited." in shown
    assert not JudgeLink.objects.exists()


def test_organisers_see_who_chose_what_and_judges_can_change_it(task: Task, organiser: User) -> None:
    now = timezone.now()
    ann, _ = make_judge(task, "Ann Able", now=now, chosen=["en-ar"]), make_judge(task, "Bob Baker", now=now)
    found = choices_of(task)
    assert found is not None
    assert {place.title: len(place.judges) for place in found.places} == {
        "English–Arabic, News": 2,
        "English–Chinese, News": 1,
    }
    assert [place.title for place in found.short] == ["English–Chinese, News"]
    client = signed_in(ann)
    client.post(reverse("judging:task", args=["small", task.slug]), {"chosen": ["en-zh"]})
    ann.refresh_from_db()
    assert ann.chosen == ["en-zh"]
    shown = signed_in(organiser).get(reverse("judging:judges", args=["small", task.slug])).content.decode()
    assert "1 of 2 language pairs and test sets has too few judges" in shown
    assert "Ann Able: English–Chinese" in shown
    assert "Bob Baker: everything" in shown


def test_a_blocked_judge_is_told_so_wherever_judging_starts(task: Task, organiser: User) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    block_judge(judge, reason="half of your answers took a second", by=organiser, now=timezone.now())
    client = signed_in(judge)
    task_page = reverse("judging:task", args=["small", task.slug])
    for address in (
        reverse("judging:tasks"),
        task_page,
        reverse("judging:next", args=["small", task.slug]),
        reverse("campaigns:campaign", args=["small"]),
    ):
        assert "half of your answers took a second" in client.get(address, follow=True).content.decode(), address
    assert client.post(task_page, {}).status_code == 403
    # A link lets nobody in again.
    assert client.post(address_of(make(task, organiser)), follow=True).redirect_chain[-1][0] == task_page
