"""Mails about accounts that could not be sent, for administrators; and all mails of a demonstration, for everybody."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from bakeoff_site.accounts.access import UserRequest, account_page
from bakeoff_site.accounts.views.history import UTC
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.mail.demonstration import is_demonstration, kept_mails
from bakeoff_site.mail.forms import TRIED_AGAIN, AgainForm
from bakeoff_site.mail.selectors import failed_mails, mail_counts
from bakeoff_site.mail.services.outbox import try_again

_MAILS_ON_A_PAGE = 50


@account_page
@login_required
def mails(request: UserRequest) -> HttpResponse:
    _require_administrator(request)
    page = Paginator(failed_mails(None), _MAILS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/mails.html", {"page": page, "counts": mail_counts(None), "zone": UTC})


@post_only
@login_required
def try_mails(request: UserRequest) -> HttpResponse:
    """Sends one of them, or all, again."""
    _require_administrator(request)
    form = AgainForm(failed_mails(None), request.POST)
    if not form.is_valid():
        raise Http404("There is no such mail that could not be sent.")
    try:
        try_again(form.chosen, campaign=None, by=request.user)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, TRIED_AGAIN)
    return redirect("accounts:mails")


def demonstration_mails(request: HttpRequest) -> HttpResponse:
    """What `bakeoff demo` would have mailed. Everywhere else there is no such page."""
    if not is_demonstration():
        raise Http404
    return render(request, "accounts/demonstration_mails.html", {"mails": kept_mails()})


def _require_administrator(request: UserRequest) -> None:
    if not request.user.is_superuser:
        raise PermissionDenied("Mails about accounts are for administrators of this site.")
