"""People who look at pages: each asks for one, reads for a second, asks for the next."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import httpx


@dataclass
class Visits:
    """What people met with: milliseconds by the kind of page, and answers that were none."""

    milliseconds: dict[str, list[float]]
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def every(self) -> list[float]:
        return [each for found in self.milliseconds.values() for each in found]


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that a percentage of all does not exceed."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


@dataclass(frozen=True, kw_only=True)
class Town:
    """Where people go, and how long they read."""

    base_url: str
    pages: Mapping[str, Sequence[str]]
    """Addresses by the kind of page; kinds are asked for equally often."""
    think_seconds: float = 1.0

    def visit(self, cookies: Sequence[str], *, seconds: float) -> Visits:
        """Lets a person for each session (empty: a stranger) look at pages for some time."""
        return asyncio.run(self._visit(cookies, seconds))

    async def _visit(self, cookies: Sequence[str], seconds: float) -> Visits:
        visits = Visits({kind: [] for kind in self.pages})
        # To make them takes a second; if each did it on arrival, all would ask for their first page at one moment.
        clients = [self._client(cookie) for cookie in cookies]
        begin = time.perf_counter()
        people = [
            self._look_around(visits, client, rng=random.Random(number), until=begin + seconds)
            for number, client in enumerate(clients)
        ]
        await asyncio.gather(*people)
        visits.seconds = time.perf_counter() - begin
        return visits

    def _client(self, cookie: str) -> httpx.AsyncClient:
        """A connection for each person, as browsers have; the proxy of the machine is none of our business."""
        headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
        return httpx.AsyncClient(base_url=self.base_url, headers=headers, trust_env=False, timeout=30)

    async def _look_around(
        self, visits: Visits, client: httpx.AsyncClient, *, rng: random.Random, until: float
    ) -> None:
        async with client:
            await asyncio.sleep(rng.uniform(0, self.think_seconds))
            while time.perf_counter() < until:
                kind = rng.choice(list(self.pages))
                begin = time.perf_counter()
                try:
                    answer = await client.get(rng.choice(self.pages[kind]))
                except httpx.TransportError as error:
                    visits.errors[type(error).__name__] += 1
                else:
                    visits.milliseconds[kind].append(1000 * (time.perf_counter() - begin))
                    if answer.status_code != httpx.codes.OK:
                        visits.errors[str(answer.status_code)] += 1
                await asyncio.sleep(rng.uniform(0.5, 1.5) * self.think_seconds)
