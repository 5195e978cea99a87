"""`bakeoff submit`: submits a package on a campaign server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.campaigns.check import print_lines
from bakeoff.cli.interface.options import format_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.rules import given_token, token_file_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.client import CampaignRole, Client, OwnTeam, Submission
    from bakeoff.rulebook import Rulebook
    from bakeoff.submissions.checker import CheckReport
    from bakeoff.submissions.packages.entries import StatedInput

_SHOWN = 10
"""How many campaigns an error about an unknown one lists at most."""


@click.command("submit")
@click.argument("package_path", metavar="PACKAGE")
@click.option("--campaign", "slug", required=True, metavar="NAME", help="Campaign, as its address calls it.")
@click.option("--server", envvar="BAKEOFF_SERVER", metavar="URL", help="Address of the server; or BAKEOFF_SERVER.")
@token_file_option("File that holds your token and nothing else; without it BAKEOFF_TOKEN is used.")
@click.option("--team", "code", default="", metavar="CODE", help="Your team that submits, where you are in several.")
@click.option("--package", "kind", default="", metavar="KIND", help="Kind of package; by default what its names say.")
@click.option("--input", "named", default="", metavar="NAME", help="What the systems started from: n-best, audio, ….")
@click.option(
    "--released-run",
    "released_runs",
    multiple=True,
    metavar="NAME",
    help="Released run that the systems started from; may be repeated.",
)
@click.option(
    "-s",
    "--source",
    "sources",
    multiple=True,
    metavar="SRC",
    help="Source that runs are compared with before they are sent; may be repeated.",
)
@click.option("--check/--no-check", default=True, show_default=True, help="Check the package here before it is sent.")
@click.option("--check-only", is_flag=True, help="Check by the rules of the server, and send nothing.")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait for the server's verdict.")
@format_option
def command(
    *,
    package_path: str,
    slug: str,
    server: str | None,
    token_file: str | None,
    code: str,
    kind: str,
    named: str,
    released_runs: tuple[str, ...],
    sources: Sequence[str],
    check: bool,
    check_only: bool,
    wait: bool,
    output_format: str,
) -> None:
    """Submit a package on a campaign server.

    \b
    bakeoff submit OpenMT12_Eval_NIST_ara2eng_01.tgz --campaign openmt2012 --server https://bakeoff.example
    bakeoff submit package.tgz --campaign openmt2012 --token-file ~/.bakeoff-token --source source.xml --no-wait
    bakeoff submit IWSLT12_slt_KIT.tgz --campaign iwslt2012 --input released-runs --released-run NICT

    PACKAGE is an archive or a single file. It is checked here first by the rules of the server, so that nothing is
    sent that cannot be valid. You see what it will replace, as on the page to submit; then it is sent in pieces,
    which a lost connection does not undo. The receipt (number, time in the zone of the campaign, sha256) is yours once
    it is printed. The server checks what it alone knows, such as earlier versions: its findings are printed as bakeoff
    check prints them, with the version, whether the package is late, and for each run whether it is official and what
    it replaces. Exits 0 for a valid package, 1 for an invalid one.

    Where a track has several inputs, --input says which one the systems of the package started from, unless file names
    have a field for it.

    The token comes from a file or from the variable BAKEOFF_TOKEN, never from the call, which others can see. It needs
    the scope submit.
    """
    from bakeoff.cli.campaigns.submit_output import next_package_lines, receipt_line
    from bakeoff.client import Client
    from bakeoff.submissions.packages.entries import StatedInput

    path = _checked_path(package_path)
    stated = StatedInput(named or None, released_runs)
    with Client(_server(server), _token(token_file)) as client:
        team = _own_team(client, slug, code)
        rulebook = client.rulebook(slug)
        if check or check_only:
            report = _checked_here(client, slug, path, team, rulebook, kind=kind, sources=sources, stated=stated)
            if report.valid and output_format == "text":
                for line in next_package_lines(client.offers(slug, team.id), report, rulebook):
                    remark(line)
            if check_only or not report.valid:
                _print(report, None, rulebook, output_format)
                remark("Nothing was sent. What the server alone knows, such as earlier packages, was not checked.")
                raise click.exceptions.Exit(0 if report.valid else 1)
        with progress_bar("Sending") as progress:
            submission = client.submit(
                slug, team.id, path, package=kind, input=named, released_runs=released_runs, progress=progress
            )
        if output_format == "text":
            click.echo(receipt_line(submission, rulebook))
        if wait:
            submission = _checked_there(client, slug, submission)
    _print(_verdict(submission), submission, rulebook, output_format)
    if submission.state == "invalid":
        raise click.exceptions.Exit(1)


def _checked_path(text: str) -> Path:
    path = Path(text)
    if path.is_dir():
        raise BakeoffError(f"{text} is a folder: make an archive of it first, by bakeoff pack or tar.")
    if not path.is_file():
        raise BakeoffError(f"{text}: expected a file, found nothing of that name.")
    if not path.stat().st_size:
        raise BakeoffError(f"{text} is empty (0 bytes). Nothing was sent: make the package again.")
    return path


def _server(given: str | None) -> str:
    if not given:
        raise BakeoffError("say which server: --server https://…, or set BAKEOFF_SERVER.")
    return given


def _token(file: str | None) -> str:
    token = given_token(file)
    if not token and file is None:
        raise BakeoffError("a token is needed: --token-file FILE, or set BAKEOFF_TOKEN. Your account makes tokens.")
    return token


def _own_team(client: Client, slug: str, code: str) -> OwnTeam:
    """The team of the caller that submits: the one that the call names, or the only one."""
    role = _role(client, slug)
    if not role.teams:
        raise BakeoffError(f"you belong to no team of {slug}: register one on {client.base_url}, or ask to be invited.")
    codes = ", ".join(team.code or team.name for team in role.teams)
    if not code and role.team is None:
        raise BakeoffError(f"you are in several teams of {slug}: say by --team which of them submits: {codes}.")
    own = [team for team in role.teams if not code or code in (team.code, team.name)]
    if not own:
        raise BakeoffError(f"--team: expected a team of yours ({codes}), found {code}.")
    return own[0]


def _role(client: Client, slug: str) -> CampaignRole:
    """The first question to the server, by which a wrong address, token or campaign shows."""
    from bakeoff.client import MissingError, ServerError, UnauthenticatedError, UnreachableError

    server = client.base_url
    try:
        return client.role_in(slug)
    except UnreachableError as error:
        raise BakeoffError(f"{error} Is --server (or BAKEOFF_SERVER) right, and does the server run?") from None
    except ServerError as error:
        if not error.code:
            raise BakeoffError(
                f"--server: expected the address of a Bakeoff server such as https://bakeoff.example, found {server}, "
                f"which answers with the status {error.status}. Give only the start of the address."
            ) from None
        if isinstance(error, UnauthenticatedError):
            raise BakeoffError(
                f"{server} does not take this token: it is wrong, expired or revoked. Make one with the scope submit "
                f"on {server}/account/tokens/new/."
            ) from None
        if not isinstance(error, MissingError):
            raise
    known = ", ".join(row.slug for row in islice(client.campaigns(), _SHOWN))
    raise BakeoffError(
        f"--campaign: {server} has no campaign {slug!r}; "
        + (f"expected one as its address calls it: {known}." if known else "none of its campaigns is open to you.")
    )


def _checked_here(
    client: Client,
    slug: str,
    path: Path,
    team: OwnTeam,
    rulebook: Rulebook,
    *,
    kind: str,
    sources: Sequence[str],
    stated: StatedInput,
) -> CheckReport:
    """What the checker finds without what the server alone knows: the team's earlier packages, others' teams."""
    from bakeoff.submissions.checker import check_package

    report = check_package(
        path,
        rulebook,
        sources=sources,
        team=team.code or None,
        package=kind or None,
        when=client.schedule(slug).now,
        stated=stated,
    )
    # The server has what these rules need: it checks them once it has the package.
    return replace(report, findings=tuple(each for each in report.findings if each.severity != "not-checked"))


def _checked_there(client: Client, slug: str, submission: Submission) -> Submission:
    submission = client.wait_for_verdict(slug, submission.number)
    if submission.state == "received":
        remark("The server has not checked it yet; the findings will be on the page of the receipt.")
    return submission


def _verdict(submission: Submission) -> CheckReport:
    """What the server found, as the checker itself says it."""
    from bakeoff.submissions.checker import CheckReport

    return CheckReport(name=submission.name, package=submission.package or None, findings=submission.findings)


def _print(report: CheckReport, submission: Submission | None, rulebook: Rulebook, output_format: str) -> None:
    from bakeoff.cli.campaigns.submit_output import outcome_lines, receipt_json
    from bakeoff.reports.campaigns.submission_checks import check_json, check_lines

    if output_format == "json":
        print_json(check_json(report) | receipt_json(submission))
    elif output_format == "text":
        if submission is not None:
            for line in outcome_lines(submission, rulebook):
                click.echo(line)
        if submission is None or submission.state != "received":
            print_lines(check_lines(report, fixed=True))  # fixing is what bakeoff check offers
    else:
        from bakeoff.reports import findings_table

        print_table(findings_table(report.findings), output_format)
