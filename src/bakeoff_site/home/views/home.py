"""The home page: what this site is, campaigns, and what someone has to do in theirs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.permissions import may_create_campaigns
from bakeoff_site.campaigns.selectors.campaigns import campaigns_for
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.home.forms import SearchForm
from bakeoff_site.home.selectors.cards import campaign_lists
from bakeoff_site.home.selectors.latest_result import latest_result
from bakeoff_site.home.selectors.todos import has_a_part, todos_of


@public_page
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    user = request.user
    form = SearchForm(request.GET)
    chosen = form.chosen()
    lists = campaign_lists(user, now, text=chosen["text"], kind=chosen["kind"], every_past=chosen["past"] == "all")
    is_known = isinstance(user, User) and has_a_part(user)
    context = {
        "form": form,
        "chosen": chosen,
        "lists": lists,
        "may_create": may_create_campaigns(user),
        "has_archived": may_create_campaigns(user) or campaigns_for(user, archived=True).exists(),
        "has_todos": is_known,
        "todos": todos_of(user, lists.every, now) if isinstance(user, User) and is_known else (),
        "latest": None if is_known else latest_result(lists.every, now),
    }
    return render(request, "home/home.html", context)
