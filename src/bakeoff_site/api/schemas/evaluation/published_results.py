"""Published results: versions, what they corrected, their tables and files."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.names import PlainName
from bakeoff_site.publication.choices import PublishedFor
from bakeoff_site.publication.selectors.versions import AudiencePlan, VersionView
from bakeoff_site.publication.selectors.years import YearsOnSet


class PublishedCorrectionOut(Schema):
    place: str
    what: str
    before: str
    """Empty where it is new."""
    after: str
    """Empty where it is gone."""


class VersionFileOut(Schema):
    kind: str
    """`package`, `report` or `tables`."""
    name: str
    size: int
    sha256: str


class PublishedVersionOut(Schema):
    number: int
    audience: str
    """`public` or `participants`."""
    stage: str
    """`preliminary`, `adjudication` or `public`."""
    published_at: datetime
    reason: str
    """Why it replaces the version before it."""
    digest: str
    """Checksum of its numbers."""
    corrections: list[PublishedCorrectionOut]
    files: list[VersionFileOut]


class PublishedTableOut(Schema):
    id: str
    name: str
    """As `report.tables` of the rulebook calls it."""
    section: str
    title: str


class YearOut(Schema):
    title: str
    """The earlier campaign, or `This year`."""
    system: str
    """The best compared system of that year."""
    team: str
    score: str
    """As tables print it."""
    is_this_year: bool
    remark: str
    """Why its score cannot be compared with that of this year; empty where it can."""


class YearsOnSetOut(Schema):
    title: str
    """The board by its titles."""
    metric: str
    years: list[YearOut]
    """Earlier years first."""


class PublicationPlanOut(Schema):
    audience: str
    opens: datetime | None
    """When the rulebook first releases scores to it."""
    state: str
    """`being made`, `ready`, `being published`, `published` or `failed`: of the version to come, else of the last."""
    failure: str
    published: int | None
    """The number of the version in force."""
    is_outdated: bool
    """Whether something that it rests on has changed since."""
    corrections: list[PublishedCorrectionOut]
    """What the version to come changes."""
    left_out: list[str]
    """What is not in its package, in sentences."""


class PrepareIn(Body):
    licence: Annotated[PlainName, Field(max_length=200)] = ""
    """Of the release package, in words or by its SPDX id."""


class PublishIn(Body):
    reason: str = ""
    """Why numbers are different from the version before."""


def published_version_out(view: VersionView) -> PublishedVersionOut:
    version = view.version
    assert version.number is not None
    assert version.published_at is not None
    return PublishedVersionOut(
        number=version.number,
        audience=version.audience,
        stage=version.stage,
        published_at=version.published_at,
        reason=version.reason,
        digest=version.numbers_digest,
        corrections=_corrections(view),
        files=[
            VersionFileOut(kind=each.kind, name=each.name, size=each.size, sha256=each.sha256) for each in view.files
        ],
    )


def published_table_out(table: dict[str, str]) -> PublishedTableOut:
    return PublishedTableOut(id=table["id"], name=table["name"], section=table["section"], title=table["title"])


def years_on_set_out(found: YearsOnSet) -> YearsOnSetOut:
    return YearsOnSetOut(
        title=found.title,
        metric=found.metric,
        years=[
            YearOut(
                title=row.title,
                system=row.system,
                team=row.team,
                score=row.text,
                is_this_year=row.is_this_year,
                remark=row.remark,
            )
            for row in found.rows
        ],
    )


def publication_plan_out(plan: AudiencePlan) -> PublicationPlanOut:
    coming = plan.coming
    return PublicationPlanOut(
        audience=PublishedFor(plan.audience).value,
        opens=plan.opens,
        state=plan.state,
        failure=plan.failure,
        published=None if plan.published is None else plan.published.version.number,
        is_outdated=plan.is_outdated,
        corrections=[] if coming is None else _corrections(coming),
        left_out=[] if coming is None else list(coming.version.left_out),
    )


def _corrections(view: VersionView) -> list[PublishedCorrectionOut]:
    return [
        PublishedCorrectionOut(place=each.place, what=each.what, before=each.before, after=each.after)
        for each in view.corrections
    ]
