"""Addresses of crowds."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.crowds.views import studies, work

app_name = "crowds"

_organise = [
    path("", studies.studies, name="studies"),
    path("<int:study_id>/", studies.study, name="study"),
    path("<int:study_id>/pay.<str:ending>", studies.pay_file, name="pay"),
    path("<int:study_id>/opening/", studies.opening, name="opening"),
    path("<int:study_id>/workers/<int:worker_id>/reject/", studies.reject, name="reject"),
    path("<int:study_id>/workers/<int:worker_id>/include/", studies.include, name="include"),
    path("<int:study_id>/workers/<int:worker_id>/release/", studies.release, name="release"),
]
urlpatterns = [
    path("campaigns/<slug:slug>/organise/judging/<slug:task_slug>/crowd/", include(_organise)),
    path("crowd/", work.home, name="home"),
    path("crowd/work/<int:worker_id>/", work.work, name="work"),
    path("crowd/work/<int:worker_id>/stop/", work.stop, name="stop"),
    path("crowd/judges/<int:judge_id>/", work.of_judge, name="judge"),
    path("crowd/judges/<int:judge_id>/next/", work.next_one, name="next"),
    path("crowd/continue/<str:token>/", work.resume, name="continue"),
    path("crowd/join/<str:token>/", work.entrance, name="enter"),
]
