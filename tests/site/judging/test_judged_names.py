"""What human evaluations call systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.judgments import SHARED
from bakeoff_site.judging.selectors.judged_texts import texts_for
from bakeoff_site.submissions.models import Run
from tests.site.judging.world import judged_campaign


@pytest.mark.django_db
def test_a_comma_in_the_title_of_a_system_does_not_make_it_two(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path
    campaign = judged_campaign()
    run = Run.objects.filter(board__language_pair="en-ar").order_by("pk")[0]
    Run.objects.filter(pk=run.pk).update(name="Baseline (Moses, supplied data only)")
    texts = texts_for(campaign, next(iter(campaign.rules.human.values())))
    names = {name for pair, _, name in texts.runs if pair == "en-ar"}
    assert "Baseline (Moses; supplied data only)" in names
    assert not any(SHARED in name for name in names)
    assert names <= {name for each in texts.texts for name in each.texts.systems}
