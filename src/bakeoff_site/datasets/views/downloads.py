"""What people may fetch, and the files themselves."""

from __future__ import annotations

import base64

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page, require
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors.offers import answer_for, offers_for
from bakeoff_site.datasets.selectors.packs import outdated_packs
from bakeoff_site.datasets.services import record_download, refresh_pack


@campaign_page
def data_list(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "groups": offers_for(role, timezone.now()),
    }
    return render(request, "datasets/list.html", context)


@costly_page
@require_safe
@campaign_page
def download(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponseBase:
    """A file from the disk, never held in memory; the download is logged first."""
    data_file = get_object_or_404(role.campaign.data_files.all(), pk=file_id)
    answer = answer_for(data_file, viewers_of(role), timezone.now())
    if not answer.allowed and role.user is None:
        return redirect_to_login(request.get_full_path())
    return handed_out(role, data_file, answer, is_noted=request.method == "GET")


def _receiving(role: CampaignRole, data_file: DataFile) -> list[Team]:
    """The teams of someone who fetches a file that may have it: who is in several fetches it for all of these."""
    if role.is_organiser:
        return []
    now = timezone.now()
    return [team for team in role.teams if answer_for(data_file, viewers_of(role.in_team(team)), now).allowed]


def handed_out(role: CampaignRole, data_file: DataFile, answer: Answer, *, is_noted: bool = True) -> FileResponse:
    """A file for someone who may have it, by a page or by a program."""
    require(answer)
    if not role.is_organiser and outdated_packs(role.campaign.rules, [data_file]):
        refresh_pack(data_file)
        raise PermissionDenied("The pack is being made again, since what may be shared has changed. Try again later.")
    if is_noted:
        record_download(data_file, user=role.user, teams=_receiving(role, data_file))
    response = FileResponse(
        path_of(data_file.sha256).open("rb"),
        as_attachment=True,
        filename=data_file.name,
        content_type="application/octet-stream",  # whatever it is, no browser shows it as a page of ours
    )
    digest = base64.b64encode(bytes.fromhex(data_file.sha256)).decode()
    response["Digest"] = f"sha-256={digest}"
    response["X-Checksum-Sha256"] = data_file.sha256
    response["Content-Length"] = str(data_file.size)
    return response
