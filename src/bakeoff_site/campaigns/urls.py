"""Addresses of campaigns; their first pages are those of the app `home`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from bakeoff_site.campaigns.views import (
    administration,
    archive,
    creation,
    invitations,
    mails,
    navigation,
    public,
    rulebooks,
    team_acts,
    teams,
)

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
    path("teams/", administration.teams, name="teams"),
    path("teams/table.<str:ending>", administration.team_file, name="team-table"),
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
    path("log/<int:event_id>/undo/", administration.undo, name="undo"),
    path("rulebook/", rulebooks.edit, name="edit-rulebook"),
    path("rulebook/history/", rulebooks.history, name="rulebook-history"),
    path("listing/", rulebooks.listing, name="listing"),
    path("archive/", archive.archive, name="archive"),
    path("delete/", archive.delete, name="delete"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("my-teams/", navigation.my_teams, name="my-teams"),
    path("archived/", archive.archived_list, name="archived"),
    path("deleted-campaigns/<int:deleted_id>/log/", archive.deleted_log, name="deleted-log"),
    path("rulebook-keys/", rulebooks.keys, name="rulebook-keys"),
    path("rulebook-keys/keys.json", rulebooks.keys_data, name="rulebook-keys-data"),
    path("new-campaign/", creation.choose, name="create"),
    path("new-campaign/rulebook/", creation.from_text, name="create-from-text"),
    path("new-campaign/from/<str:name>/", creation.from_model, name="create-from"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("campaigns/<slug:slug>/rules/", public.rules, name="rules"),
    path("campaigns/<slug:slug>/rulebook.toml", rulebooks.download, name="rulebook"),
    path("campaigns/<slug:slug>/register/", teams.register, name="register"),
    path("campaigns/<slug:slug>/teams/<int:team_id>/", include(_team)),
    path("campaigns/<slug:slug>/organise/", include(_organise)),
]
