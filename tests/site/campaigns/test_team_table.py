"""The table of teams, for spreadsheets."""

from __future__ import annotations

import csv
import io

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from tests.reports.test_spreadsheets import cells
from tests.site.campaigns.test_organise import HOME, SignIn

TABLE = f"{HOME}teams/table."


def test_teams_as_csv_and_xlsx_have_the_same_rows(team: Team, rival: User, organiser: User, signed_in: SignIn) -> None:
    client = signed_in(organiser)
    response = client.get(f"{TABLE}csv")
    assert response["Content-Disposition"] == 'attachment; filename="harbour-teams.csv"'
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0][:5] == ["team", "code", "institutions", "contacts", "addresses"]
    assert [row[:5] for row in rows[1:]] == [
        ["Our Institute", "OURS", "", "Owner", "owner@example.org"],
        ["Their Lab", "THEIRS", "", "Rival", "rival@example.org"],
    ]
    assert rows == cells(client.get(f"{TABLE}xlsx").content)
    assert client.get(f"{TABLE}pdf").status_code == 404


def test_a_name_that_looks_like_a_formula_is_text(team: Team, organiser: User, signed_in: SignIn) -> None:
    Team.objects.filter(pk=team.pk).update(name="=1+1")
    client = signed_in(organiser)
    assert "'=1+1," in client.get(f"{TABLE}csv").content.decode()
    assert client.get(f"{TABLE}tsv").content.decode().splitlines()[1].startswith("=1+1\t")
