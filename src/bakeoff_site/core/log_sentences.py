"""The log in words: what each act is called in a sentence that starts with who did it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from bakeoff.data.sentences import capitalized
from bakeoff_site.core.models import AuditEvent

SENTENCES: Mapping[str, str] = {
    "account.add-second-factor": "turned on the second factor",
    "account.change-address": "changed the address from {before} to {subject}",
    "account.change-password": "changed the password",
    "account.change-profile": "changed the profile",
    "account.make-token": "made the token {subject}",
    "account.remove-second-factor": "turned off the second factor",
    "account.renew-recovery-codes": "made new recovery codes",
    "account.reset-password": "set a new password by a mailed link",
    "account.revoke-token": "revoked the token {subject}",
    "account.sign-in": "signed in",
    "account.sign-out-everywhere": "signed out everywhere",
    "account.sign-up": "created an account",
    "account.use-recovery-code": "signed in with a recovery code",
    "account.verify-address": "verified the address {subject}",
    "administrator.appoint": "made {subject} an administrator",
    "campaign.archive": "archived the campaign",
    "campaign.change-rulebook": "changed the rulebook",
    "campaign.create": "created the campaign",
    "campaign.delete": "deleted the campaign {subject}",
    "campaign.list": "put the campaign on the public list",
    "campaign.unarchive": "took the campaign out of the archive",
    "campaign.unlist": "took the campaign off the public list",
    "correction.apply": "made a new version of a reference: {subject}",
    "correction.decide": "decided on corrections: {subject}",
    "correction.propose": "proposed corrections: {subject}",
    "correction.withdraw": "withdrew a proposed correction: {subject}",
    "data.add": "added the file {subject}",
    "data.download": "downloaded {subject}",
    "data.remove": "removed the file {subject}",
    "data.replace": "replaced the file {subject}",
    "description.submit": "submitted the system description of {subject}",
    "invitation.accept": "accepted the invitation to {subject}",
    "invitation.send": "invited {email} to {subject}",
    "invitation.withdraw": "withdrew the invitation of {email} to {subject}",
    "job.retry": "started a failed job again: {subject}",
    "crowds.close": "closed the study {subject}",
    "crowds.include": "counted the work of {worker} in the study {subject} again",
    "crowds.make": "made the study {subject}",
    "crowds.reject": "rejected the work of {worker} in the study {subject}",
    "crowds.release": "let {worker} into the study {subject} from another browser",
    "crowds.reopen": "opened the study {subject} again",
    "crowds.statuses": "uploaded what the platform says about the study {subject}",
    "judging.another_try": "gave {subject} another try of the qualification",
    "judging.block": "ended the judging of {subject}",
    "judging.align-words": "had the words of {subject} aligned again",
    "judging.change": "changed the judging task {subject}: {changed}",
    "judging.constituents": "said which parts of {subject} can be judged",
    "judging.delete": "deleted the judging task {subject}",
    "judging.import": "imported the judgments of {subject}",
    "judging.import-scores": "imported the human scores of {subject}",
    "judging.import-scores-withdraw": "withdrew the imported human scores of {subject}",
    "judging.import-withdraw": "withdrew the imported judgments of {subject}",
    "judging.exclude": "left the judgments of {subject} out of the results",
    "judging.include": "counted the judgments of {subject} again",
    "judging.join": "became a judge of {subject} by a link",
    "judging.make-link": "made a link for judges of {subject}",
    "judging.offline-download": "took along {screens} screens of {subject} to judge offline",
    "judging.offline-return": "gave back {screens} screens of an offline file of {subject}",
    "judging.offline-take-back": "took back {screens} screens of {subject} from an offline file of {judge}",
    "judging.offline-upload": "uploaded answers to {screens} screens of {subject} that were judged offline",
    "judging.open": "changed when judging is open: {subject}",
    "judging.owe": "set what each team owes of {subject}",
    "judging.plan": "planned the judging task {subject}",
    "judging.readmit": "counted the judgments of {subject} again after a block",
    "judging.remind": "reminded {people} people of {subject}",
    "judging.revoke-link": "revoked a link for judges of {subject}",
    "judging.unwaive": "asked {team} for its share of {subject} again",
    "judging.waive": "waived the share of {team} of {subject}",
    "results.discard": "discarded the prepared {subject}",
    "results.import-year": "imported the earlier year {subject}",
    "results.prepare": "prepared {subject}",
    "results.publish": "published {subject}",
    "results.remove-year": "removed the earlier year {subject}",
    "logo.remove": "removed the logo",
    "logo.set": "set the logo",
    "mail.try-again": "had {subject} sent again",
    "message.send": "wrote to {people} people: {subject}",
    "message.take-back": "took back the message “{subject}”",
    "outputs.clear": "cleared outputs for combination: {subject}",
    "page.add": "added the page {subject}",
    "page.change": "changed the page {subject}",
    "page.delete": "deleted the page {subject}",
    "page.hide": "hid the page {subject}",
    "page.move": "moved the page {subject}",
    "page.publish": "published the page {subject}",
    "role.copy": "gave {person} the same role as before: {subject}",
    "role.end": "ended the role of {person} as {subject}",
    "run.enter": "entered a run of {subject}",
    "run.release": "released {subject} as input of another track",
    "scores.again": "had {subject} scored again",
    "scores.upload": "uploaded scores: {subject}",
    "scores.withdraw": "withdrew uploaded scores: {subject}",
    "submission.check": "checked {subject}",
    "submission.receive": "submitted {subject}",
    "submission.withdraw": "withdrew {subject}",
    "team.assign-code": "gave {subject} its team code",
    "team.attend": "named who attends the workshop for {subject}",
    "team.change-registration": "changed the registration of {subject}",
    "team.complete-share": "noted that the share of {subject} is complete",
    "team.consent": "consented for {subject}",
    "team.extend": "gave {subject} more time",
    "team.judged": "noted that {subject} has judged its share",
    "team.leave": "left the team {subject}",
    "team.make-contact": "made {person} a contact person of {subject}",
    "team.not-judged": "noted that {subject} has not judged its share",
    "team.register": "registered the team {subject}",
    "team.reinstate": "let {subject} take part again",
    "team.remove-member": "removed {person} from {subject}",
    "team.reopen-share": "noted that the share of {subject} is not complete any more",
    "team.revoke-extension": "revoked the extension of {subject}",
    "team.sign": "signed an agreement for {subject}",
    "team.take-back-consent": "took back a consent of {subject}",
    "team.unmake-contact": "made {person} an ordinary member of {subject}",
    "team.withdraw": "withdrew the team {subject}",
}


def who_acted(event: AuditEvent) -> str:
    """Who did it: somebody, a visitor who had not signed in, or the server itself."""
    if event.actor is not None:
        return str(event.actor)
    return "A visitor" if event.act == "data.download" else "The server"


def what_happened(event: AuditEvent) -> str:
    """What they did; an act of an earlier version that has no sentence is named as it was recorded."""
    pattern = SENTENCES.get(event.act)
    if pattern is None:
        return f"{event.act}: {event.subject}".strip(": ")
    details = {name: value for name, value in _details(event).items() if isinstance(value, str | int)}
    return pattern.format_map(defaultdict(lambda: "–", details | {"subject": event.subject}))


_ADDRESSES: Mapping[str, str] = {"account": "network_address", "invitation": "email", "campaign": "campaign_address"}
"""What earlier versions called `address`, by the group of the act: three things."""


def _details(event: AuditEvent) -> dict[str, object]:
    """The details by the words of today."""
    address = _ADDRESSES.get(event.act.partition(".")[0], "address")
    return {address if key == "address" else key: value for key, value in event.details.items()}


_NAMES: Mapping[str, str] = {
    "sha256": "SHA-256",
    "size": "Size in bytes",
    "ip": "Network address",
    "email": "Email address",
    "user_agent": "Browser",
    "to": "Until",
    "corrections": "Number of corrections",
}
"""Details whose keys are no words of their own."""
_UNTOLD = frozenset({"id", "new_browser", "correction", "place"})
"""Details that only programs need, or that the page shows otherwise."""


def more_about(event: AuditEvent) -> list[tuple[str, str]]:
    """The details that the sentence does not tell, in words."""
    sentence = SENTENCES.get(event.act, "")
    return [
        (_NAMES.get(key, capitalized(key.replace("_", " ").replace("-", " "))), _in_words(value))
        for key, value in _details(event).items()
        if key not in _UNTOLD and f"{{{key}}}" not in sentence and value not in (None, "", [], {})
    ]


def _in_words(value: object) -> str:
    match value:
        case bool():
            return "Yes" if value else "No"
        case dict():
            return "; ".join(f"{key}: {_in_words(each)}" for key, each in value.items())
        case list():
            return ", ".join(_in_words(each) for each in value)
    return str(value)


def act_in_words(act: str) -> str:
    """A kind of act, for a list to choose from."""
    words = SENTENCES.get(act, act)
    for field in ("{subject}", "{person}", "{email}", "{people}", "{before}"):
        words = words.replace(field, "…")
    return words.replace(": …", "").removesuffix(" …")
