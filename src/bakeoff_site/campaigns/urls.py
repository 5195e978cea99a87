"""Addresses of campaigns."""

from __future__ import annotations

from django.urls import include, path

from bakeoff_site.campaigns.views import (
    administration,
    archive,
    invitations,
    mails,
    public,
    rulebooks,
    team_acts,
    teams,
)

app_name = "campaigns"

_team = [
    path("", teams.team, name="team"),
    path("registration/", teams.registration, name="registration"),
    path("agreements/<str:agreement>/", teams.agreement, name="agreement"),
    path("consents/<str:consent>/", teams.consent, name="consent"),
    path("attendee/", team_acts.attendee, name="attendee"),
    path("invite/", team_acts.invite, name="invite"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        team_acts.withdraw_team_invitation,
        name="withdraw-team-invitation",
    ),
    path("members/<int:member_id>/contact/", team_acts.contact, name="contact"),
    path("members/<int:member_id>/remove/", team_acts.remove, name="remove-member"),
    path("code/", team_acts.code, name="team-code"),
    path("extend/", team_acts.extend, name="extend"),
    path("extensions/<int:extension_id>/revoke/", team_acts.revoke, name="revoke-extension"),
    path("judged/", team_acts.judged, name="judged"),
    path("take-part/", team_acts.take_part, name="take-part"),
]
_organise = [
    path("", administration.dashboard, name="dashboard"),
    path("teams/", administration.teams, name="teams"),
    path("people/", administration.people, name="people"),
    path("people/<int:membership_id>/end/", administration.end_role, name="end-role"),
    path(
        "people/invitations/<int:invitation_id>/withdraw/",
        administration.withdraw_role_invitation,
        name="withdraw-role-invitation",
    ),
    path("mails/", mails.mails, name="mails"),
    path("mails/again/", mails.try_mails, name="try-mails"),
    path("log/", administration.log, name="log"),
    path("rulebook/", rulebooks.edit, name="edit-rulebook"),
    path("listing/", rulebooks.listing, name="listing"),
    path("archive/", archive.archive, name="archive"),
    path("delete/", archive.delete, name="delete"),
]
urlpatterns = [
    path("", public.campaign_list, name="list"),
    path("archived/", archive.archived_list, name="archived"),
    path("deleted-campaigns/<int:deleted_id>/log/", archive.deleted_log, name="deleted-log"),
    path("new-campaign/", rulebooks.create, name="create"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("campaigns/<slug:slug>/", public.campaign, name="campaign"),
    path("campaigns/<slug:slug>/rules/", public.rules, name="rules"),
    path("campaigns/<slug:slug>/register/", teams.register, name="register"),
    path("campaigns/<slug:slug>/teams/<int:team_id>/", include(_team)),
    path("campaigns/<slug:slug>/organise/", include(_organise)),
]
