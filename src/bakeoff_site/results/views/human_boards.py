"""Pages of what people judged: a human board, its tables, charts and judgments as downloads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.formats.judgments import interchange
from bakeoff.reports.human.captions import marks_sentence
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.judging.conversions.tournament_tables import TournamentTable
from bakeoff_site.judging.views.tournaments import bracket_file
from bakeoff_site.results.conversions.downloads import FORMATS
from bakeoff_site.results.conversions.human_boards import HumanBoardView, agreement_rows, human_matrix, human_table
from bakeoff_site.results.conversions.human_downloads import (
    drawn_figure,
    exports_of,
    figure_titles,
    post_edits_shown,
    recompute_command,
    rendered,
    tables_of,
)
from bakeoff_site.results.selectors.human_boards import (
    automatic_boards_beside,
    human_board_for,
    human_tournaments_for,
    released_judgments,
)


@campaign_page
@public_page
def board(request: HttpRequest, role: CampaignRole, evaluation: str, language_pair: str, test_set: str) -> HttpResponse:
    now = timezone.now()
    view = _view(role, evaluation, language_pair, test_set)
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "place": view.place,
        "table": human_table(view),
        "matrix": human_matrix(view) if len(view.systems) > 1 else (),
        "agreement": tuple(agreement_rows(view)),
        "notes": view.notes,
        "marks": marks_sentence(view.ranking),
        "level": f"{view.result.confidence:.0%}",
        "beside": automatic_boards_beside(role, view, now),
        "tournaments": tuple(enumerate(_tournaments(role, view), start=1)),
        "post_edits": post_edits_shown(view),
        "exports": exports_of(view),
        "figures": figure_titles(view).items(),
        "command": recompute_command(view, role.campaign.slug),
        "zone": role.campaign.rules.campaign.zone,
        "zone_name": role.campaign.rules.campaign.timezone,
    }
    return render(request, "results/human_board.html", context)


@costly_page
@campaign_page
def download(
    _request: HttpRequest,
    role: CampaignRole,
    *,
    evaluation: str,
    language_pair: str,
    test_set: str,
    table: str,
    ending: str,
) -> HttpResponse:
    view = _view(role, evaluation, language_pair, test_set)
    formats = [name for name, (known, _) in FORMATS.items() if known == ending]
    if not formats or table not in tables_of(view):
        raise Http404("There is no such table.")
    return human_file(view, role.campaign.slug, table, formats[0])


@costly_page
@campaign_page
def figure(
    _request: HttpRequest, role: CampaignRole, evaluation: str, language_pair: str, test_set: str, name: str
) -> HttpResponse:
    view = _view(role, evaluation, language_pair, test_set)
    if name not in figure_titles(view):
        raise Http404("There is no such chart.")
    return HttpResponse(
        drawn_figure(view, name),
        content_type="image/svg+xml",
        headers={"Content-Disposition": f'attachment; filename="{file_name(view, role.campaign.slug)}-{name}.svg"'},
    )


@costly_page
@campaign_page
def judgments(
    _request: HttpRequest, role: CampaignRole, evaluation: str, language_pair: str, test_set: str
) -> StreamingHttpResponse:
    view = _view(role, evaluation, language_pair, test_set)
    return judgments_file(role, view)


def judgments_file(role: CampaignRole, view: HumanBoardView) -> StreamingHttpResponse:
    """The judgments of a board's evaluation in the interchange form, judges by their labels."""
    released = released_judgments(role, timezone.now(), view)
    if released is None:
        raise Http404("These judgments are not released.")
    name = f"{role.campaign.slug}-{view.place.evaluation_id}.jsonl"
    return StreamingHttpResponse(
        interchange.lines_of(released),
        content_type="application/jsonl; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def human_file(view: HumanBoardView, slug: str, table: str, name: str) -> HttpResponse:
    """A table of a human board in one of the formats, by a page or by a program."""
    ending, media = FORMATS[name]
    called = file_name(view, slug) if table == next(iter(tables_of(view))) else f"{file_name(view, slug)}-{table}"
    return HttpResponse(
        rendered(view, table, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{called}.{ending}"'},
    )


def file_name(view: HumanBoardView, slug: str) -> str:
    """What files of a human board are called."""
    return "-".join([slug, *view.place.arguments])


@costly_page
@campaign_page
def bracket(
    _request: HttpRequest, role: CampaignRole, *, evaluation: str, language_pair: str, test_set: str, number: int
) -> HttpResponse:
    """The drawing of a tournament as a file."""
    view = _view(role, evaluation, language_pair, test_set)
    for found, table in enumerate(_tournaments(role, view), start=1):
        if found == number:
            return bracket_file(table, f"{file_name(view, role.campaign.slug)}-bracket-{number}")
    raise Http404("There is no such tournament.")


def _tournaments(role: CampaignRole, view: HumanBoardView) -> tuple[TournamentTable, ...]:
    evaluation, language_pair, test_set = view.place.arguments
    if view.rules.tournament is None:
        return ()
    return human_tournaments_for(
        role, timezone.now(), evaluation=evaluation, language_pair=language_pair, test_set=test_set
    )


def _view(role: CampaignRole, evaluation: str, language_pair: str, test_set: str) -> HumanBoardView:
    view = human_board_for(role, timezone.now(), evaluation=evaluation, language_pair=language_pair, test_set=test_set)
    if view is None:
        raise Http404("This board does not exist, or you cannot see it yet.")
    return view
