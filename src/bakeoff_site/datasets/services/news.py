"""Mails about files that can be fetched since a short while: each person is notified of each version once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from bakeoff_site.datasets.mails import news_mail
from bakeoff_site.datasets.models import ToldOfFile
from bakeoff_site.datasets.selectors.news import NewFile, News, news_at
from bakeoff_site.mail.services.outbox import put


def put_news_of_files(now: datetime) -> int:
    """Notifies teams of files and new versions that they may fetch; returns the number of mails."""
    return sum(_put(news) for news in news_at(now))


def _put(news: News) -> bool:
    """Whether there was anything to say."""
    notified = ToldOfFile.objects.filter(user=news.user).values_list("data_file", flat=True)
    files = [new for new in news.files if new.data_file.pk not in set(notified)]
    if not files:
        return False
    with transaction.atomic():
        # Another process may be about the same: of the two, the first to note it says of it.
        if files := [new for new in files if _note(news, new)]:
            put([news_mail(news, files)])
    return bool(files)


def _note(news: News, new: NewFile) -> bool:
    return ToldOfFile.objects.get_or_create(user=news.user, data_file=new.data_file)[1]
