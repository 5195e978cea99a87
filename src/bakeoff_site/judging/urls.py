"""Addresses of human evaluation."""

from __future__ import annotations

from django.urls import path

from bakeoff_site.judging.views import conduct, screens

app_name = "judging"

urlpatterns = [
    path("judging/", conduct.own_tasks_page, name="tasks"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/", conduct.task, name="task"),
    path("campaigns/<slug:slug>/judging/<slug:task_slug>/next/", conduct.next_one, name="next"),
    path("judging/screens/<uuid:key>/", screens.show, name="screen"),
    path("judging/screens/<uuid:key>/actions/", screens.actions, name="actions"),
]
