"""The mail about files that can be fetched."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.datasets.selectors.news import NewFile, News
from bakeoff_site.mail.models import Mail


def news_mail(news: News, files: Sequence[NewFile]) -> Mail:
    """Says someone of a team of files."""
    campaign = news.team.campaign
    link = page_address("datasets:list", slug=campaign.slug)
    context = {"team": news.team, "user": news.user, "files": files, "link": link}
    is_update = all(new.had_earlier for new in files)
    subject = "New version of data that you downloaded" if is_update else "New data to download"
    return campaign_mail(campaign, subject, "datasets/mail/news.txt", context, to=news.user.email)
