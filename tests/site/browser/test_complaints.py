"""The browser's ground itself: what is wrong with a page is found, and nothing else is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route

from tests.site.browser.conftest import SCRIPT, Complaints

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title>
<link rel="stylesheet" href="/style.css"></head><body><main><h1>Right</h1><p>Text</p>
<form><label for="a">Name</label><input id="a" name="a"><button>Send</button></form></main></body></html>"""
STYLE = """:root { color-scheme: light dark } p { color: #666 } button { color: #fff; background: #333; padding: 12px }
@media (prefers-color-scheme: dark) { p { color: #aaa } body { background: #111; color: #eee } }"""
MISTAKES = {
    "no label: <input#a[name=a]>": (' for="a"', ""),
    "not exactly one h1: <body> 2 of them": ("<h1>Right</h1>", "<h1>Right</h1><h1>Left</h1>"),
    "not exactly one main": ("main", "div"),
    "no language of the page": (' lang="en"', ""),
    "no title of the page": ("<title>t</title>", ""),
    "no name: <button>": (">Send<", "><"),
    "no alternative text: <img>": ("Text", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'),
    "id used twice: <b#p>": ("<p>Text", '<p id="p"><b id="p">Text</b>'),
    "heading of level 3 after level 1: <h3> Deep": ("<p>Text", "<h3>Deep</h3><p>Text"),
    "table without headings: <table>": ("<p>Text</p>", "<table><tr><td>1</td></tr></table>"),
    "no scope: <th> A": ("<p>Text</p>", "<table><tr><th>A</th></tr></table>"),
    "too close to Other": ("<p>Text</p>", '<nav><a href="#a">One</a><br><button>Other</button></nav>'),
    "in a window of 1280: <body>": ("p { color: #666 }", "p { color: #666; width: 1300px }"),
    "contrast in light 2.85 below 4.5: <p> Text": ("#666", "#999"),
    "contrast in dark 3.29 below 4.5: <p> Text": ("#aaa", "#666"),
    "focus not visible: <button> Send": ("button {", "button { outline: none;"),
    "script: undefined_function is not defined": ("Text", "<script>undefined_function()</script>"),
    "request to elsewhere: http://elsewhere.test/a.png": ("Text", '<img alt="" src="http://elsewhere.test/a.png">'),
    "request failed: http://site.test/lost.png": ("Text", '<img alt="" src="/lost.png">'),
    "status 404: http://site.test/missing.png": ("Text", '<img alt="" src="/missing.png">'),
}


def complaints_about(browser: Browser, page_text: str, style_text: str) -> list[str]:
    def answer(route: Route) -> None:
        address = route.request.url
        if address == "http://site.test/":
            route.fulfill(body=page_text, content_type="text/html")
        elif address.endswith("style.css"):
            route.fulfill(body=style_text, content_type="text/css")
        elif address.endswith("lost.png"):
            route.abort()
        else:
            route.fulfill(status=200 if "elsewhere" in address else 404)

    context = browser.new_context()
    context.add_init_script(path=SCRIPT)
    context.route("**/*", answer)
    page = context.new_page()
    complaints = Complaints(page, "http://site.test")
    page.goto("http://site.test/")
    context.close()
    return complaints.found


def test_a_right_page_has_none(browser: Browser) -> None:
    assert complaints_about(browser, PAGE, STYLE) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_is_found(mistake: str, browser: Browser) -> None:
    right, wrong = MISTAKES[mistake]
    assert (right in PAGE) != (right in STYLE)
    found = complaints_about(browser, PAGE.replace(right, wrong), STYLE.replace(right, wrong))
    assert len(found) == 1, found
    assert mistake in found[0]
