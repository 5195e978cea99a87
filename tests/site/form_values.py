"""What a browser would send of a form."""

from __future__ import annotations

from typing import Any

from lxml import html


def sent_form(page: str) -> dict[str, Any]:
    """The values of the form that a page is about."""
    read: Any = html.fromstring(page)
    [form] = read.xpath("//main//form[@class]")
    data: dict[str, Any] = {}
    for name, value in form.form_values():
        data.setdefault(name, []).append(value)
    data.pop("csrfmiddlewaretoken", None)
    if "text" in data:  # browsers leave out the first line break of a text
        data["text"] = [data["text"][0].removeprefix("\n")]
    return data
