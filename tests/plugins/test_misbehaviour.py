"""All the ways in which plug-ins do not do their work: each gets one sentence."""

from __future__ import annotations

import pytest

from bakeoff.errors import PluginError
from bakeoff.plugins import run_plugin
from tests.plugins.programs import program, texts

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


@pytest.mark.parametrize("what", HOSTILE)
def test_a_plug_in_that_misbehaves_gets_one_sentence(what: str, short_grace: None) -> None:
    body, sentence = HOSTILE[what]
    timeout = 0.5 if "silence" in sentence else 60
    with pytest.raises(PluginError, match=sentence) as caught:
        run_plugin(program(body), texts(), name="bad", timeout_seconds=timeout)
    assert "\n" not in str(caught.value)


def test_a_plug_in_that_never_reads_holds_nobody_up() -> None:
    with pytest.raises(PluginError, match=r"at least every 0\.5 seconds, found silence after 0 of 10000"):
        run_plugin(program("say(INTRODUCTION); time.sleep(60)"), texts(segments=5000), timeout_seconds=0.5)


def test_talk_on_standard_error_is_no_sign_of_work() -> None:
    body = """
        while True:
            print("still here", file=sys.stderr, flush=True)
            time.sleep(0.05)
    """
    with pytest.raises(PluginError, match=r'found silence after 0 of 6 scores.* It said: "still here / still here'):
        run_plugin(program(body), texts(), timeout_seconds=4)


def test_a_plug_in_that_stops_reading_and_leaves_is_not_believed() -> None:
    body = """
        sys.stdin.readline()
        say(INTRODUCTION)
        for _ in range(6000):
            say({"score": 1})
    """
    with pytest.raises(PluginError, match="expected a program that reads all segments, found one that stopped reading"):
        run_plugin(program(body), texts(segments=3000))


def test_a_plug_in_that_needs_the_source_asks_for_it() -> None:
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
def test_a_program_that_cannot_be_started_gets_one_sentence(command: str | list[str], sentence: str) -> None:
    with pytest.raises(PluginError, match=sentence):
        run_plugin(command, texts())
