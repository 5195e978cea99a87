"""Uploaded logos: what is kept is a picture that the server drew, whatever came in."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.pages.conversions.pictures import drawn_again

Image: Any = pytest.importorskip("PIL.Image")


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 20), **options: Any) -> bytes:
    content = BytesIO()
    mode = "RGB" if kind == "JPEG" else "RGBA"
    Image.new(mode, size, "teal").save(content, format=kind, **options)
    return content.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_pictures_are_kept_as_png(kind: str) -> None:
    drawn = drawn_again(picture(kind))
    assert drawn.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert (drawn.width, drawn.height) == (40, 20)


def test_large_pictures_are_made_smaller_and_keep_their_shape() -> None:
    drawn = drawn_again(picture(size=(2000, 500)))
    assert (drawn.width, drawn.height) == (640, 160)


def test_nothing_else_of_the_file_is_kept() -> None:
    hostile = picture("JPEG", exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00", comment=b"<script>alert(1)</script>")
    drawn = drawn_again(hostile + b"PK\x03\x04 a zip behind it")
    assert b"script" not in drawn.content
    assert b"a zip" not in drawn.content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This is not a picture that we can read."),
        (b"hello", "This is not a picture that we can read."),
        (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "This is not a picture that we can read."),
        (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "This is an SVG file"),
        (picture()[:60], "The picture is damaged."),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "This is not a picture that we can read."),
        (picture(size=(4001, 4000)), "The logo has 4,001 × 4,000 pixels; expected at most 16,000,000."),
        (b"x" * (2 * 2**20 + 1), "The logo is larger than 2 MB."),
    ],
)
def test_what_is_no_logo_is_refused_with_a_way_on(content: bytes, said: str) -> None:
    with pytest.raises(RefusedError, match=said.replace("(", r"\(")):
        drawn_again(content)


def refusal(content: bytes) -> str:
    """What is said of a file; nothing where it is drawn."""
    try:
        drawn_again(content)
    except RefusedError as refused:
        return str(refused)
    return ""


def test_every_broken_picture_is_refused_or_drawn() -> None:
    complete = picture("WEBP", size=(30, 30))
    said = {
        refusal(complete[:place] + bytes([complete[place] ^ 0xFF]) + complete[place + 1 :])
        for place in range(0, len(complete), 3)
    }
    assert all(not each or each.endswith((" again.", " smaller.")) for each in said)
