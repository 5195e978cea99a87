"""A screen: shown, answered by a form, and saved action by action by its script."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect
from pydantic import BaseModel, Field, ValidationError

from bakeoff_site.accounts.models import User
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ActionKind
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.selectors.screens import ScreenView, screen_view
from bakeoff_site.judging.selectors.tasks import screen_of, screen_of_guest
from bakeoff_site.judging.services.answers import (
    ChangedTextError,
    IncompleteAnswerError,
    NewAction,
    OldVersionError,
    SavedScreen,
    save_actions,
)
from bakeoff_site.judging.services.dealing import give_back
from bakeoff_site.judging.services.sent_actions import SentAction, first_mistake, new_action
from bakeoff_site.judging.services.showing import note_shown
from bakeoff_site.judging.views.guests import guest_keys


def _for_judges(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For people who signed in, and for guests."""

    @wraps(view)
    def page(request: HttpRequest, key: UUID) -> HttpResponse:
        if request.user.is_authenticated or guest_keys(request):
            return view(request, key)
        return redirect_to_login(request.get_full_path())

    return page


class SentActions(BaseModel):
    """What the script sends at once."""

    version: int = Field(ge=0)
    text_digest: str
    actions: list[SentAction] = Field(min_length=1)


@_for_judges
def show(request: HttpRequest, key: UUID) -> HttpResponse:
    """A screen that somebody holds or has answered; its form works without scripts."""
    screen = _own_screen(request, key)
    mistake: str = ""
    missing: tuple[int, ...] = ()
    unsaved: dict[str, Any] = {}
    if request.method == "POST":
        if "give-back" in request.POST:
            give_back(screen)
            return _task_page(screen)
        reviewed_next = screen_view(screen).reviewed_next
        try:
            _save_form(request, screen)
        except IncompleteAnswerError as refusal:
            mistake, missing, unsaved = str(refusal), refusal.missing, _draft_of_form(request, screen)
        except RefusedError as refusal:
            mistake = str(refusal)
        else:
            return _to_next(screen, reviewed_next)
        screen.refresh_from_db()
        screen.draft = {**screen.draft, **unsaved}
    else:
        note_shown(screen, now=timezone.now())
    view = screen_view(screen)
    context = {"view": view, "mistake": mistake, "missing": _links(view, missing), "submit_key": uuid4()}
    return render(request, view.template, context, status=400 if mistake else 200)


@csrf_protect
@post_only
@_for_judges
def actions(request: HttpRequest, key: UUID) -> HttpResponse:
    """Saves what a judge does, as it happens."""
    screen = _own_screen(request, key)
    try:
        sent = SentActions.model_validate_json(request.body)
    except ValidationError as error:
        return JsonResponse({"error": f"The actions cannot be read: {first_mistake(error)}."}, status=400)
    try:
        saved = save_actions(
            screen,
            [new_action(screen, each) for each in sent.actions],
            version=sent.version,
            text_digest=sent.text_digest,
            now=timezone.now(),
        )
    except OldVersionError as refusal:
        return JsonResponse({"error": str(refusal), **_saved(refusal.saved)}, status=409)
    except ChangedTextError as refusal:
        return JsonResponse({"error": str(refusal)}, status=409)
    except IncompleteAnswerError as refusal:
        return JsonResponse({"error": str(refusal), "missing": list(refusal.missing)}, status=400)
    except RefusedError as refusal:
        return JsonResponse({"error": str(refusal)}, status=400)
    return JsonResponse(_saved(saved))


def _saved(saved: SavedScreen) -> dict[str, Any]:
    return {
        "version": saved.version,
        "draft": saved.draft,
        "state": saved.state,
        "late": saved.late,
        "counts": not saved.surplus,
    }


def _save_form(request: HttpRequest, screen: Screen) -> None:
    """The form is an answer, a comment and a submission at once. Its key makes a second press the same."""
    view = screen_view(screen)
    answer = screen_page(view.protocol).read(request.POST.dict(), view.shown)
    wanted = [NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": answer})] if answer is not None else []
    comment, report = (request.POST.get(name, "").strip() for name in ("comment", "report"))
    if comment:
        wanted.append(NewAction(key=uuid4(), kind=ActionKind.COMMENT, payload={"text": comment}))
    if report:
        wanted.append(NewAction(key=uuid4(), kind=ActionKind.REPORT, payload={"text": report}))
    wanted.append(NewAction(key=_key(request), kind=ActionKind.SUBMIT))
    save_actions(
        screen,
        wanted,
        version=_version(request, screen),
        text_digest=request.POST.get("text_digest", ""),
        now=timezone.now(),
    )


def _draft_of_form(request: HttpRequest, screen: Screen) -> dict[str, Any]:
    """What a form holds that could not be saved, so that its page shows it again."""
    draft: dict[str, Any] = {name: request.POST.get(name, "") for name in ("comment", "report")}
    answer = screen_page(screen.evaluation.protocol).read(request.POST.dict(), shown_screen(screen))
    return {**draft, "answer": answer}


def _version(request: HttpRequest, screen: Screen) -> int:
    sent = request.POST.get("version", "")
    if not sent:
        return screen.version
    if not (sent.isascii() and sent.isdigit()):
        raise RefusedError("The form does not say which version of the screen it was made for. Load the screen again.")
    return int(sent[:10])


def _key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("submit_key", ""))
    except ValueError:
        return uuid4()


def _own_screen(request: HttpRequest, key: UUID) -> Screen:
    screen = screen_of(request.user, key) if isinstance(request.user, User) else None
    if screen is None and (keys := guest_keys(request)):
        screen = screen_of_guest(keys, key)
    if screen is None:
        raise Http404("This is no screen of yours.")
    return screen


def _to_next(screen: Screen, reviewed_next: Screen | None) -> HttpResponse:
    if reviewed_next is not None:
        return redirect("judging:screen", key=reviewed_next.key)
    task = screen.evaluation.task
    return redirect("judging:next", slug=task.campaign.slug, task_slug=task.slug)


def _task_page(screen: Screen) -> HttpResponse:
    task = screen.evaluation.task
    return redirect("judging:task", slug=task.campaign.slug, task_slug=task.slug)


def _links(view: ScreenView, missing: tuple[int, ...]) -> list[Any]:
    outputs = view.fields["outputs"]
    return [outputs[number] for number in missing if number < len(outputs)]
