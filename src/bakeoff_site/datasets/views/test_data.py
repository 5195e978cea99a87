"""Pages for organisers: which data exist, adding and replacing them, who fetched what."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.errors import InputError
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person, require
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.forms import DataFileForm, RemovalForm, SearchForm
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import may_remove
from bakeoff_site.datasets.selectors.overview import downloads_of, overview_of, versions_in
from bakeoff_site.datasets.services import add_data_file, remove_data_file

_ON_A_PAGE = 100
_PLACE = ("kind", "test_set", "language_pair", "input", "number", "label")
"""What an address may say of the file that is to be added."""


@organiser_page
def manage(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "overview": overview_of(role.campaign, timezone.now()),
    }
    return render(request, "datasets/manage.html", context)


@takes_file
@organiser_page
def add(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """A file is submitted and read at once; what is wrong with it is shown with its line."""
    campaign, fault = role.campaign, None
    asked = {name: request.GET[name] for name in _PLACE if name in request.GET}
    form = DataFileForm(campaign, request.POST or None, request.FILES or None, initial=asked)
    if request.method == "POST" and form.is_valid():
        try:
            data_file = _added(form, role)
        except InputError as error:
            fault = error
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{data_file.name} is added as version {data_file.version}.")
            return redirect("datasets:manage", slug=campaign.slug)
    context = {"campaign": campaign, "role": role, "form": form, "fault": fault}
    return render(request, "datasets/add.html", context)


@organiser_page
def history(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponse:
    """The versions of a file, and who fetched them."""
    data_file = _file(role, file_id)
    versions = versions_in(role.campaign, slot_of(data_file), data_file.name).select_related("added_by")
    fetched = downloads_of(role.campaign).filter(data_file__in=versions)
    context = {
        "campaign": role.campaign,
        "role": role,
        "data_file": data_file,
        "slot": slot_of(data_file),
        "versions": versions,
        "page": Paginator(fetched, _ON_A_PAGE).get_page(request.GET.get("page")),
        "form": RemovalForm(),
        "may_remove": may_remove(data_file.kind, in_force=data_file.replaced_at is None).allowed,
    }
    return render(request, "datasets/history.html", context)


@post_only
@organiser_page
def remove(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponse:
    data_file = _file(role, file_id)
    require(may_remove(data_file.kind, in_force=data_file.replaced_at is None))
    form = RemovalForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say why the file is removed.")
        return redirect("datasets:history", slug=role.campaign.slug, file_id=file_id)
    return carry_out(
        request,
        lambda: remove_data_file(data_file, reason=form.cleaned_data["reason"], by=person(role)),
        done=f"{data_file.name} is removed: nobody can download it, and it is no longer used for scoring.",
        then=reverse("datasets:manage", args=[role.campaign.slug]),
    )


@organiser_page
def downloads(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = SearchForm(request.GET)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "page": Paginator(downloads_of(role.campaign, text=text), _ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "datasets/downloads.html", context)


def _file(role: CampaignRole, file_id: int) -> DataFile:
    return get_object_or_404(role.campaign.data_files.all(), pk=file_id)


def _added(form: DataFileForm, role: CampaignRole) -> DataFile:
    said, slot = form.cleaned_data, form.slot
    return add_data_file(
        role.campaign,
        kind=slot.kind,
        name=said["file"].name,
        chunks=said["file"].chunks(),
        test_set=slot.test_set,
        language_pair=slot.language_pair,
        input=slot.input,
        number=slot.number,
        label=said["label"],
        note=said["note"],
        by=person(role),
    )
