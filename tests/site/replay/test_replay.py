from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.rulebook import find_rulebook, read_rulebook, rulebook_names
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign
from tests.site.api.conftest import speaking as sp
from bakeoff_site.accounts.services.tokens import TOKEN_MAX_AGE
from tests.site.conftest import Clock, _member, person
from tests.site.replay.packing import Packer, entries
from tests.site.replay.steps import Entrant, Replay, moments

def speaking(u): return sp(u, lifetime=TOKEN_MAX_AGE)
pytestmark = pytest.mark.django_db
from bakeoff_site.api.limits import BUCKETS

def test_try(request, rulebook, administrator, clock: Clock, tmp_path: Path, settings: Any, monkeypatch) -> None:
    settings.DATA_FOLDER = tmp_path / "data"
    monkeypatch.setattr(BUCKETS, "spend", lambda *a, **k: 0)
    rules = read_rulebook(rulebook)
    timeline = moments(rules)
    clock.move_to(timeline[0][0])
    made = speaking(administrator).create_campaign(find_rulebook(rulebook).read_text(encoding="utf-8"))
    campaign = Campaign.objects.get(slug=made.slug)
    assert campaign.rules == rules
    organiser = speaking(_member(campaign, "Olga Organiser", MembershipRole.ORGANISER))
    replay = Replay(rules, campaign, organiser, {}, {}, clock, tmp_path)
    ent = {}
    for site, errors in (("ALPHA", 2), ("BETA", 4)):
        ent[site] = Entrant(site, speaking(person(site)), Packer(rules, site, errors, tmp_path))
    replay.entrants = ent
    clock.move_into(campaign, "registration")
    for e in ent.values():
        e.client = speaking(person("p"+e.site))
        replay.register(e, pairs=list(rules.language_pairs), signs=True, consents=True)
    import time
    t=time.process_time()
    replay.add_data()
    print("data", time.process_time()-t, [ (m.test_set, m.language_pair, m.kind) for m in organiser.missing_data(campaign.slug)])
    for when, phase, what in timeline:
        clock.move_to(when)
        for e in ent.values():
            e.client = speaking(person(f"p{e.site}{when}{phase}{what}")) if 0 else e.client
        for opening in rules.phases[phase].opens:
            act, _, kind = opening.partition(":")
            if act == "submit" and what == "middle":
                for e in ent.values():
                    t=time.process_time()
                    runs = list(entries(rules, rules.submission.packages[kind], e.pairs))
                    for s in replay.hand_in(e, runs):
                        print(phase, e.site, s.state, len(s.runs), [f for f in s.findings][:3], round(time.process_time()-t, 2))
    for b in organiser.boards(campaign.slug):
        print(b.title, b.runs, b.metric, b.leader, b.best)
