"""Addresses of messages to teams."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.team_messages import views

app_name = "team_messages"
_messages = [
    path("", views.message_list, name="list"),
    path("write/", views.write, name="write"),
    path("<int:message_id>/", views.message, name="message"),
    path("<int:message_id>/take-back/", views.take_back, name="take-back"),
]
urlpatterns = [path("campaigns/<slug:slug>/organise/messages/", include(_messages))]
