"""Pages of proposals: what was proposed, how to propose corrections, how to withdraw one."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.adjudication.forms import (
    AgreementForm,
    CorrectionFileForm,
    ProposalForm,
    SegmentSearchForm,
    WithdrawalForm,
)
from bakeoff_site.adjudication.permissions import MOST_ROWS, is_own
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.proposals import STATES, corrections_at, in_state, shown
from bakeoff_site.adjudication.selectors.references import Line, language_code, lines_with, references_in, segment_of
from bakeoff_site.adjudication.selectors.suggestions import suggestions_for, suggests_for
from bakeoff_site.adjudication.services.proposals import ProposalMistakesError, propose_correction, propose_file
from bakeoff_site.adjudication.services.withdrawals import withdraw_correction
from bakeoff_site.adjudication.views.references import context_of, reference_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, person, require
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.pages import pages_of
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file

_ON_A_PAGE = 25
_PROPOSALS_ON_A_PAGE = 50


@reference_page
def proposals(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """What was proposed for a reference, and what became of it."""
    state = request.GET.get("state", "")
    page = Paginator(in_state(corrections_at(place), state), _PROPOSALS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = context_of(
        role,
        place,
        state=state if state in STATES else "",
        states=STATES,
        page=page,
        proposals=shown(role, place, page.object_list, timezone.now()),
        language=language_code(place.data_file),
        suggests=place.proposes.allowed and suggests_for(place),
    )
    return render(request, "adjudication/proposals.html", context)


@reference_page
def propose(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """A segment is looked for; once it is chosen, another text is proposed for it."""
    require(place.proposes)
    line = _line(place, request)
    language = language_code(place.data_file)
    form = ProposalForm(role, line, language, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            said = {key: form.cleaned_data[key] for key in ("segment", "found", "proposed", "reason", "part")}
            correction = propose_correction(place.data_file, by=person(role), team_id=form.team_id(), **said)
        except RefusedError as refusal:
            for mistake in getattr(refusal, "mistakes", [str(refusal)]):
                form.add_error(None, mistake)
        else:
            messages.success(request, f"The correction of segment {correction.segment} is proposed.")
            return redirect("adjudication:proposals", slug=role.campaign.slug, file_id=place.data_file.pk)
    search = SegmentSearchForm(request.GET, label_suffix="")
    words = search.cleaned_data["text"] if search.is_valid() else ""
    number = request.GET.get("page", "1")
    page = int(number) if number.isdecimal() and len(number) < 10 else 1
    lines = lines_with(place.data_file, words, start=(max(page, 1) - 1) * _ON_A_PAGE, most=_ON_A_PAGE)
    context = context_of(
        role,
        place,
        line=line,
        form=form,
        search=search,
        lines=lines.lines,
        pages=pages_of(lines.found, page, a_page=_ON_A_PAGE),
        parts=len(references_in(place.data_file)),
        language=language,
    )
    return render(request, "adjudication/propose.html", context)


@takes_file
@reference_page
def upload(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """A file of corrections is taken complete or not at all, with all that is wrong with it."""
    require(place.proposes)
    mistakes: tuple[str, ...] = ()
    parts = len(references_in(place.data_file))
    form = CorrectionFileForm(role, parts, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            rows = propose_file(
                place.data_file,
                chunks=file.chunks(),
                part=form.cleaned_data["part"],
                by=person(role),
                team_id=form.team_id(),
            )
        except ProposalMistakesError as refusal:
            mistakes = refusal.mistakes
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{len(rows)} correction{'s are' if len(rows) > 1 else ' is'} proposed.")
            return redirect("adjudication:proposals", slug=role.campaign.slug, file_id=place.data_file.pk)
    context = context_of(role, place, form=form, mistakes=mistakes, most=MOST_ROWS)
    return render(request, "adjudication/upload.html", context)


@costly_page
@reference_page
def suggestions(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """Where systems agree against a transcript; what convinces is proposed from here."""
    require(place.proposes)
    if not suggests_for(place):
        raise Http404("Suggestions are made for transcripts, where you may read outputs.")
    form = AgreementForm(request.GET, label_suffix="")
    least = form.cleaned_data["agree"] if form.is_valid() else None
    context = context_of(
        role,
        place,
        form=form,
        found=suggestions_for(place, least=least),
        language=language_code(place.data_file),
    )
    return render(request, "adjudication/suggestions.html", context)


def _line(place: Place, request: HttpRequest) -> Line | None:
    asked = request.POST if request.method == "POST" else request.GET
    segment, part = asked.get("segment", ""), asked.get("part", "1")
    if not segment:
        return None
    line = segment_of(place.data_file, int(part) if part.isdecimal() and len(part) < 6 else 0, segment)
    if line is None:
        raise Http404("There is no such segment.")
    return line


@post_only
@reference_page
def withdraw(request: HttpRequest, role: CampaignRole, place: Place, correction_id: int) -> HttpResponse:
    correction = get_object_or_404(corrections_at(place), pk=correction_id)
    if not is_own(role, correction.team):
        raise PermissionDenied("Only the person who proposed a correction, or their team, can withdraw it.")
    form = WithdrawalForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    return carry_out(
        request,
        lambda: withdraw_correction(correction, by=person(role), reason=reason),
        done=f"The proposal for segment {correction.segment} is withdrawn.",
        then=reverse("adjudication:proposals", args=[role.campaign.slug, place.data_file.pk]),
    )
