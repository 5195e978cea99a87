"""Uploaded pictures, decoded and drawn again: what comes out is a plain picture, whatever came in."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from bakeoff_site.core.refusals import RefusedError

MOST_BYTES = 2 * 2**20
_MOST_PIXELS = 16_000_000
"""Of the picture that is decoded: a small file can unfold to gigabytes."""
_LARGEST = (640, 160)
"""Width and height of the logo that is kept: twice what pages show, for sharp screens."""
_FORMATS = ("PNG", "JPEG", "WEBP")
_REMEDY = "Save the logo as PNG, JPEG or WebP and upload it again."


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as PNG."""

    content: bytes
    width: int
    height: int


def drawn_again(content: bytes) -> Picture:
    """The picture without anything else that was in its file, made smaller where it is too large."""
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 -- only who uploads a logo needs it

    if len(content) > MOST_BYTES:
        raise RefusedError("The logo is larger than 2 MB. Upload a smaller one.")
    if b"<svg" in content[:1024].lower():
        raise RefusedError(f"This is an SVG file, which can contain scripts. {_REMEDY}")
    try:
        with Image.open(BytesIO(content), formats=_FORMATS) as opened:
            width, height = opened.size
            if width * height > _MOST_PIXELS:
                raise RefusedError(
                    f"The logo has {width:,} × {height:,} pixels; expected at most {_MOST_PIXELS:,}. Make it smaller."
                )
            upright = ImageOps.exif_transpose(opened)
            picture = upright.convert("RGBA")
    except UnidentifiedImageError:
        raise RefusedError(f"This is not a picture that we can read. {_REMEDY}") from None
    # Broken and hostile files make the decoders stumble in many ways.
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, OverflowError, Image.DecompressionBombError):
        raise RefusedError(f"The picture is damaged. {_REMEDY}") from None
    picture.thumbnail(_LARGEST)
    drawn = BytesIO()
    picture.save(drawn, format="PNG", optimize=True)
    return Picture(drawn.getvalue(), *picture.size)
