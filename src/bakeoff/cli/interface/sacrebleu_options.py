"""What to write in place of options of sacreBLEU that have different names here.

Several of them would be misread: `-tok zh` as the test set `ok`, `-lc` as the language pair `c`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bakeoff.errors import BakeoffError

_TOKENIZERS = {"none": "plain"}
"""Tokenisers of sacreBLEU that have another name here."""
_MISSING = ("ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K")
"""Tokenisers of sacreBLEU that need models or dictionaries, and which Bakeoff does not have."""
_SMOOTHING = ("none", "floor", "add-k", "exp")

_PAIRS = "bakeoff compare A B… -r REF… -m bleu@sacrebleu"
_ITSELF = "sacreBLEU does that itself: call sacrebleu {option}."
_ADVICE = {
    ("-lc", "--lowercase"): "Case is an option of the metric: write -m bleu@sacrebleu:case=no.",
    ("-sv", "--smooth-value"): "Smoothing is an option of the metric: write -m bleu@sacrebleu:smoothing=floor,"
    "smoothing_value=0.1.",
    ("--force",): "There is no warning about tokenised text: leave {option} out.",
    ("-sl", "--sentence-level"): "Write --segments; with -b it prints one score per line.",
    ("-nr", "--num-refs"): "Give each reference as a file of its own: -r REF1 REF2.",
    ("-e", "--encoding"): "Files are UTF-8; convert others: iconv -f ENCODING -t UTF-8.",
    ("-cc", "--chrf-char-order"): "Orders are options of the metric: write -m chrf:order=6.",
    ("-cw", "--chrf-word-order"): "Write -m chrf++ for word order 2; otherwise -m chrf:word_order=N.",
    ("--chrf-beta",): "Beta is an option of the metric: write -m chrf:beta=3.",
    ("--chrf-whitespace",): "Write -m chrf:whitespace=yes.",
    ("--chrf-lowercase",): "Write -m chrf:case=no.",
    ("--chrf-eps-smoothing",): "chrF here always has sacreBLEU's default, the effective order.",
    ("--ter-case-sensitive",): "Write -m ter@sacrebleu:case=yes.",
    ("--ter-asian-support",): "Write -m ter@sacrebleu:asian=yes.",
    ("--ter-no-punct",): "Write -m ter@sacrebleu:punctuation=no.",
    ("--ter-normalized",): "Write -m ter@sacrebleu:normalize=yes.",
    ("-ci", "--confidence"): "Write --interval bootstrap.",
    ("-cin", "--confidence-n"): "Write --interval bootstrap --samples N.",
    ("-par", "--paired-ar"): f"Write {_PAIRS} --baseline A --correct none.",
    ("-parn", "--paired-ar-n"): f"Write {_PAIRS} --baseline A --correct none --trials N.",
    ("-pbs", "--paired-bs"): f"Write {_PAIRS} --baseline A --correct none --test bootstrap@sacrebleu --trials 1000.",
    ("-pbsn", "--paired-bs-n"): f"Write {_PAIRS} --baseline A --correct none --test bootstrap@sacrebleu --trials N.",
    ("-j", "--paired-jobs"): "Write --threads N; by default all cores are used.",
    ("-sh", "--short"): "Write --signature sacrebleu for sacreBLEU's signature; there is no short one.",
    ("-d", "--detail"): "Write --by origlang.",
    ("-ol", "--origlang"): "Write --by origlang: it scores every original language.",
    ("--subset",): "Write --by domain, or another attribute of documents.",
    ("-nc", "--no-color"): "Set the variable NO_COLOR=1; what is no terminal gets no colours anyway.",
    ("-V",): "Write bakeoff --version.",
    ("--list",): _ITSELF,
    ("--download",): _ITSELF,
    ("--echo",): _ITSELF,
    ("--citation", "--cite"): _ITSELF,
}
_BY_OPTION = {option: advice for options, advice in _ADVICE.items() for option in options}


def check_options(command: str, args: Sequence[str], known: Collection[str]) -> None:
    """Refuses options that only sacreBLEU has, with what to write instead; `known` are those of the command."""
    for place, arg in enumerate(args):
        if arg == "--":
            return
        option, _, attached = arg.partition("=")
        value = attached or (args[place + 1] if place + 1 < len(args) else "")
        if option in known and not _means_theirs(option, value):
            continue
        if advice := _advice(option, value):
            if option in known:
                raise BakeoffError(f"{option} has another meaning here than for sacreBLEU. {advice}")
            raise BakeoffError(f"{option} is an option of sacreBLEU, not of bakeoff {command}. {advice}")


def _means_theirs(option: str, value: str) -> bool:
    """Whether an option that we have too is meant as sacreBLEU has it: `-s exp`, `--confidence` without a number."""
    if option == "-s":
        return value in _SMOOTHING
    return option == "--confidence" and not value.replace(".", "", 1).isdigit()


def _advice(option: str, value: str) -> str:
    if option in ("-tok", "--tokenize"):
        if value in _MISSING:
            return f"There is no tokeniser {value} here; tokenise the texts first, then write tokenizer=plain."
        return f"Tokenisers belong to the metric: write -m bleu@sacrebleu:tokenizer={_TOKENIZERS.get(value, value)}."
    if option in ("-s", "--smooth-method"):
        return f"Smoothing is an option of the metric: write -m bleu@sacrebleu:smoothing={value}."
    return _BY_OPTION.get(option, "").format(option=option)
