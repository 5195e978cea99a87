"""What addresses are about: things of the world, by what their addresses call them."""

from __future__ import annotations

from collections.abc import Callable

from bakeoff_site.results.permissions import anonymous_key
from tests.site.world import LINK, RECEIPTS, World


def in_campaign(world: World) -> dict[str, object]:
    return {"slug": world.campaign.slug}


def of_deleted(world: World) -> dict[str, object]:
    return {"deleted_id": world.deleted_id}


def in_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": world.team.pk}


def in_no_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": 0}


def in_withdrawn_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": world.gone.pk}


def by_dead_link(world: World) -> dict[str, object]:
    return {"token": "a-dead-link"}


def by_link(world: World) -> dict[str, object]:
    return {"token": LINK}


def with_agreement(world: World) -> dict[str, object]:
    """The last one that there is to sign."""
    return {**in_team(world), "agreement": list(world.campaign.rules.registration.agreements)[-1]}


def with_consent(consent: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_team(world), "consent": consent}


def with_extension(world: World) -> dict[str, object]:
    return {**in_team(world), "extension_id": world.team.extensions.get().pk}


def with_extension_of_another(world: World) -> dict[str, object]:
    """Below the address of the withdrawn team."""
    return {**with_extension(world), **in_withdrawn_team(world)}


def with_member(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.team.members.get(user=world.people["owner"]).pk}


def with_team_mate(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.team.members.get(user=world.people["team_mate"]).pk}


def with_rival(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.rivals.members.get().pk}


def with_membership(world: World) -> dict[str, object]:
    return {**in_campaign(world), "membership_id": world.campaign.memberships.get(user=world.people["judge"]).pk}


def with_invitation(world: World) -> dict[str, object]:
    return {**in_campaign(world), "invitation_id": world.campaign.invitations.get(team=None).pk}


def with_team_invitation(world: World) -> dict[str, object]:
    return {**in_team(world), "invitation_id": world.team.invitations.get().pk}


def with_upload(world: World) -> dict[str, object]:
    return {**in_team(world), "upload_id": world.uploads["TESTS"].pk}


def with_upload_of_rivals(world: World) -> dict[str, object]:
    return {**in_team(world), "upload_id": world.uploads["RIVAL"].pk}


def with_draft(world: World) -> dict[str, object]:
    return {**in_team(world), "draft_id": world.drafts["TESTS"].pk}


def with_draft_of_rivals(world: World) -> dict[str, object]:
    """Below the address of the team."""
    return {**in_team(world), "draft_id": world.drafts["RIVAL"].pk}


def with_draft_file(world: World) -> dict[str, object]:
    return {**with_draft(world), "file_id": world.drafts["TESTS"].files.get().pk}


def with_draft_file_of_rivals(world: World) -> dict[str, object]:
    return {**with_draft_of_rivals(world), "file_id": world.drafts["RIVAL"].files.get().pk}


def with_receipt(world: World) -> dict[str, object]:
    return {**in_team(world), "number": RECEIPTS["TESTS"]}


def with_receipt_of_rivals(world: World) -> dict[str, object]:
    """Below the address of the team."""
    return {**in_team(world), "number": RECEIPTS["RIVAL"]}


def with_package(site: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "number": RECEIPTS.get(site, 0)}


def with_trial(world: World) -> dict[str, object]:
    return {**in_campaign(world), "trial_id": world.trial.pk}


def with_job(world: World) -> dict[str, object]:
    return {**in_campaign(world), "job_id": world.job.pk}


def with_score_file(world: World) -> dict[str, object]:
    return {**in_campaign(world), "upload_id": world.score_upload.pk}


def with_no_published_scores(world: World) -> dict[str, object]:
    return {**in_campaign(world), "entry": "none"}


def with_token(world: World) -> dict[str, object]:
    return {"token_id": world.token_id}


def with_no_file(world: World) -> dict[str, object]:
    return {**in_campaign(world), "file_id": 0}


def with_file(kind: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "file_id": world.files[kind].pk}


with_source = with_file("source")


def with_system(world: World) -> dict[str, object]:
    return {**in_campaign(world), "system_id": world.campaign.anonymous_systems.get().pk}


def on_board(world: World) -> dict[str, object]:
    return {**in_campaign(world), "board_id": world.board.pk}


def on_no_board(world: World) -> dict[str, object]:
    return {**in_campaign(world), "board_id": 0}


def with_run(site: str) -> Callable[[World], dict[str, object]]:
    """By its number, as those address it who may know whose it is."""
    return lambda world: {**in_campaign(world), "key": str(world.runs[site].pk)}


def nameless(world: World, site: str) -> str:
    """What a run is called in addresses before names are released."""
    return anonymous_key(world.board.pk, world.runs[site].pk)


def with_nameless_run(site: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "key": nameless(world, site)}


def with_correction(world: World) -> dict[str, object]:
    return {**with_file("reference")(world), "correction_id": world.correction.pk}
