"""What is wrong with the outbox."""

from __future__ import annotations

from datetime import timedelta

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.commands.installation.configuration_checks import mail_problems
from bakeoff_site.config.environment import Environment
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.selectors import MailCounts, failed_mails, given_up_mails, mail_counts, overdue_mails
from bakeoff_site.mail.services.delivery import send_due
from bakeoff_site.mail.services.outbox import put
from tests.site.conftest import Clock
from tests.site.mail.conftest import MailServer
from tests.site.mail.test_outbox import letter

LATER = timedelta(minutes=11)


def test_mails_that_nobody_sends_are_overdue(campaign: Campaign, clock: Clock, server: MailServer) -> None:
    put([letter(campaign=campaign), letter()])
    assert overdue_mails() == 0
    clock.move_on(LATER)
    assert overdue_mails() == 2
    server.is_down()
    send_due()
    assert overdue_mails() == 0  # a worker is there, and tries
    clock.move_on(LATER)
    server.is_up()
    send_due()
    assert overdue_mails() == 0


def test_each_campaign_has_its_own_and_so_have_accounts(campaign: Campaign, clock: Clock, server: MailServer) -> None:
    sent, again, gone = put(letter(f"{name}@example.org", campaign=campaign) for name in "abc")
    put([letter()])
    Mail.objects.filter(pk=sent.pk).update(sent_at=clock.now)
    Mail.objects.filter(pk=again.pk).update(error="refused")
    Mail.objects.filter(pk=gone.pk).update(error="refused", given_up_at=clock.now)
    assert mail_counts(campaign) == MailCounts(waiting=0, trying=1, given_up=1)
    assert mail_counts(None) == MailCounts(waiting=1, trying=0, given_up=0)
    assert list(failed_mails(campaign)) == [gone, again]
    assert list(failed_mails(None)) == []
    assert given_up_mails() == 1


def test_the_check_of_the_server_tells_both(campaign: Campaign, clock: Clock) -> None:
    assert list(mail_problems(Environment())) == []
    gone, *_ = put(letter() for _ in range(3))
    Mail.objects.filter(pk=gone.pk).update(error="refused", given_up_at=clock.now)
    clock.move_on(LATER)
    given_up = (
        "1 mail has been given up: the page Mails of each campaign, and that of administrators for mails about "
        "accounts, shows why, and tries them again."
    )
    waiting = "2 mails have waited for more than ten minutes: no worker sends them. "
    assert list(mail_problems(Environment())) == [
        waiting + "Start bakeoff serve, or a worker by bakeoff worker.",
        given_up,
    ]
    assert list(mail_problems(Environment(worker_processes=0))) == [
        waiting + "Start one by bakeoff worker, as BAKEOFF_WORKER_PROCESSES is 0.",
        given_up,
    ]
