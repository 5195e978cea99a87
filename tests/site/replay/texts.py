"""Small data of any test set of any rulebook, and outputs of systems on it, in the formats of that campaign.

In every text stands a name that stands in no other, so that pages can be searched for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.test_data import pairs_of, tracks_of
from bakeoff.rulebook.schema import TestSetRules

SIZES = {"first": 3, "second": 3}
"""Documents, or talks, and how many segments they have."""
_WORDS = {
    "zh": ["他们", "今天", "在", "老", "港口", "等", "最后", "一", "艘", "船", "和", "雨"],
    "ar": ["انتظر", "الناس", "في", "الميناء", "القديم", "حتى", "وصلت", "السفينة", "مع", "المطر", "قبل", "الليل"],
    "": ["people", "waited", "at", "the", "old", "harbour", "until", "a", "ship", "came", "with", "rain"],
}
_ERRORS = {"zh": "它", "ar": "شيء", "": "something"}
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def name_in(*of: str) -> str:
    """A name that stands in one text alone: that of a system on a test set, of a reference, of a source."""
    number = int.from_bytes(hashlib.sha256("|".join(of).encode()).digest()[:4])
    letters = ""
    for _ in range(5):
        number, rest = divmod(number, len(_SYLLABLES))
        letters += _SYLLABLES[rest]
    return letters


@dataclass(frozen=True)
class Texts:
    """A test set in a language pair: its texts, and how they are written."""

    rules: Rulebook
    test_set: TestSetRules
    pair: str

    @property
    def kinds(self) -> set[str]:
        return {track.kind for track in tracks_of(self.rules, self.test_set, self.pair)}

    @property
    def is_recognition(self) -> bool:
        return self.kinds == {"asr"}

    @property
    def is_spoken(self) -> bool:
        """Whether recordings are the source."""
        return self.is_recognition or (self.kinds == {"slt"} and "audio" in self._inputs)

    @property
    def _inputs(self) -> set[str]:
        return {each for track in tracks_of(self.rules, self.test_set, self.pair) for each in track.inputs}

    @property
    def format(self) -> str:
        """That of packages with runs on it, else the campaign's."""
        packages = self.rules.submission.packages.values()
        formats = [each.format for each in packages if self.test_set.id in each.test_sets and each.format != "scores"]
        return formats[0] if formats else self.rules.submission.format

    @property
    def ending(self) -> str:
        return {"nist-xml": "xml", "wmt-xml": "xml", "nist-sgml": "sgm", "plain-text": "txt"}[self.format]

    @property
    def _set_id(self) -> str:
        return self.test_set.written_id(self.pair)

    def _language(self, side: str) -> str:
        languages = self.rules.language_pairs[self.pair]
        said = languages.source if side == "source" else languages.target or languages.source
        return {"Chinese": "zh", "Arabic": "ar", "zh": "zh", "ar": "ar"}.get(said, "")

    def _segments(self, document: str, side: str, name: str) -> list[str]:
        """Sentences of a document: alike on every side, in each another name."""
        language = self._language(side)
        words, blank = _WORDS[language], "" if language == "zh" else " "
        first = list(SIZES).index(document) * SIZES[document]
        texts = []
        for number in range(first, first + SIZES[document]):
            turned = [*words[number:], *words[:number]]
            texts.append(f"{turned[0].capitalize()}{blank}{blank.join(turned[1:])} {name} .")
        return texts

    def _documents(self, texts: dict[str, list[str]]) -> tuple[Document, ...]:
        if self.format == "plain-text":
            every = [text for document in texts.values() for text in document]
            one = tuple(Segment(str(number), text) for number, text in enumerate(every, start=1))
            return (Document("1", one, {"genre": "nw"}, numbered=True),)
        return tuple(
            Document(
                name,
                tuple(Segment(str(number), text) for number, text in enumerate(own, start=1)),
                self._attributes(number),
            )
            for number, (name, own) in enumerate(texts.items())
        )

    def _attributes(self, number: int) -> dict[str, str]:
        """What the rulebook says of documents: genres, subsets and the like take turns."""
        values = {"genre": list(self.test_set.genres), "subset": list(self.test_set.subsets)}
        found = {name: said[number % len(said)] for name, said in values.items() if said}
        if "origlang" in self.test_set.attributes or self.format == "wmt-xml":
            found["origlang"] = ("en", "de")[number % 2]
        if self.format in ("nist-xml", "nist-sgml"):
            found.setdefault("genre", "nw")
        return found

    # What organisers add

    @property
    def source_name(self) -> str:
        return name_in("source", self.test_set.id, self.pair)

    @property
    def reference_name(self) -> str:
        return name_in("reference", self.test_set.id, self.pair)

    def output_name(self, team: str, system: str) -> str:
        return name_in(team, system, self.test_set.id, self.pair)

    def source(self) -> TestSet:
        texts = {name: self._segments(name, "source", self.source_name) for name in SIZES}
        return TestSet(
            documents=self._documents(texts),
            test_set=self._set_id,
            source_language=self.rules.language_pairs[self.pair].source,
        )

    def recordings(self) -> bytes:
        """What is heard is nothing to the server."""
        return b"RIFF\0\0\0\0WAVE " + self.source_name.encode()

    def source_file(self) -> tuple[str, bytes]:
        stem = f"{self.test_set.id}.{self.pair}.src"
        if self.is_spoken:
            return f"{stem}.wav", self.recordings()
        return f"{stem}.{self.ending}", self._written([self.source()])

    def _reference_texts(self, number: int) -> dict[str, list[str]]:
        """References differ in one word of their last segment."""
        texts = {name: self._segments(name, "target", self.reference_name) for name in SIZES}
        if number > 1:
            texts["second"][-1] = texts["second"][-1].replace(self.reference_name, name_in("word", str(number)))
        return texts

    def reference(self, number: int = 1) -> ReferenceSet:
        pair = self.rules.language_pairs[self.pair]
        return ReferenceSet(
            documents=self._documents(self._reference_texts(number)),
            test_set=self._set_id,
            source_language=pair.source,
            target_language=pair.target,
            name=str(number),
        )

    def reference_files(self) -> list[tuple[str, bytes]]:
        stem = f"{self.test_set.id}.{self.pair}.ref"
        count = self.test_set.references
        if self.is_recognition:
            return [(f"{stem}.stm", self._stm())]
        if self.format in ("nist-xml", "nist-sgml") or self.test_set.role == "dev":  # all in one file
            format = "nist-xml" if self.format == "plain-text" else self.format
            texts = [self.reference(number) for number in range(1, count + 1)]
            first = [self.source()] if format == "wmt-xml" else []
            return [(f"{stem}.{self.ending}", self._written([*first, *texts], format))] if texts else []
        return [
            (f"{stem}{number}.{self.ending}", self._written([self.source(), self.reference(number)]))
            if self.format == "wmt-xml"
            else (f"{stem}{number}.{self.ending}", self._written([self.reference(number)]))
            for number in range(1, count + 1)
        ]

    def _stm(self) -> bytes:
        lines = []
        for document in SIZES:
            for number, text in enumerate(self._segments(document, "source", self.reference_name)):
                words = text.replace(" .", "").lower()
                lines.append(f"{document} 1 speaker {10 * number}.0 {10 * number + 9}.0 <o> {words} doctor\n")
        return "".join(lines).encode()

    def mappings(self) -> bytes:
        return b';;\n* name = "rules"\n[dr] => [doctor] / [ ] __ [ ]\n'

    def regions(self) -> bytes:
        return "".join(f"{document} 1 0.0 {10 * size}.0\n" for document, size in SIZES.items()).encode()

    # What systems give

    def output(self, team: str, system: str, *, errors: int) -> bytes:
        """A text with so many wrong words in every segment, as plain lines or, of speech, as words with times."""
        if self.is_recognition:
            return self._ctm(team, system, errors)
        texts = [text for document in self._output_texts(team, system, errors).values() for text in document]
        return "".join(f"{text}\n" for text in texts).encode()

    def output_run(self, team: str, system: str, *, errors: int) -> Run:
        """The same with documents; where segments are left to participants, cut otherwise than the references."""
        texts = self._output_texts(team, system, errors)
        if not self.test_set.segmented:
            texts = {name: _cut_otherwise(own) for name, own in texts.items()}
        pair = self.rules.language_pairs[self.pair]
        return Run(
            documents=self._documents(texts),
            test_set=self._set_id,
            source_language=pair.source,
            target_language=pair.target,
            system=system,
        )

    def run_file(self, team: str, system: str, *, errors: int) -> tuple[str, bytes]:
        """As a file of the campaign's format."""
        stem = f"{team}.{system}.{self.test_set.id}.{self.pair}"
        if self.is_recognition:
            return f"{stem}.ctm", self._ctm(team, system, errors)
        run = self.output_run(team, system, errors=errors)
        if self.format == "nist-xml":
            documents = tuple(replace(each, attributes={"genre": each.genre or ""}) for each in run.documents)
            run = replace(run, documents=documents)
        return f"{stem}.{self.ending}", self._written([self.source(), run] if self.format == "wmt-xml" else [run])

    def _output_texts(self, team: str, system: str, errors: int) -> dict[str, list[str]]:
        language = self._language("target")
        blank = "" if language == "zh" else " "
        found = {}
        for document in SIZES:
            texts = self._segments(document, "target", self.output_name(team, system))
            for wrong in range(errors):
                word = _WORDS[language][wrong]
                texts = [text.replace(f"{blank}{word}{blank}", f"{blank}{_ERRORS[language]}{blank}") for text in texts]
            found[document] = texts
        return found

    def _ctm(self, team: str, system: str, errors: int) -> bytes:
        lines = []
        for document in SIZES:
            for number, text in enumerate(self._segments(document, "source", self.output_name(team, system))):
                words = [*text.replace(" .", "").split(), "dr"]
                for place, word in enumerate(words):
                    said = _ERRORS[""] if word in _WORDS[""][:errors] else word
                    lines.append(f"{document} 1 {10 * number + place * 0.5:.2f} 0.40 {said} 0.9\n")
        return "".join(lines).encode()

    def _written(self, sets: Sequence[TestSet | ReferenceSet | Run], format: str = "") -> bytes:
        return "".join(format_named(format or self.format).load().write(sets)).encode()


def _cut_otherwise(texts: list[str]) -> list[str]:
    """The words of several segments in two."""
    words = " ".join(texts).split()
    half = len(words) // 2 + 1
    return [" ".join(words[:half]), " ".join(words[half:])]


def every_text(rules: Rulebook) -> list[Texts]:
    """All test sets in all of their language pairs."""
    return [Texts(rules, test_set, pair) for test_set in rules.test_sets.values() for pair in pairs_of(rules, test_set)]
