"""Which addresses are pages that people can open, and which only take forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

API = "/api/"
"""Below it programs ask, by tokens: nothing there is a page to go to after signing in."""
_NO_PAGE = "takes_forms_only"
_PLAIN = "/~:@!$&'()*+,;="
"""What paths need not escape."""
_View = TypeVar("_View", bound=Callable[..., HttpResponseBase])


def post_only(view: _View) -> _View:
    """For what a button does. It also says so where somebody looks for a page to go to."""
    guarded = require_POST(view)
    setattr(guarded, _NO_PAGE, True)
    return guarded


def next_page(request: HttpRequest) -> str:
    """Where to go after a form, as its field `next` says. Forms that were sent without a session are lost, and no
    browser can open an address that takes forms alone.
    """
    return page_of_ours(request, request.POST.get("next", request.GET.get("next", "")))


def page_of_ours(request: HttpRequest, wanted: str) -> str:
    """The page near an address that came with a request; the first page where it is none of this site."""
    hosts = {request.get_host()}
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts=hosts, require_https=request.is_secure()):
        return page_near(wanted)
    return resolve_url(settings.LOGIN_REDIRECT_URL)


def page_near(address: str) -> str:
    """An address of this site where it is a page, else the nearest page above it: that of the button, as a rule."""
    parts = urlsplit(address)
    path = urljoin("/", unquote(parts.path))
    if is_page(path):
        return urlunsplit(("", "", quote(path, safe=_PLAIN), parts.query, parts.fragment))
    return next((quote(above, safe=_PLAIN) for above in _above(path) if is_page(above)), "/")


def is_page(path: str) -> bool:
    """Whether there is something at a path that a browser can open."""
    if path.startswith(API):
        return False
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    methods = getattr(getattr(view, "view_class", None), "http_method_names", ("get",))
    return "get" in methods and not getattr(view, _NO_PAGE, False)


def _above(path: str) -> Iterator[str]:
    """The address as it is with a slash at its end, then those above it."""
    names = [name for name in path.split("/") if name]
    for count in range(len(names), 0, -1):
        yield f"/{'/'.join(names[:count])}/"
