"""That a screen was shown."""

from __future__ import annotations

from datetime import datetime

from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.services.dealing import renew_lease


def note_shown(screen: Screen, *, now: datetime) -> None:
    """Notes when a screen was first shown: from then on time counts."""
    if screen.shown_at is None:
        screen.shown_at = now
        Screen.objects.filter(pk=screen.pk, shown_at=None).update(shown_at=now)
    if screen.state == ScreenState.HELD:
        renew_lease(screen, now=now)
