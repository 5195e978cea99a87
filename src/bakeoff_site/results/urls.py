"""Addresses of results."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.results.views import (
    asr_output,
    boards,
    comparisons,
    data_statistics,
    human_boards,
    imported_scores,
    participation,
    progress,
    receipts,
    runs,
)

app_name = "results"
_HUMAN = "campaigns/<slug:slug>/results/human/<str:evaluation>/<str:language_pair>/<str:test_set>"

urlpatterns = [
    path("campaigns/<slug:slug>/results/", boards.overview, name="overview"),
    path("campaigns/<slug:slug>/results/progress/", progress.progress, name="progress"),
    path("campaigns/<slug:slug>/results/progress/table.<str:ending>", progress.download, name="progress-download"),
    path("campaigns/<slug:slug>/results/participation/", participation.participation, name="participation"),
    path(
        "campaigns/<slug:slug>/results/participation/<slug:table>.<str:ending>",
        participation.download,
        name="participation-table",
    ),
    path(
        "campaigns/<slug:slug>/results/imported-scores/<int:import_id>/", imported_scores.board, name="imported-scores"
    ),
    path(f"{_HUMAN}/", human_boards.board, name="human-board"),
    path(f"{_HUMAN}/<slug:table>.<str:ending>", human_boards.download, name="human-download"),
    path(f"{_HUMAN}/tournaments/<int:number>.svg", human_boards.bracket, name="human-bracket"),
    path(f"{_HUMAN}/figures/<slug:name>.svg", human_boards.figure, name="human-figure"),
    path(f"{_HUMAN}/judgments/", human_boards.judgments, name="human-judgments"),
    path("campaigns/<slug:slug>/results/<int:board_id>/", boards.board, name="board"),
    path("campaigns/<slug:slug>/results/<int:board_id>/table.<str:ending>", boards.download, name="download"),
    path("campaigns/<slug:slug>/results/<int:board_id>/figures/<slug:name>.svg", boards.figure, name="figure"),
    path("campaigns/<slug:slug>/results/figures/<slug:name>.svg", boards.overview_figure, name="overview-figure"),
    path("campaigns/<slug:slug>/results/asr-output/", asr_output.asr_output, name="asr-output"),
    path("campaigns/<slug:slug>/results/asr-output/table.<str:ending>", asr_output.download, name="asr-output-table"),
    path("campaigns/<slug:slug>/results/runs/<str:key>/", runs.run, name="run"),
    path("campaigns/<slug:slug>/results/runs/<str:key>/output.txt", runs.output, name="run-output"),
    path("campaigns/<slug:slug>/results/runs/<str:key>/figures/<slug:name>.svg", runs.figure, name="run-figure"),
    path("campaigns/<slug:slug>/results/compare/", comparisons.compare, name="compare"),
    path("campaigns/<slug:slug>/statistics/", data_statistics.statistics, name="statistics"),
    path("campaigns/<slug:slug>/statistics/tables.<str:ending>", data_statistics.download, name="statistics-download"),
    path("campaigns/<slug:slug>/teams/<int:team_id>/submissions/<int:number>/", receipts.receipt, name="receipt"),
    path("campaigns/<slug:slug>/teams/<int:team_id>/submissions/systems/", receipts.systems, name="systems"),
    path("campaigns/<slug:slug>/organise/submissions/<int:number>/", receipts.entered, name="entered"),
]
