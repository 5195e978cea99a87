"""Signed links of studies and of workers: what the database holds is not enough to use one."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

from bakeoff.human_eval.designs.conduct.crowd_links import link_query
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.mail.links import SecretLink

_STUDY = "bakeoff_site.crowds.study"
_WORKER = "bakeoff_site.crowds.worker"


def study_link(study: Study) -> SecretLink:
    """The link of a study, without what the platform says of a worker."""
    return SecretLink(page="crowds:enter", salt=_STUDY, said=str(study.key), is_dated=False)


def address_for_platform(study: Study) -> str:
    """What organisers copy into the platform: the link, with what the platform replaces."""
    query = link_query(study.crowd)
    return f"{study_link(study).address}?{query}" if query else study_link(study).address


def study_of(token: str) -> Study | None:
    """The study of a token; None where somebody made the token up."""
    key = _key(token, _STUDY)
    return None if key is None else Study.objects.filter(key=key).select_related("task__campaign").first()


def personal_link(worker: Worker) -> SecretLink:
    """Lets a worker continue on another device. It names worker, study and what they may judge: keep it secret."""
    return SecretLink(page="crowds:continue", salt=_WORKER, said=str(worker.key), is_dated=False)


def worker_of(token: str) -> Worker | None:
    """The worker of a personal link; None where somebody made it up, or organisers replaced it."""
    key = _key(token, _WORKER)
    return None if key is None else Worker.objects.filter(key=key).select_related("judge").first()


def _key(token: str, salt: str) -> UUID | None:
    try:
        return UUID(signing.Signer(salt=salt).unsign_object(token))
    except (signing.BadSignature, ValueError, AttributeError, TypeError):
        return None
