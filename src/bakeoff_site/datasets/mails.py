"""The mail about files that can be fetched."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff_site.datasets.selectors.news import NewFile, News


def news_mail(news: News, files: Sequence[NewFile]) -> EmailMessage:
    """Tells someone of a team of files."""
    campaign = news.team.campaign
    link = settings.BASE_URL.rstrip("/") + reverse("datasets:list", kwargs={"slug": campaign.slug})
    context = {"campaign": campaign, "team": news.team, "user": news.user, "files": files, "link": link}
    text = render_to_string("datasets/mail/news.txt", context)
    is_anew = all(new.had_earlier for new in files)
    what = "New version of data that you fetched" if is_anew else "Data to fetch"
    # Titles may hold line breaks, headers may not.
    return EmailMessage(" ".join(f"[{campaign.title}] {what}".split()), text.strip() + "\n", to=[news.user.email])
