"""The page by which organisers release runs of an ASR track as input of another track."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from bakeoff.errors import InputError
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import organiser_page, person
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.forms import ReleaseForm
from bakeoff_site.submissions.selectors.inputs import releasable_runs
from bakeoff_site.submissions.services.released_runs import release_run


@organiser_page
def released_runs(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    rows = releasable_runs(role.campaign)
    form = ReleaseForm(role.campaign, rows, request.POST or None)
    if request.method == "POST" and form.is_valid():
        run = next(row.run for row in rows if row.run.pk == form.cleaned_data["run"])
        try:
            files = release_run(run, label=form.cleaned_data["label"], by=person(role))
        except InputError as error:
            form.add_error("run", str(error))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            count = len({file.test_set for file in files})
            sets = f"{count} test set{'' if count == 1 else 's'}"
            messages.success(request, f"{run.name} is a source of {sets}, as {form.cleaned_data['label']}.")
            return redirect("submissions:released-runs", slug=role.campaign.slug)
    context = {"campaign": role.campaign, "role": role, "rows": rows, "form": form}
    return render(request, "submissions/released_runs.html", context)
