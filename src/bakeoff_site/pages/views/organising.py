"""Pages for organisers: writing, ordering, publishing pages, and the logo."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.pages.conversions.markdown import render_markdown
from bakeoff_site.pages.forms import LogoForm, PageForm
from bakeoff_site.pages.models import CampaignPage
from bakeoff_site.pages.selectors import logo_of, pages_for
from bakeoff_site.pages.services.logos import remove_logo, set_logo
from bakeoff_site.pages.services.pages import add_page, change_page, delete_page, move_page, set_published

_USUAL = ("Overview", "FAQ", "Contact", "Citation")
"""Pages that most campaigns have."""


@organiser_page
def manage(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    pages = list(pages_for(role))
    titles = {page.title.casefold() for page in pages}
    context = {
        "campaign": role.campaign,
        "role": role,
        "pages": pages,
        "usual": [title for title in _USUAL if title.casefold() not in titles],
        "logo": logo_of(role.campaign),
        "form": LogoForm(),
    }
    return render(request, "pages/manage.html", context)


@organiser_page
def write(request: HttpRequest, role: CampaignRole, page_id: int | None = None) -> HttpResponse:
    """The form of a new page or of one that exists; *Preview* shows it without saving."""
    page = None if page_id is None else _page(role, page_id)
    present = {"title": request.GET.get("title", ""), "text": ""}
    if page is not None:
        present = {"title": page.title, "text": page.text, "version": page.version}
    form = PageForm(request.POST or None, initial=present)
    context = {"campaign": role.campaign, "role": role, "form": form, "page": page}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if "preview" in request.POST:
            template = "pages/_preview.html" if request.headers.get("HX-Request") else "pages/write.html"
            return render(
                request, template, {**context, "preview": render_markdown(given["text"]), "title": given["title"]}
            )
        try:
            _save(role, page, given)
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{given['title']} is saved.")
            return redirect("pages:manage", slug=role.campaign.slug)
    return render(request, "pages/write.html", context)


def _save(role: CampaignRole, page: CampaignPage | None, given: dict[str, str]) -> CampaignPage:
    title, text = given["title"], given["text"].replace("\r\n", "\n")
    if page is None:
        return add_page(role.campaign, title=title, text=text, by=person(role))
    return change_page(page, title=title, text=text, by=person(role), version=given["version"] or None)


@post_only
@organiser_page
def publish(request: HttpRequest, role: CampaignRole, page_id: int) -> HttpResponse:
    page, published = _page(role, page_id), request.POST.get("published") == "yes"
    return carry_out(
        request,
        lambda: set_published(page, published=published, by=person(role)),
        done=f"{page.title} is {'published' if published else 'hidden'}.",
        then=_manage(role),
    )


@post_only
@organiser_page
def move(request: HttpRequest, role: CampaignRole, page_id: int) -> HttpResponse:
    page = _page(role, page_id)
    return carry_out(
        request,
        lambda: move_page(page, up=request.POST.get("where") == "up", by=person(role)),
        done=f"{page.title} is moved.",
        then=_manage(role),
    )


@organiser_page
def delete(request: HttpRequest, role: CampaignRole, page_id: int) -> HttpResponse:
    """Asks first: the text is only in the log afterwards."""
    page = _page(role, page_id)
    if request.method != "POST":
        return render(request, "pages/delete.html", {"campaign": role.campaign, "role": role, "page": page})
    return carry_out(
        request,
        lambda: delete_page(page, by=person(role)),
        done=f"{page.title} is deleted. The log keeps its text.",
        then=_manage(role),
    )


@takes_file
@post_only
@organiser_page
def upload_logo(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = LogoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["logo"])))
        return redirect("pages:manage", slug=role.campaign.slug)
    return carry_out(
        request,
        lambda: set_logo(role.campaign, form.cleaned_data["logo"].read(), by=person(role)),
        done="The logo is saved. It is shown on the page of the campaign.",
        then=_manage(role),
    )


@post_only
@organiser_page
def delete_logo(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    return carry_out(
        request,
        lambda: remove_logo(role.campaign, by=person(role)),
        done="The logo is removed.",
        then=_manage(role),
    )


def _page(role: CampaignRole, page_id: int) -> CampaignPage:
    return get_object_or_404(pages_for(role), pk=page_id)


def _manage(role: CampaignRole) -> str:
    return reverse("pages:manage", args=[role.campaign.slug])
