"""Addresses of submissions."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.submissions.views import administration, descriptions, drafts, released_runs, submissions, uploads

app_name = "submissions"

_team = [
    path("submissions/", submissions.submission_list, name="list"),
    path("submissions/submit/", uploads.submit, name="submit"),
    path("submissions/submit/confirm/", drafts.confirm, name="confirm"),
    path("submissions/drafts/", drafts.drafts, name="drafts"),
    path("submissions/drafts/fix-all/", drafts.fix_all, name="fix-all"),
    path("submissions/drafts/<int:draft_id>/fix/", drafts.fix, name="fix"),
    path("submissions/drafts/<int:draft_id>/undo/", drafts.undo, name="undo"),
    path("submissions/drafts/<int:draft_id>/remove/", drafts.remove, name="remove"),
    path("submissions/drafts/check/", drafts.recheck, name="check"),
    path("submissions/drafts/<int:draft_id>/files/<int:file_id>/", drafts.draft_file, name="draft-file"),
    path("submissions/uploads/", uploads.start, name="start"),
    path("submissions/uploads/<uuid:upload_id>/", uploads.piece, name="piece"),
    path("submissions/uploads/<uuid:upload_id>/finish/", uploads.finish, name="finish"),
    path("submissions/<int:number>/findings.json", submissions.findings, name="findings"),
    path("submissions/<int:number>/draft/", drafts.from_submission, name="draft"),
    path("submissions/<int:number>/withdraw/", submissions.withdraw, name="withdraw"),
    path("description/", descriptions.describe, name="describe"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/teams/<int:team_id>/", include(_team)),
    path("campaigns/<slug:slug>/submissions/<int:number>/package/", submissions.package, name="package"),
    path("campaigns/<slug:slug>/organise/submissions/", administration.everything, name="all"),
    path("campaigns/<slug:slug>/organise/submissions/runs.zip", administration.run_file, name="run-archive"),
    path(
        "campaigns/<slug:slug>/organise/submissions/table.<str:ending>",
        administration.submission_file,
        name="submission-table",
    ),
    path("campaigns/<slug:slug>/organise/released-runs/", released_runs.released_runs, name="released-runs"),
    path("campaigns/<slug:slug>/organise/submissions/enter/", administration.enter, name="enter"),
    path("campaigns/<slug:slug>/organise/published-scores/", administration.enter_scores, name="enter-scores"),
    path(
        "campaigns/<slug:slug>/organise/published-scores/<slug:entry>/remove/",
        administration.remove_scores,
        name="remove-scores",
    ),
    path(
        "campaigns/<slug:slug>/organise/submissions/<int:number>/withdraw/",
        administration.withdraw_entered,
        name="withdraw-entered",
    ),
]
