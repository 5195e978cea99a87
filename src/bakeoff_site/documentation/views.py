"""The documentation, for everyone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.documentation.selectors.pages import article_at, home_article, menu, place_of
from bakeoff_site.documentation.selectors.search import find_pages, introduction_of

_LONGEST_SEARCH = 200


@require_safe
@public_page
def home(request: HttpRequest) -> HttpResponse:
    """The first page with a list of all others, or what a search found."""
    searched = request.GET.get("text", "").strip()[:_LONGEST_SEARCH]
    first, *others = menu()
    context = {
        "article": home_article(),
        "first_section": first,
        "introductions": [introduction_of(entry) for entry in first.entries],
        "sections": others,
        "searched": searched,
        "found": find_pages(searched) if searched else [],
    }
    return render(request, "documentation/home.html", context)


@require_safe
@public_page
def page(request: HttpRequest, path: str) -> HttpResponse:
    place = place_of(path)
    if place is None:
        raise Http404("There is no such page in the documentation.")
    context = {"place": place, "article": article_at(path), "sections": menu()}
    return render(request, "documentation/page.html", context)
