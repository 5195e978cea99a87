"""Parts of sentences that can be judged: read against the source, and words of translations aligned with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone

from bakeoff.errors import BakeoffError, InputError, MistakesError
from bakeoff.human_eval import JudgedTexts
from bakeoff.human_eval.designs.constituents.candidate_files import read_candidates
from bakeoff.human_eval.designs.constituents.linked_texts import (
    LinkedTexts,
    link_texts,
    pack_linked_texts,
    unlinked_texts,
)
from bakeoff.human_eval.designs.constituents.texts import Alignment, Candidates, tagged_candidates
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.names import require_plain
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep, under_name
from bakeoff_site.jobs.services import request_word_alignment
from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.models import ConstituentSource
from bakeoff_site.judging.selectors.constituents import linked_texts_of, places_of_constituents
from bakeoff_site.judging.selectors.judged_texts import texts_on
from bakeoff_site.judging.services.imports import ImportRefusedError, limited_chunks, without_folder

_TAGGER = "hanta"


def add_constituents(
    campaign: Campaign,
    *,
    language_pair: str,
    test_set: str,
    parts_from: PartsFrom,
    file_name: str = "",
    chunks: Iterable[bytes] = (),
    by: User,
    now: datetime,
) -> ConstituentSource:
    """Says which parts of a source can be judged, in place of what was said before, and has words aligned.

    A file is read against the source at once. Mistakes: ImportRefusedError.
    """
    plain = PurePath(file_name.replace("\\", "/")).name[-200:]
    require_plain(plain)
    judged = _texts(campaign, language_pair, test_set)
    found: LinkedTexts | None = None
    if parts_from == PartsFrom.TAGS:
        if any(chunks):
            raise RefusedError("A tagger needs no file.")
    else:
        kept = keep(limited_chunks(chunks))
        with under_name(kept.sha256, plain or parts_from) as path:
            found = _read(judged, lambda: read_candidates(path, judged[0], is_list=parts_from == PartsFrom.LIST))
    stored = "" if found is None else keep([pack_linked_texts(found)]).sha256
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        source, _ = ConstituentSource.objects.update_or_create(
            campaign=campaign,
            language_pair=language_pair,
            test_set=test_set,
            defaults={
                "parts_from": parts_from,
                "file_name": plain,
                "sha256": stored,
                "candidates": None if found is None else found.found,
                "systems": [],
                "aligned_at": None,
                "reason": "",
                "added_by": by,
                "added_at": now,
            },
        )
        request_word_alignment(source)
        record("judging.constituents", actor=by, campaign=campaign, subject=f"{language_pair} {test_set}")
    return source


def align_again(source: ConstituentSource, *, by: User) -> None:
    """Has the words of all systems aligned that there are now."""
    with transaction.atomic():
        lock_open_campaign(source.campaign_id)
        ConstituentSource.objects.filter(pk=source.pk).update(aligned_at=None, reason="")
        request_word_alignment(source)
        record("judging.align-words", actor=by, campaign=source.campaign, subject=str(source))


def align_words_of(source: ConstituentSource, *, on_progress: Callable[[int, int], object]) -> None:
    """Links the words of all systems of a test set, and of the reference, with those of the source."""
    try:
        judged = _texts(source.campaign, source.language_pair, source.test_set)
        linked = link_texts(
            judged,
            _candidates(source, judged),
            alignment=Alignment(on_progress=on_progress),
            further=_other_test_sets(source),
        )
    except BakeoffError as error:
        ConstituentSource.objects.filter(pk=source.pk).update(reason=str(error))
        return
    kept = keep([pack_linked_texts(linked)])
    # What was uploaded meanwhile has a job of its own.
    ConstituentSource.objects.filter(pk=source.pk, sha256=source.sha256, added_at=source.added_at).update(
        sha256=kept.sha256,
        candidates=linked.found,
        systems=sorted({name for each in judged for name in each.texts.systems}),
        aligned_at=timezone.now(),
        reason="",
    )


def _candidates(source: ConstituentSource, judged: tuple[JudgedTexts, ...]) -> Candidates:
    if source.parts_from == PartsFrom.TAGS:
        return tagged_candidates(tagger=_TAGGER, language=judged[0].source_tag.partition("-")[0])
    return linked_texts_of(source).as_found


def _texts(campaign: Campaign, language_pair: str, test_set: str) -> tuple[JudgedTexts, ...]:
    is_known = (language_pair, test_set) in places_of_constituents(campaign)
    found = texts_on(campaign, language_pair, test_set) if is_known else ()
    if not found:
        raise RefusedError("No system has a run on this test set in this language pair yet.")
    if found[0].texts.source is None:
        raise RefusedError("This test set has no source. Upload it under Data.")
    return found


def _other_test_sets(source: ConstituentSource) -> tuple[JudgedTexts, ...]:
    """The texts of the language pair on other test sets: more to learn links from."""
    found: list[JudgedTexts] = []
    for language_pair, test_set in places_of_constituents(source.campaign):
        if language_pair == source.language_pair and test_set != source.test_set:
            with suppress(RefusedError):  # recordings that are not scored yet have no segments
                found += texts_on(source.campaign, language_pair, test_set)[:1]
    return tuple(found)


def _read(judged: tuple[JudgedTexts, ...], read: Callable[[], Candidates]) -> LinkedTexts:
    try:
        return unlinked_texts(judged[0], read())
    except MistakesError as error:
        raise ImportRefusedError([without_folder(each) for each in error.mistakes]) from None
    except InputError as error:
        raise ImportRefusedError([without_folder(error)]) from None
