"""Pages between the instructions and the first screen that counts: a tutorial, and how a qualification ended."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.instructions import ShownExample, examples_of, instructions_of
from bakeoff_site.judging.selectors.qualification import demand_of, own_qualification
from bakeoff_site.judging.selectors.screens import example_view
from bakeoff_site.judging.selectors.tasks import OwnTask
from bakeoff_site.judging.services.judges import end_tutorial
from bakeoff_site.judging.views.access import judge_page


@judge_page
def tutorial(request: HttpRequest, role: CampaignRole, own: OwnTask, number: int) -> HttpResponse:
    """An example to answer; then the right answer and why. Nothing of it is kept but that it was done."""
    if request.method == "POST" and "done" in request.POST:
        if own.judge is not None:
            end_tutorial(own.judge, now=timezone.now())
        return redirect("judging:next", slug=role.campaign.slug, task_slug=own.task.slug)
    wanted = "" if own.judge is None else own.judge.language
    examples = examples_of(own.task, wanted=wanted)
    if not 1 <= number <= len(examples):
        raise Http404("The tutorial has no such example.")
    example = examples[number - 1]
    found = _answered(request, example) if request.method == "POST" else {"answer": None}
    view = example_view(example, instructions_of(own.task, wanted=wanted), answer=found["answer"])
    context = {
        "view": view,
        "own": own,
        "campaign": role.campaign,
        "example": example,
        "number": number,
        "count": len(examples),
        **found,
    }
    return render(request, view.template, context, status=400 if found.get("mistake") else 200)


def _answered(request: HttpRequest, example: ShownExample) -> dict[str, Any]:
    """What a form of the tutorial says, and whether it is right."""
    worked = example.worked
    page = screen_page(worked.rules.protocol)
    answer = page.read(request.POST.dict(), worked.screen)
    try:
        missing = worked.protocol.missing(answer, worked.screen.systems)
        if missing:
            return {"answer": answer, "mistake": " ".join(each.sentence for each in missing)}
        parsed = worked.protocol.parse(answer, worked.screen.systems, texts=worked.screen.texts)
    except AnswerError as error:
        return {"answer": None, "mistake": str(error)}
    given = worked.protocol.write(parsed)
    return {
        "answer": answer,
        "given": page.words(worked.protocol, worked.screen, given),
        "is_right": worked.is_right(given),
    }


@judge_page
def qualification(request: HttpRequest, role: CampaignRole, own: OwnTask) -> HttpResponse:
    """How the tries of somebody ended, and what they can do now."""
    if own.guest is not None:
        return redirect("crowds:judge", own.guest.pk)
    demand = demand_of(own.task)
    if own.judge is None or demand is None:
        return redirect("judging:task", slug=role.campaign.slug, task_slug=own.task.slug)
    context = {"own": own, "campaign": role.campaign, "qualification": own_qualification(own.judge, demand)}
    return render(request, "judging/qualification.html", context)
