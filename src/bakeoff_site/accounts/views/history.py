"""What was done with accounts: one's own, and for administrators everybody's."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from bakeoff_site.accounts.access import UserRequest, account_page
from bakeoff_site.accounts.forms import FailureFilterForm
from bakeoff_site.accounts.selectors import account_events, failed_sign_ins, failed_sign_ins_of, history_of
from bakeoff_site.core.forms import LogFilterForm
from bakeoff_site.core.selectors import acts_in, events_like

_EVENTS_ON_A_PAGE = 50
_FAILURES = 20
"""The latest, in one's own history."""
UTC = ZoneInfo("UTC")


@account_page
@login_required
def history(request: UserRequest) -> HttpResponse:
    page = Paginator(history_of(request.user), _EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    failures = failed_sign_ins_of(request.user)[:_FAILURES]
    return render(
        request, "accounts/history.html", {"page": page, "failures": failures, "zone": request.user.zone or UTC}
    )


@account_page
@login_required
def log(request: UserRequest) -> HttpResponse:
    _require_administrator(request)
    form = LogFilterForm(acts_in(account_events()), request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    events = events_like(account_events(), act=chosen.get("act", ""), text=chosen.get("text", ""))
    page = Paginator(events, _EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/log.html", {"page": page, "zone": UTC, "form": form})


@account_page
@login_required
def failures(request: UserRequest) -> HttpResponse:
    """Attempts to sign in that failed, of everybody."""
    _require_administrator(request)
    form = FailureFilterForm(request.GET)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    page = Paginator(failed_sign_ins(text=text), _EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/failures.html", {"page": page, "zone": UTC, "form": form})


def _require_administrator(request: UserRequest) -> None:
    if not request.user.is_superuser:
        raise PermissionDenied("The log of all accounts is for administrators of this site.")
