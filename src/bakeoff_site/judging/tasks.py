"""What workers do about human evaluation."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.judging.models import ConstituentSource, StoredAnalysis
from bakeoff_site.judging.services.analyses import make_analysis, refresh_outdated
from bakeoff_site.judging.services.constituents import align_words_of
from bakeoff_site.judging.services.dealer_states import store_states
from bakeoff_site.judging.services.packing import pack_judgments
from bakeoff_site.judging.services.quality import check_everyone
from bakeoff_site.judging.services.reach import count_out_of_reach
from bakeoff_site.judging.services.reminders import put_due_reminders
from bakeoff_site.judging.services.shares import count_open_shares


@every(timedelta(minutes=1))
def counts_of_shares(now: datetime) -> None:
    """What teams judged of what they owe is counted, and their step follows."""
    count_open_shares(now)


@every(timedelta(minutes=5))
def reminders_to_judge(now: datetime) -> None:
    """Who is behind is reminded before judging ends."""
    put_due_reminders(now)


@every(timedelta(minutes=10))
def judgments_out_of_reach(now: datetime) -> None:
    """Items that none of the judges can judge are counted, for the to-do list of organisers."""
    count_out_of_reach(now)


@every(timedelta(minutes=1))
def states_of_dealers(now: datetime) -> None:
    """Where dealers are is stored, so that a server that starts again deals at once."""
    store_states(now)


@every(timedelta(minutes=1))
def rules_about_judges(now: datetime) -> None:
    """Judges who fail rules that compare them with others are blocked or flagged."""
    check_everyone(now=now)


@every(timedelta(minutes=1))
def judgments_for_analyses(now: datetime) -> None:
    """Judgments that came are packed as analyses read them; outdated analyses of many judgments are made again."""
    pack_judgments()
    refresh_outdated(now)


@task(JobKind.ANALYSE_JUDGMENTS)
def analyse(analysis_id: int, _report: Report) -> None:
    """Analyses the judgments of a human evaluation."""
    make_analysis(StoredAnalysis.objects.select_related("evaluation__task__campaign").get(pk=analysis_id))


@task(JobKind.ALIGN_WORDS)
def align_words(source_id: int, report: Report) -> None:
    """Aligns the words of the translations of a source with it."""
    source = ConstituentSource.objects.select_related("campaign").get(pk=source_id)
    align_words_of(source, on_progress=report)
