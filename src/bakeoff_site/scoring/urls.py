"""Addresses of scoring."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.scoring.views import jobs, score_files, trials

app_name = "scoring"
urlpatterns = [
    path("campaigns/<slug:slug>/organise/jobs/", jobs.jobs, name="jobs"),
    path("campaigns/<slug:slug>/organise/jobs/<int:job_id>/retry/", jobs.retry, name="retry"),
    path("campaigns/<slug:slug>/organise/jobs/rescore/", jobs.rescore_runs, name="rescore"),
    path("campaigns/<slug:slug>/organise/score-files/", score_files.score_files, name="score-files"),
    path("campaigns/<slug:slug>/organise/score-files/<int:upload_id>/", score_files.download, name="score-file"),
    path(
        "campaigns/<slug:slug>/organise/score-files/<int:upload_id>/withdraw/",
        score_files.withdraw,
        name="withdraw-score-file",
    ),
    path("campaigns/<slug:slug>/evaluate/", trials.trials, name="trials"),
    path("campaigns/<slug:slug>/evaluate/<int:trial_id>/", trials.trial, name="trial"),
]
