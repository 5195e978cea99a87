"""Addresses of human evaluation."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.judging.views import conduct, organise, planning, screens

app_name = "judging"

_organise = [
    path("", planning.task_list, name="list"),
    path("plan/", planning.plan, name="plan"),
    path("<slug:task_slug>/", organise.live, name="live"),
    path("<slug:task_slug>/opening/", planning.opening, name="opening"),
    path("<slug:task_slug>/judgments.jsonl", organise.export, name="export"),
    path("<slug:task_slug>/judgments.csv", organise.export_table, name="export-table"),
    path("<slug:task_slug>/judges/<int:judge_id>/", organise.judge, name="judge"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/organise/judging/", include(_organise)),
    path("judging/", conduct.own_tasks_page, name="tasks"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/", conduct.task, name="task"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/next/", conduct.next_one, name="next"),
    path("judging/screens/<uuid:key>/", screens.show, name="screen"),
    path("judging/screens/<uuid:key>/actions/", screens.actions, name="actions"),
]
