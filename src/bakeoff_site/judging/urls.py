"""Addresses of human evaluation."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.judging.views import (
    conduct,
    constituents,
    exports,
    following,
    imports,
    invitations,
    offline,
    planning,
    preparation,
    qualification,
    score_imports,
    screens,
    shares,
    tournaments,
)

app_name = "judging"

_organise = [
    path("", planning.task_list, name="list"),
    path("plan/", planning.plan, name="plan"),
    path("plan/preview/", planning.plan_preview, name="plan-preview"),
    path("<slug:task_slug>/", following.live, name="live"),
    path("<slug:task_slug>/opening/", planning.opening, name="opening"),
    path("<slug:task_slug>/edit/", planning.edit, name="edit"),
    path("<slug:task_slug>/delete/", planning.delete, name="delete"),
    path("<slug:task_slug>/preview/<str:code>/<int:number>/", planning.task_preview, name="preview"),
    path("<slug:task_slug>/judgments.jsonl", exports.export, name="export"),
    path("<slug:task_slug>/judgments.csv", exports.export_table, name="export-table"),
    path("<slug:task_slug>/<slug:code>/judgments/<slug:form>/", exports.export_form, name="export-form"),
    path("<slug:task_slug>/<slug:code>/figures/<slug:name>.svg", following.figure, name="figure"),
    path("<slug:task_slug>/shares/", shares.shares, name="shares"),
    path("<slug:task_slug>/shares/table.<str:ending>", shares.share_file, name="share-table"),
    path("<slug:task_slug>/shares/<int:team_id>/waive/", shares.waive, name="waive"),
    path("<slug:task_slug>/reminders/", shares.reminders, name="reminders"),
    path("<slug:task_slug>/judges/", invitations.judges, name="judges"),
    path("<slug:task_slug>/offline-files/<uuid:key>/take-back/", offline.take_back, name="offline-take-back"),
    path("<slug:task_slug>/links/<int:link_id>/revoke/", invitations.revoke, name="revoke-link"),
    path("<slug:task_slug>/imports/", imports.imports, name="imports"),
    path("<slug:task_slug>/imports/<int:import_id>/withdraw/", imports.withdraw, name="withdraw-import"),
    path("<slug:task_slug>/tournaments/", tournaments.tournaments, name="tournaments"),
    path(
        "<slug:task_slug>/tournaments/<slug:code>/<int:number>/bracket-<int:stage>.svg",
        tournaments.bracket,
        name="bracket",
    ),
    path("<slug:task_slug>/qualification/", qualification.results, name="qualification-results"),
    path("<slug:task_slug>/judges/<int:judge_id>/try/", qualification.another_try, name="another-try"),
    path("<slug:task_slug>/judges/<int:judge_id>/", following.judge, name="judge"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/organise/judging/", include(_organise)),
    path("campaigns/<slug:slug>/organise/human-scores/", score_imports.scores, name="human-scores"),
    path(
        "campaigns/<slug:slug>/organise/human-scores/<int:import_id>/withdraw/",
        score_imports.withdraw,
        name="withdraw-human-scores",
    ),
    path("campaigns/<slug:slug>/organise/constituents/", constituents.constituents, name="constituents"),
    path("campaigns/<slug:slug>/organise/constituents/<int:source_id>/align/", constituents.align, name="align-words"),
    path("judging/", conduct.own_tasks_page, name="tasks"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/", conduct.task, name="task"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/next/", conduct.next_one, name="next"),
    path("judging/join/<str:token>/", invitations.join, name="join"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/language/", conduct.language, name="language"),
    path(
        "campaigns/<slug:slug>/judging/<slug:task_slug>/tutorial/<int:number>/", preparation.tutorial, name="tutorial"
    ),
    path(
        "campaigns/<slug:slug>/judging/<slug:task_slug>/qualification/",
        preparation.qualification,
        name="qualification",
    ),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/offline/", offline.own_files, name="offline"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/offline/take/", offline.take, name="offline-take"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/offline/upload/", offline.upload, name="offline-upload"),
    path("judging/offline/<uuid:key>/", offline.download, name="offline-file"),
    path("judging/offline/<uuid:key>/edits/<str:format>/", offline.download_edits, name="offline-edits"),
    path("judging/offline/<uuid:key>/edits/", offline.upload_edited, name="offline-upload-edits"),
    path("judging/offline/<uuid:key>/give-back/", offline.give_back, name="offline-return"),
    path("judging/screens/<uuid:key>/", screens.show, name="screen"),
    path("judging/screens/<uuid:key>/actions/", screens.actions, name="actions"),
]
