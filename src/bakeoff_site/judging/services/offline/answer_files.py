"""The file of answers that an offline file writes: JSON of a version, signed by the file that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal
from uuid import UUID

from django.core import signing
from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from bakeoff_site.core.refusals import EmptyFileError, RefusedError
from bakeoff_site.judging.models import OfflineFile
from bakeoff_site.judging.services.sent_actions import SentAction, first_mistake

FORMAT = "bakeoff-offline-answers"
VERSION = 1
MOST_BYTES = 20 * 2**20
"""A file of two hundred screens with marked errors takes less than a tenth of it."""
_SIGNER = signing.Signer(salt="bakeoff_site.judging.offline")


class KeptAction(SentAction):
    """An action as the file kept it."""

    client_time: AwareDatetime | None = None


class AnsweredScreen(BaseModel):
    """What was done on a screen of the file."""

    key: UUID
    version: int = Field(ge=0)
    """Of the screen when the offline file was downloaded: its first action builds on it."""
    text_digest: str
    shown_at: AwareDatetime | None = None
    """By the clock of the browser."""
    actions: Annotated[list[KeptAction], Field(max_length=5_000)]


class AnswerFile(BaseModel):
    """A file of answers."""

    format: Literal["bakeoff-offline-answers"]
    version: int
    file: str
    """The key of the offline file, signed."""
    screens: Annotated[list[AnsweredScreen], Field(max_length=5_000)]


class _Head(BaseModel):
    format: Literal["bakeoff-offline-answers"]
    version: int


def token_of(file: OfflineFile) -> str:
    """What answers of a file are signed with."""
    return _SIGNER.sign(str(file.key))


def joined(pieces: Iterable[bytes]) -> bytes:
    """A file that comes in pieces, which are read no further than a file of answers can be long."""
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > MOST_BYTES:
            raise too_large()
    return bytes(content)


def read_answer_file(content: bytes) -> AnswerFile:
    """A file of answers; what is none is refused, saying why."""
    if not content:
        raise EmptyFileError
    if len(content) > MOST_BYTES:
        raise too_large()
    try:
        head = _Head.model_validate_json(content)
    except ValidationError:
        raise RefusedError(
            "This is not a file of answers. Choose the .json file that the offline file saved; the .html file with "
            "the screens stays with you."
        ) from None
    if head.version != VERSION:
        raise RefusedError(
            f"This file of answers has version {head.version}, and this site reads version {VERSION}. Download the "
            "offline file again, load your answers into it and save them again."
        )
    try:
        return AnswerFile.model_validate_json(content)
    except ValidationError as error:
        raise RefusedError(
            f"The file of answers is damaged, at {first_mistake(error)}. Save your answers from the offline file again."
        ) from None


def too_large() -> RefusedError:
    return RefusedError(f"A file of answers has at most {MOST_BYTES:,} bytes. This is another file.")


def key_of(answers: AnswerFile) -> UUID:
    """The offline file that answers belong to, as it signed them."""
    try:
        return UUID(_SIGNER.unsign(answers.file))
    except (signing.BadSignature, ValueError):
        raise RefusedError(
            "The signature of this file of answers is damaged, so nobody can tell whose it is. Save your answers from "
            "the offline file again."
        ) from None
