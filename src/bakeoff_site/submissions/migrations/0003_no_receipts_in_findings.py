"""Whose output a run is a copy of stood in findings, which its team reads; it goes into rows for organisers."""

import re

from django.apps.registry import Apps
from django.db import migrations

_TOLD = re.compile(r"equal to (?P<system>.*) of another team \(receipt (?P<number>\d+)\)")


def take_out_receipts(apps: Apps, _editor: object) -> None:
    """Findings that named the receipt of the other team."""
    Submission, Run, Copy = (apps.get_model("submissions", name) for name in ("Submission", "Run", "Copy"))
    for submission in Submission.objects.filter(findings__icontains="of another team (receipt"):
        for finding in submission.findings:
            told = _TOLD.search(finding["found"]) if finding["code"] == "text-copied" else None
            if told is None:
                continue
            finding["found"] = _TOLD.sub("equal to the output of another site", finding["found"])
            others = Run.objects.filter(
                submission__campaign=submission.campaign_id, submission__number=told["number"], system=told["system"]
            )
            own = Run.objects.filter(submission=submission, file_name=finding["file"]).select_related("board").first()
            if own is not None:
                others = others.filter(board__language_pair=own.board.language_pair, board__test_set=own.board.test_set)
            for run in others:
                Copy.objects.get_or_create(submission=submission, file_name=finding["file"], run=run)
        submission.save()


class Migration(migrations.Migration):
    dependencies = (("submissions", "0002_copies_of_other_sites"),)

    operations = (migrations.RunPython(take_out_receipts, migrations.RunPython.noop),)
