"""Plug-ins that do their work, and all the ways in which others do not."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from bakeoff.errors import PluginError
from bakeoff.plugins import run_plugin
from tests.plugins.programs import program, texts

GOOD = """
    header = json.loads(sys.stdin.readline())
    say(INTRODUCTION)
    for segment in segments():
        say({"score": len(segment["hypothesis"])})
"""


def lines(run):
    return [len(segment) for segment in run]


def scores(result):
    return {system: column.tolist() for system, column in result.columns.items()}


def test_every_segment_of_every_system_gets_its_score():
    given = texts()
    result = run_plugin(program(GOOD), given, name="toy")
    assert scores(result) == {"A": lines(given.runs[0]), "B": lines(given.runs[1])}
    assert (result.name, result.version, result.direction) == ("toy", "3", "higher")
    assert (result.signature, result.remarks) == ({"model": "none"}, ())


def test_a_plug_in_is_told_what_comes_and_then_every_segment():
    body = """
        told = [json.loads(line) for line in sys.stdin]
        assert told[0] == {
            "protocol": 1, "segments": 4, "systems": ["A", "B"], "fields": ["source", "hypothesis", "references"],
            "references": 2, "source_language": "de", "target_language": "en",
        }, told[0]
        assert told[2] == {
            "id": 1, "system": "A", "document": "d", "segment": "2", "source": "source 1",
            "hypothesis": "A x ü\\u2028", "references": ["reference 1", "other 1"],
        }, told[2]
        say(INTRODUCTION)
        for _ in told[1:]:
            say({"score": 0})
    """
    result = run_plugin(program(body), texts(segments=2), source_language="de", target_language="en")
    assert scores(result) == {"A": [0, 0], "B": [0, 0]}


def test_without_a_source_none_is_sent():
    body = """
        header = json.loads(sys.stdin.readline())
        assert header["fields"] == ["hypothesis", "references"]
        say(INTRODUCTION)
        for segment in segments():
            say({"score": 1 if "source" in segment else 0})
    """
    assert scores(run_plugin(program(body), texts(segments=1, source=False))) == {"A": [0], "B": [0]}


def test_scores_with_ids_may_come_in_any_order():
    body = """
        sys.stdin.readline()
        say(INTRODUCTION)
        for segment in reversed(segments()):
            say({"id": segment["id"], "score": segment["id"], "further": "keys are passed over"})
    """
    assert scores(run_plugin(program(body), texts())) == {"A": [0, 1, 2], "B": [3, 4, 5]}


def test_a_command_is_divided_as_by_a_shell_and_no_shell_sees_it(tmp_path):
    script = tmp_path / "a plug-in.py"
    script.write_text(program(GOOD)[2], encoding="utf-8")
    given = texts(segments=1)
    result = run_plugin(f"{sys.executable} '{script}' '; touch {tmp_path}/injected' $(touch injected)", given)
    assert scores(result) == {"A": lines(given.runs[0]), "B": lines(given.runs[1])}
    assert [path.name for path in tmp_path.iterdir()] == ["a plug-in.py"]


def test_progress_is_told_by_scores_and_by_the_plug_in_itself():
    body = """
        say({"progress": 0.5})
        sys.stdin.readline()
        say(INTRODUCTION)
        for _ in segments():
            say({"score": 1})
        say({"progress": 1})
    """
    told = []
    run_plugin(program(body), texts(segments=2), on_progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 4), (2, 4), (2, 4), (2, 4), (3, 4), (4, 4), (4, 4)]


def test_more_text_than_pipes_hold_goes_both_ways_at_once():
    """The plug-in reads nothing before it has said everything that it can say without reading, and the reverse."""
    body = """
        print("x" * 10_000_000, file=sys.stderr)
        first = json.loads(sys.stdin.readline())
        say(INTRODUCTION)
        for _ in range(20_000):
            say({"progress": 0.1})
        for segment in segments():
            say({"score": segment["id"]})
    """
    result = run_plugin(program(body), texts(segments=5000))
    assert result.columns["B"].tolist() == list(range(5000, 10_000))


HOSTILE = {
    "crashes": (
        """
        sys.stdin.readline()
        say(INTRODUCTION)
        say({"score": 1})
        raise ValueError("no such checkpoint")
        """,
        'plug-in bad: expected exit code 0, found exit code 1 after 1 of 6 scores. It said: ".*'
        'ValueError: no such checkpoint"$',
    ),
    "crashes after the last score": (
        """
        say(INTRODUCTION)
        for _ in segments()[1:]:
            say({"score": 1})
        sys.exit(3)
        """,
        "expected exit code 0, found exit code 3 after 6 of 6 scores.$",
    ),
    "crashes after a long lament": (
        r"""
        sys.stderr.write("lament\n" * 1_500_000)
        sys.exit("the end")
        """,
        'found exit code 1 after 0 of 6 scores. It said: "lament / lament / the end"$',
    ),
    "is killed": (
        "os.kill(os.getpid(), 9)",
        "expected exit code 0, found an end by SIGKILL after 0 of 6 scores. Was there enough memory[?]$",
    ),
    "sleeps": (
        "say(INTRODUCTION); time.sleep(60)",
        "expected a line at least every 0.5 seconds, found silence after 0 of 6 scores. Give it more time",
    ),
    "closes its input": (
        """
        os.close(0)
        say(INTRODUCTION)
        time.sleep(60)
        """,
        "found silence after 0 of 6 scores",
    ),
    "says nothing": (
        "segments()",
        "expected a first line that says what the plug-in is, found the end of its output.$",
    ),
    "closes its output": (
        """
        segments()
        say(INTRODUCTION)
        say({"score": 1})
        sys.stdout.flush()
        os.close(1)
        time.sleep(60)
        """,
        "expected 6 scores, found 1. Give one score for each segment.$",
    ),
    "gives too few scores": (
        'segments(); say(INTRODUCTION); [say({"score": 1}) for _ in range(5)]',
        "expected 6 scores, found 5. Give one score",
    ),
    "gives too many scores": (
        'segments(); say(INTRODUCTION); [say({"score": 1}) for _ in range(7)]',
        "plug-in bad, line 8: expected 6 scores, found more.",
    ),
    "prints garbage": (
        'print("Loading model...")',
        "plug-in bad, line 1: expected a JSON object, found 'Loading model...'. Its standard output is for",
    ),
    "prints bytes": (r'os.write(1, b"\xff\xfe\x00\n")', "line 1: expected a JSON object, found '.*'"),
    "prints an empty line": ("print()", "line 1: expected a JSON object, found an empty line."),
    "prints a list": ("say([1])", r"line 1: expected a JSON object, found '\[1\]'"),
    "nests without end": ('print("[" * 100_000)', r"line 1: expected a JSON object, found '\[\[\[.*'…"),
    "never ends a line": (
        'while True: os.write(1, b"x" * 60_000)',
        "plug-in bad: expected lines of at most 1,048,576 bytes, found a longer one",
    ),
    "speaks another protocol": (
        'say({**INTRODUCTION, "protocol": 2})',
        "line 1: expected a first line with protocol 1, found 2.$",
    ),
    "begins with a score": ('say({"score": 1})', "line 1: expected a first line with protocol 1, found none.$"),
    "has no name": ('say({**INTRODUCTION, "name": ""})', "line 1: expected text as name, found ''.$"),
    "has a number as version": ('say({**INTRODUCTION, "version": 2})', "line 1: expected text as version, found 2.$"),
    "points nowhere": (
        'say({**INTRODUCTION, "direction": "up"})',
        "line 1: expected higher or lower as direction, found 'up'.$",
    ),
    "needs the moon": (
        'say({**INTRODUCTION, "needs": ["moon"]})',
        r"line 1: expected a list of source and references as needs, found \['moon'\].$",
    ),
    "signs by numbers": (
        'say({**INTRODUCTION, "signature": {"layer": 3}})',
        "line 1: expected an object of texts as signature, found {'layer': 3}.$",
    ),
    "scores NaN": (
        'say(INTRODUCTION); say({"score": float("nan")})',
        "line 2: expected a finite number as score, found nan.$",
    ),
    "scores infinity": (
        "say(INTRODUCTION); print('{\"score\": 1e999}', flush=True)",
        "line 2: expected a finite number as score, found inf.$",
    ),
    "scores beyond all floats": (
        'say(INTRODUCTION); say({"score": 10**400})',
        "line 2: expected a finite number as score, found 1000",
    ),
    "scores a text": (
        'say(INTRODUCTION); say({"score": "0.5"})',
        "line 2: expected a finite number as score, found '0.5'.$",
    ),
    "scores true": (
        'say(INTRODUCTION); say({"score": True})',
        "line 2: expected a finite number as score, found True.$",
    ),
    "says something else": (
        'say(INTRODUCTION); say({"result": 1})',
        "line 2: expected a finite number as score, found only result.$",
    ),
    "progresses too far": ('say({"progress": 30})', "line 1: expected progress between 0 and 1, found 30.$"),
    "scores a segment twice": (
        'say(INTRODUCTION); [say({"id": 2, "score": 1}) for _ in range(2)]',
        "line 3: expected one score for each segment, found another for the one with id 2.$",
    ),
    "scores a segment that is not there": (
        'say(INTRODUCTION); say({"id": 6, "score": 1})',
        "line 2: expected an id between 0 and 5, found 6.$",
    ),
    "gives an id now and then": (
        'say(INTRODUCTION); say({"id": 0, "score": 1}); say({"score": 1})',
        "line 3: expected an id with all scores or with none, found both.$",
    ),
}


@pytest.fixture
def short_grace(monkeypatch):
    monkeypatch.setattr("bakeoff.plugins.process.GRACE_SECONDS", 0.2)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_plug_in_that_misbehaves_gets_one_sentence(what, short_grace):
    body, sentence = HOSTILE[what]
    timeout = 0.5 if "silence" in sentence else 60
    with pytest.raises(PluginError, match=sentence) as caught:
        run_plugin(program(body), texts(), name="bad", timeout_seconds=timeout)
    assert "\n" not in str(caught.value)


def test_a_plug_in_that_never_reads_holds_nobody_up():
    with pytest.raises(PluginError, match=r"at least every 0\.5 seconds, found silence after 0 of 10000"):
        run_plugin(program("say(INTRODUCTION); time.sleep(60)"), texts(segments=5000), timeout_seconds=0.5)


def test_talk_on_standard_error_is_no_sign_of_work():
    body = """
        while True:
            print("still here", file=sys.stderr, flush=True)
            time.sleep(0.05)
    """
    with pytest.raises(PluginError, match=r'found silence after 0 of 6 scores.* It said: "still here / still here'):
        run_plugin(program(body), texts(), timeout_seconds=4)


def test_a_plug_in_that_stops_reading_and_leaves_is_not_believed():
    body = """
        sys.stdin.readline()
        say(INTRODUCTION)
        for _ in range(6000):
            say({"score": 1})
    """
    with pytest.raises(PluginError, match="expected a program that reads all segments, found one that stopped reading"):
        run_plugin(program(body), texts(segments=3000))


def test_a_plug_in_that_needs_the_source_asks_for_it():
    body = 'say({**INTRODUCTION, "needs": ["source"]}); segments()'
    with pytest.raises(
        PluginError, match=r"plug-in qe: expected the source, which it needs, found none\. Give .* -s\."
    ):
        run_plugin(program(body), texts(source=False), name="qe")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program --model x", "expected a program that can be started, found no program 'no-such-program'"),
        ("/", "expected a program that can be started, found '/', permission denied"),
        ("python3 'adapter.py", 'expected a command as a shell takes it, found "python3 \'adapter.py" .no closing'),
        ("", "expected a command that starts a plug-in, found nothing"),
        ("''", "expected a command that starts a plug-in, found nothing"),
        (["a\0b"], "expected a program that can be started, found 'a.x00b', embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_gets_one_sentence(command, sentence):
    with pytest.raises(PluginError, match=sentence):
        run_plugin(command, texts())


def test_a_plug_in_that_does_not_end_is_ended_and_that_is_said(short_grace):
    body = """
        segments()
        say(INTRODUCTION)
        for _ in range(6):
            say({"score": 1})
        time.sleep(60)
    """
    result = run_plugin(program(body), texts(), name="slow")
    assert scores(result) == {"A": [1, 1, 1], "B": [1, 1, 1]}
    assert result.remarks == ("plug-in slow gave all scores but did not end, so it was ended.",)


CHILD = """
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
"""


def is_running(process: int) -> bool:
    """Whether a process is there and not merely waiting to be fetched by its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pid_file: Path) -> bool:
    processes = [int(word) for word in pid_file.read_text().split()]
    deadline = time.monotonic() + 20
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(is_running, processes))


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="left out: processes are looked up in /proc"
)


@needs_proc
@pytest.mark.parametrize("end", ["time.sleep(60)", 'print("garbage", flush=True); time.sleep(60)', "sys.exit(1)"])
def test_nothing_of_a_plug_in_that_fails_stays_behind(tmp_path, end):
    """Not even children, which hold the pipes open."""
    command = [*program(CHILD + f"\n    {end}"), str(tmp_path / "pids")]
    with pytest.raises(PluginError):
        run_plugin(command, texts(), timeout_seconds=4)
    assert gone(tmp_path / "pids")


@needs_proc
def test_a_child_that_outlives_a_good_plug_in_neither_delays_nor_survives_it(tmp_path):
    result = run_plugin([*program(CHILD + GOOD), str(tmp_path / "pids")], texts())
    assert list(result.columns) == ["A", "B"]
    assert gone(tmp_path / "pids")


@needs_proc
def test_ctrl_c_ends_the_plug_in_as_well(tmp_path):
    """Even one that does not listen to the first, polite signal."""
    body = (
        CHILD
        + """
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say({"progress": 0})
    time.sleep(60)
    """
    )

    def interrupt(done, total):
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    # A shell that starts the tests in the background has them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_plugin([*program(body), str(tmp_path / "pids")], texts(), on_progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert gone(tmp_path / "pids")


@needs_proc
def test_a_broken_listener_does_not_leave_the_plug_in_running(tmp_path):
    def broken(done, total):
        raise ZeroDivisionError

    body = "open(sys.argv[1], 'w').write(str(os.getpid())); say({'progress': 0}); time.sleep(60)"
    with pytest.raises(ZeroDivisionError):
        run_plugin([*program(body), str(tmp_path / "pids")], texts(), on_progress=broken)
    assert gone(tmp_path / "pids")
