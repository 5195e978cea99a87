"""Pages on which corrections are proposed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.adjudication.forms import AgreementForm, CorrectionFileForm, ProposalForm, SegmentSearchForm
from bakeoff_site.adjudication.permissions import MOST_ROWS
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.references import Line, language_code, lines_with, references_in, segment_of
from bakeoff_site.adjudication.selectors.suggestions import suggestions_for, suggests_for
from bakeoff_site.adjudication.services.proposals import MistakesError, propose_correction, propose_file
from bakeoff_site.adjudication.views.access import context_of, reference_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import person, require
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.uploads import takes_file
from bakeoff_site.results.selectors.segments import pages_of

_ON_A_PAGE = 25


@reference_page
def propose(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """A segment is looked for; once it is chosen, another text is proposed for it."""
    require(place.proposes)
    line = _line(place, request)
    language = language_code(place.data_file)
    form = ProposalForm(line, language, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            correction = propose_correction(place.data_file, by=person(role), **form.cleaned_data)
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
    found = lines_with(place.data_file, words, begin=(max(page, 1) - 1) * _ON_A_PAGE, most=_ON_A_PAGE)
    context = context_of(
        role,
        place,
        line=line,
        form=form,
        search=search,
        lines=found.lines,
        pages=pages_of(found.found, page, a_page=_ON_A_PAGE),
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
    form = CorrectionFileForm(len(references_in(place.data_file)), request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            rows = propose_file(
                place.data_file,
                chunks=file.chunks(),
                part=form.cleaned_data["part"],
                by=person(role),
            )
        except MistakesError as refusal:
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
