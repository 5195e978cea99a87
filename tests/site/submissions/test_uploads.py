"""Files that come in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage import part_files
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.models import Submission, Upload
from bakeoff_site.submissions.services import (
    WrongOffsetError,
    announce_upload,
    append_chunk,
    clear_uploads,
    finish_upload,
)
from bakeoff_site.submissions.services.uploads import MOST_OPEN, VALID_FOR
from tests.site.conftest import Clock

DATA = b"0123456789"


@pytest.fixture
def upload(team: Team, owner: User) -> Upload:
    return announce_upload(team, name="a.tgz", size=10, package="eval", by=owner)


def test_pieces_become_a_submission(upload: Upload, owner: User) -> None:
    assert append_chunk(upload, offset=0, chunks=[b"01", b"23"]).received == 4
    assert append_chunk(upload, offset=4, chunks=[b"456789"]).received == 10
    submission = finish_upload(upload)
    assert path_of(submission.sha256).read_bytes() == DATA
    assert (submission.name, submission.package, submission.submitted_by) == ("a.tgz", "eval", owner)
    assert part_files.names() == []


def test_finished_twice_it_is_the_same_submission(upload: Upload) -> None:
    append_chunk(upload, offset=0, chunks=[DATA])
    assert finish_upload(upload) == finish_upload(upload)
    assert Submission.objects.count() == 1
    assert part_files.names() == []


def test_a_wrong_offset_is_refused_with_the_right_one(upload: Upload) -> None:
    append_chunk(upload, offset=0, chunks=[b"0123"])
    with pytest.raises(WrongOffsetError, match="from 4 on, found those from 2 on") as refusal:
        append_chunk(upload, offset=2, chunks=[b"23"])
    assert refusal.value.expected == 4
    assert Upload.objects.get().received == 4


def test_what_came_before_a_connection_was_lost_is_kept(upload: Upload) -> None:
    def broken() -> Iterator[bytes]:
        yield b"012"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        append_chunk(upload, offset=0, chunks=broken())
    assert Upload.objects.get().received == 3
    append_chunk(upload, offset=3, chunks=[DATA[3:]])
    assert path_of(finish_upload(upload).sha256).read_bytes() == DATA


def test_bytes_that_a_crash_left_behind_are_written_over(upload: Upload) -> None:
    append_chunk(upload, offset=0, chunks=[b"012"])
    with part_files.path_of(str(upload.pk)).open("ab") as stream:
        stream.write(b"never told to anyone")
    append_chunk(upload, offset=3, chunks=[DATA[3:]])
    assert path_of(finish_upload(upload).sha256).read_bytes() == DATA


def test_more_than_announced_is_refused(upload: Upload) -> None:
    with pytest.raises(RefusedError, match="More bytes came than the 10"):
        append_chunk(upload, offset=0, chunks=[b"01234", b"567890"])
    assert Upload.objects.get().received == 5


def test_two_requests_do_not_write_at_once(upload: Upload) -> None:
    with part_files.held(str(upload.pk)), pytest.raises(RefusedError, match="Another request"):
        append_chunk(upload, offset=0, chunks=[DATA])
    assert Upload.objects.get().received == 0


def test_a_file_that_is_not_complete_cannot_be_finished(upload: Upload) -> None:
    append_chunk(upload, offset=0, chunks=[b"0123"])
    with pytest.raises(RefusedError, match="4 of 10 bytes were received"):
        finish_upload(upload)
    assert not Submission.objects.exists()


def test_sizes_that_are_not_taken(team: Team, owner: User, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    with pytest.raises(RefusedError, match="at most 100 bytes"):
        announce_upload(team, name="a.tgz", size=101, by=owner)
    with pytest.raises(RefusedError, match="empty"):
        announce_upload(team, name="a.tgz", size=0, by=owner)


def test_a_team_has_so_many_uploads_on_their_way_at_most(team: Team, owner: User) -> None:
    for number in range(MOST_OPEN):
        announce_upload(team, name=f"{number}.tgz", size=1, by=owner)
    with pytest.raises(RefusedError, match="Finish one, or wait a day"):
        announce_upload(team, name="more.tgz", size=1, by=owner)


def test_a_file_that_breaks_off_again_and_again_is_taken_in_the_end(team: Team, owner: User, team_mate: User) -> None:
    first = announce_upload(team, name="a.tgz", size=3, by=owner)
    append_chunk(first, offset=0, chunks=[b"x"])
    for _ in range(MOST_OPEN + 1):
        last = announce_upload(team, name="a.tgz", size=3, by=owner)
    assert team.uploads.count() == MOST_OPEN
    assert part_files.names() == []  # of the first attempt, which made room
    with pytest.raises(RefusedError, match="Finish one, or wait a day"):
        announce_upload(team, name="a.tgz", size=3, by=team_mate)  # nobody loses what is on its way by another's hand
    assert finish_upload(append_chunk(last, offset=0, chunks=[b"abc"])).size == 3


def test_what_was_given_up_is_removed(upload: Upload, team: Team, owner: User, clock: Clock) -> None:
    append_chunk(upload, offset=0, chunks=[b"0123"])
    (part_files.folder() / str(uuid4())).write_bytes(b"of a row that is gone")
    clock.move_on(VALID_FOR - timedelta(hours=1))
    later = announce_upload(team, name="b.tgz", size=3, by=owner)
    append_chunk(later, offset=0, chunks=[b"x"])
    clock.move_on(timedelta(hours=2))
    assert clear_uploads(clock.now) == 1
    assert [each.pk for each in Upload.objects.all()] == [later.pk]
    assert part_files.names() == [str(later.pk)]
    with pytest.raises(RefusedError, match="expired"):
        append_chunk(upload, offset=4, chunks=[b"45"])
    with pytest.raises(RefusedError, match="expired"):
        finish_upload(upload)
