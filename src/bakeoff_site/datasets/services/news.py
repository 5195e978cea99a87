"""Mails about files that can be fetched since a short while: each person is told of each version once."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from bakeoff_site.datasets.mails import news_mail
from bakeoff_site.datasets.models import ToldOfFile
from bakeoff_site.datasets.selectors.news import News, news_at

_log = logging.getLogger("bakeoff.mail")
_ABANDONED = timedelta(hours=1)
"""A mail that has been on its way for so long was being sent by a process that died."""


def send_news_of_files(now: datetime) -> int:
    """Tells teams of files and new versions that they may fetch; how many mails went out. What fails is tried again."""
    ToldOfFile.objects.filter(sent_at=None, claimed_at__lt=now - _ABANDONED).delete()
    return sum(_sent(news, now) for news in news_at(now))


def _sent(news: News, now: datetime) -> bool:
    """Whether a mail went out. Files are claimed first, so that two processes do not both tell of them."""
    claims = []
    for new in news.files:
        claim, is_new = ToldOfFile.objects.get_or_create(user=news.user, data_file=new.data_file)
        claims += [(claim.pk, new)] if is_new else []
    if not claims:
        return False
    rows = ToldOfFile.objects.filter(pk__in=[pk for pk, _ in claims])
    try:
        news_mail(news, [new for _, new in claims]).send()
    except OSError:
        _log.exception("a mail about files could not be sent to %s", news.user.email)
        rows.delete()
        return False
    rows.update(sent_at=now)
    return True
