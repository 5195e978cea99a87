"""Campaigns, teams and what organisers see of them."""

from __future__ import annotations

from tests.site.permissions.arguments import (
    by_dead_link,
    by_link,
    in_campaign,
    in_no_team,
    in_team,
    in_withdrawn_team,
    of_deleted,
    with_agreement,
    with_consent,
    with_extension,
    with_extension_of_another,
    with_invitation,
    with_member,
    with_membership,
    with_no_published_scores,
    with_rival,
    with_team_invitation,
    with_team_mate,
)
from tests.site.permissions.asking import TEAM_AND_ORGANISERS, by_token, everybody
from tests.site.permissions.rows import Answered, Arguments, Operation, Page, during
from tests.site.permissions.seeing import CONTACTS, acts, everyone, of, only, signed_in
from tests.site.world import ORGANISERS, PAIR, SIGNED_IN, TAKING_PART, TEAM, Moment, Role

WHILE_REGISTRATION_IS_OPEN: tuple[Moment, ...] = ("registration", "dry-run")
WITHOUT_A_TEAM: tuple[Role, ...] = ("stranger", "judge", "observer", *ORGANISERS)
NEW_TEAM = {"name": "New", "language_pairs": [PAIR], "attendee": "Nora New"}

REASONED: tuple[tuple[str, str, Arguments, Answered], ...] = (
    ("take_out", "", in_team, "done"),
    ("take_out", "withdrawn", in_withdrawn_team, "refused"),
    ("take_back", "", in_team, "refused"),
    ("take_back", "withdrawn", in_withdrawn_team, "done"),
)
"""What organisers do with a reason, and when it cannot be done."""

PAGES: tuple[Page, ...] = (
    # Campaigns: who knows the address of one that is not listed sees its rules
    Page(name="campaigns:list", outcomes=everyone("shown")),
    Page(name="campaigns:my-teams", outcomes=signed_in("shown")),
    Page(name="campaigns:archived", outcomes=everyone("shown")),
    Page(name="campaigns:deleted-log", arguments=of_deleted, outcomes=of(("administrator",), "shown")),
    Page(
        name="campaigns:deleted-log",
        about="not there",
        arguments=lambda world: {"deleted_id": 0},
        outcomes=of(("administrator",), "not found"),
    ),
    Page(name="campaigns:create", outcomes=of(("administrator",), "shown")),
    Page(name="campaigns:create-from-text", outcomes=of(("administrator",), "shown")),
    Page(
        name="campaigns:create-from",
        arguments=lambda world: {"name": "simple"},
        outcomes=of(("administrator",), "shown"),
    ),
    Page(
        name="campaigns:create-from",
        about="not there",
        arguments=lambda world: {"name": "no-such-rulebook"},
        outcomes=of(("administrator",), "not found"),
    ),
    Page(name="campaigns:rulebook-keys", outcomes=everyone("shown")),
    Page(name="campaigns:rulebook-keys-data", outcomes=everyone("shown")),
    Page(name="campaigns:invitation", about="dead", arguments=by_dead_link, outcomes=everyone("not found")),
    # Who has the link may look at it; nobody is in two teams
    Page(name="campaigns:invitation", arguments=by_link, outcomes=everyone("shown")),
    Page(
        name="campaigns:invitation",
        arguments=by_link,
        method="post",
        outcomes={
            **signed_in("redirected"),
            **dict.fromkeys((*TAKING_PART, "withdrawn"), "refused"),
        },
    ),
    Page(name="campaigns:campaign", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="campaigns:calendar", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="campaigns:rules", arguments=in_campaign, outcomes=everyone("shown")),
    # What the API gives everyone; comments stay with the organisers
    Page(name="campaigns:rulebook", arguments=in_campaign, outcomes=everyone("shown")),
    # Those who have a team are led to it; visitors are told to sign in
    Page(
        name="campaigns:register",
        arguments=in_campaign,
        outcomes=only((*TAKING_PART, "withdrawn"), "redirected", others="forbidden"),
        in_phase=during(
            {
                **only((*TAKING_PART, "withdrawn"), "redirected", others="shown"),
                "visitor": "forbidden",
            },
            *WHILE_REGISTRATION_IS_OPEN,
        ),
    ),
    # Teams
    Page(name="campaigns:team", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    # How many teams there are is for organisers alone to know
    Page(name="campaigns:team", about="not there", arguments=in_no_team, outcomes=of(ORGANISERS, "not found")),
    Page(
        name="campaigns:team",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(("withdrawn", *ORGANISERS), "shown"),
    ),
    Page(
        name="campaigns:registration",
        arguments=in_team,
        outcomes=of(ORGANISERS, "shown"),
        in_phase=during(of(CONTACTS, "shown"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Page(
        name="campaigns:registration",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(name="campaigns:agreement", arguments=with_agreement, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Page(name="campaigns:agreement", arguments=with_agreement, method="post", outcomes=of(("owner",), "shown")),
    Page(name="campaigns:consent", arguments=with_consent("share-outputs"), outcomes=of((*TEAM, *ORGANISERS), "shown")),
    # Outputs are shared as long as the team wants; who takes part in the human assessment is known early
    Page(
        name="campaigns:consent",
        arguments=with_consent("share-outputs"),
        method="post",
        data=lambda world: {"given": "no"},
        outcomes=of(CONTACTS, "redirected"),
    ),
    Page(
        name="campaigns:consent",
        about="to be judged",
        arguments=with_consent("human-assessment"),
        method="post",
        data=lambda world: {"given": "yes"},
        outcomes=of(ORGANISERS, "redirected"),
        in_phase=during(of(CONTACTS, "redirected"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    # Long after registration, until the workshop is over
    Page(name="campaigns:attendee", arguments=in_team, outcomes=everyone("refused")),
    Page(
        name="campaigns:attendee",
        arguments=in_team,
        method="post",
        data=lambda world: {"attendee": "Owen"},
        outcomes=of(CONTACTS, "redirected"),
        in_phase={"public": of(ORGANISERS, "redirected")},
    ),
    *acts("campaigns:attendee", of(ORGANISERS, "redirected"), in_withdrawn_team, about="withdrawn"),
    *acts("campaigns:invite", of(CONTACTS, "redirected"), in_team),
    *acts("campaigns:invite", of(ORGANISERS, "redirected"), in_withdrawn_team, about="withdrawn"),
    *acts("campaigns:withdraw-team-invitation", of(CONTACTS, "redirected"), with_team_invitation),
    *acts("campaigns:contact", of(CONTACTS, "redirected"), with_member),
    *acts("campaigns:remove-member", of(CONTACTS, "redirected"), with_member),
    *acts(
        "campaigns:remove-member",
        of((*TEAM, *ORGANISERS), "not found"),
        with_rival,
        about="of rivals",
    ),
    *acts("campaigns:team-code", of(ORGANISERS, "redirected"), in_team),
    *acts("campaigns:extend", of(ORGANISERS, "redirected"), in_team),
    *acts(
        "campaigns:revoke-extension", of(ORGANISERS, "redirected"), with_extension, data=lambda world: {"reason": "x"}
    ),
    *acts(
        "campaigns:revoke-extension",
        of(ORGANISERS, "not found"),
        with_extension_of_another,
        about="of another team",
    ),
    *acts("campaigns:judged", of(ORGANISERS, "redirected"), in_team, data=lambda world: {"judged": "yes"}),
    *acts("campaigns:take-part", of(ORGANISERS, "redirected"), in_team),
    # Organisers
    Page(name="campaigns:dashboard", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="campaigns:teams", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="campaigns:people", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="campaigns:mails", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("campaigns:try-mails", of(ORGANISERS, "redirected"), in_campaign),
    *acts(
        "campaigns:try-mails",
        of(ORGANISERS, "not found"),
        in_campaign,
        about="about an account",
        data=lambda world: {"mail": world.mail_about_account},
    ),
    Page(name="campaigns:log", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts(
        "campaigns:undo",
        of(ORGANISERS, "redirected"),
        lambda world: {**in_campaign(world), "event_id": world.campaign.events.filter(act="message.send").get().pk},
    ),
    Page(
        name="campaigns:team-table",
        arguments=lambda world: {**in_campaign(world), "ending": "csv"},
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(name="campaigns:edit-rulebook", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="campaigns:rulebook-history", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("campaigns:end-role", of(ORGANISERS, "redirected"), with_membership),
    *acts("campaigns:withdraw-role-invitation", of(ORGANISERS, "redirected"), with_invitation),
    *acts("campaigns:listing", of(ORGANISERS, "redirected"), in_campaign),
    *acts("campaigns:archive", of(ORGANISERS, "redirected"), in_campaign, data=lambda world: {"archived": "yes"}),
    # Organisers archive a campaign; who creates campaigns deletes them
    Page(name="campaigns:delete", arguments=in_campaign, outcomes=of(("administrator",), "shown")),
    Page(
        name="campaigns:delete",
        arguments=in_campaign,
        method="post",
        data=lambda world: {"title": world.campaign.title},
        outcomes=of(("administrator",), "shown"),
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    # Campaigns: who knows the address of one that is not listed sees its rules
    Operation(name="list_campaigns", outcomes=everybody("done")),
    Operation(name="add_campaign", body={"rulebook": "="}, outcomes=by_token(("administrator",), "invalid")),
    Operation(
        name="add_campaign_from_model",
        arguments=lambda world: {"name": "wmt"},
        body={"id": "new", "title": "New", "start": "2001-01-01"},
        outcomes=by_token(("administrator",), "refused"),
    ),
    Operation(
        name="add_duplicate",
        body={"id": "new", "title": "New", "start": "2001-01-01"},
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    Operation(name="list_earlier_rulebooks", outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="show_earlier_rulebook",
        arguments=lambda world: {"number": 7},
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    Operation(name="show_campaign", outcomes=everybody("done")),
    Operation(name="show_schedule", outcomes=everybody("done")),
    Operation(name="change_listing", body={"listed": True}, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="change_archive", body={"archived": True}, outcomes=by_token(ORGANISERS, "done")),
    # Teams have submitted
    Operation(
        name="remove_campaign",
        body=lambda world: {"title": world.campaign.title},
        outcomes=by_token(("administrator",), "refused"),
    ),
    Operation(name="list_deleted", outcomes=by_token(("administrator",), "done")),
    Operation(name="list_acts_of_deleted", arguments=of_deleted, outcomes=by_token(("administrator",), "done")),
    Operation(
        name="list_acts_of_deleted",
        about="not there",
        arguments=lambda world: {"deleted_id": 0},
        outcomes=by_token(("administrator",), "not found"),
    ),
    Operation(name="show_rulebook", outcomes=everybody("done")),
    Operation(name="show_rulebook_text", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="check_rulebook", body={"rulebook": "="}, outcomes=by_token(ORGANISERS, "invalid")),
    Operation(
        name="replace_rulebook",
        body={"rulebook": "=", "version": ""},
        outcomes=by_token(ORGANISERS, "invalid"),
    ),
    Operation(name="list_published_scores", outcomes=everybody("done")),
    Operation(
        name="add_published_scores",
        body={"system": "", "track": "", "language_pair": "", "test_set": "", "scores": {}, "source": ""},
        outcomes=by_token(ORGANISERS, "invalid"),
    ),
    Operation(
        name="delete_published_scores",
        arguments=with_no_published_scores,
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    # Teams
    Operation(name="show_role", outcomes=by_token(SIGNED_IN, "done")),
    Operation(name="list_teams", outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_team",
        body=NEW_TEAM,
        outcomes=by_token((), "done"),
        in_phase=during(by_token(WITHOUT_A_TEAM, "done"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Operation(name="show_team", outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(name="show_team", about="not there", arguments=in_no_team, outcomes=by_token(ORGANISERS, "not found")),
    Operation(
        name="show_team",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=by_token(("withdrawn", *ORGANISERS), "done"),
    ),
    Operation(
        name="change_team",
        body={"name": ""},
        outcomes=by_token(ORGANISERS, "invalid"),
        in_phase=during(by_token(("owner", *ORGANISERS), "invalid"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    # Until the workshop is over
    Operation(
        name="set_attendee",
        body={"attendee": "Owen"},
        outcomes=by_token(("owner", *ORGANISERS), "done"),
        in_phase={"public": by_token(ORGANISERS, "done")},
    ),
    Operation(
        name="change_consent",
        arguments=with_consent("share-outputs"),
        body={"given": False},
        outcomes=by_token(("owner", *ORGANISERS), "done"),
    ),
    Operation(
        name="change_consent",
        about="to be judged",
        arguments=with_consent("human-assessment"),
        body={"given": True},
        outcomes=by_token(ORGANISERS, "done"),
        in_phase=during(by_token(("owner", *ORGANISERS), "done"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Operation(
        name="sign",
        arguments=with_agreement,
        # It is signed already
        outcomes=by_token(("owner",), "done"),
    ),
    # Packages bear the one that it has
    Operation(name="set_team_code", body={"code": "NEW"}, outcomes=by_token(ORGANISERS, "refused")),
    # There is no such phase
    Operation(
        name="extend_phase",
        arguments=lambda world: {**in_team(world), "phase": "none"},
        body={"until": "2030-01-01T00:00Z", "reason": "a storm"},
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    Operation(
        name="end_extension",
        arguments=lambda world: {**in_team(world), "phase": world.team.extensions.get().phase},
        body={"reason": "the storm is over"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="note_judged", body={"judged": True}, outcomes=by_token(ORGANISERS, "done")),
    *(
        Operation(
            name=name,
            about=about,
            arguments=arguments,
            body={"reason": "asked"},
            outcomes=by_token(ORGANISERS, outcome),
        )
        for name, about, arguments, outcome in REASONED
    ),
    *(
        row
        for name in ("list_members", "list_team_invitations")
        for row in (
            Operation(name=name, outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
            Operation(
                name=name,
                about="withdrawn",
                arguments=in_withdrawn_team,
                outcomes=by_token(("withdrawn", *ORGANISERS), "done"),
            ),
        )
    ),
    Operation(
        name="change_member",
        arguments=with_member,
        body={"is_contact": True},
        outcomes=by_token(CONTACTS, "done"),
    ),
    Operation(
        name="change_member",
        about="of rivals",
        arguments=with_rival,
        body={"is_contact": True},
        outcomes=by_token(CONTACTS, "not found"),
    ),
    # Everyone may leave, but for the only contact person
    Operation(name="delete_member", arguments=with_team_mate, outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(name="delete_member", about="contact", arguments=with_member, outcomes=by_token(CONTACTS, "refused")),
    Operation(
        name="delete_member",
        about="of rivals",
        arguments=with_rival,
        outcomes=by_token(TEAM_AND_ORGANISERS, "not found"),
    ),
    Operation(name="invite_member", body={"email": "new@example.org"}, outcomes=by_token(CONTACTS, "done")),
    Operation(
        name="invite_member",
        about="withdrawn",
        arguments=in_withdrawn_team,
        body={"email": "new@example.org"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(
        name="delete_team_invitation",
        arguments=with_team_invitation,
        outcomes=by_token(CONTACTS, "done"),
    ),
    Operation(
        name="delete_team_invitation",
        about="into a role",
        arguments=lambda world: {**in_team(world), **with_invitation(world)},
        outcomes=by_token(CONTACTS, "not found"),
    ),
    # People
    Operation(name="list_people", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="end_role", arguments=with_membership, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="list_invitations", outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="invite_person",
        body={"email": "new@example.org", "role": "judge"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="delete_invitation", arguments=with_invitation, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="delete_invitation",
        about="into a team",
        arguments=with_team_invitation,
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    Operation(name="show_dashboard", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="list_acts", outcomes=by_token(ORGANISERS, "done")),
    # Nobody is in two teams
    Operation(name="accept", about="dead", body=by_dead_link, outcomes=by_token(SIGNED_IN, "not found")),
    Operation(name="accept", body=by_link, outcomes=by_token(WITHOUT_A_TEAM, "done", others="refused")),
)
