"""Small data of any test set of any rulebook, and outputs of simulated systems, in the formats of its campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.client import ErrorCounts
from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.test_data import pairs_of, tracks_of
from bakeoff.rulebook.schema import TestSetRules
from tests.site.five_campaigns.simulation import (
    WORDS,
    Part,
    System,
    name_in,
    reference_words,
    sentence,
    system_words,
    words_of,
)

SECONDS = 10
"""From one segment of a recording to the next."""


@dataclass(frozen=True)
class Texts:
    """A test set in a language pair: its texts, and how they are written."""

    rules: Rulebook
    test_set: TestSetRules
    pair: str
    given_parts: tuple[Part, ...] = ()
    """Its documents; without them there are two."""

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

    # Documents

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.given_parts or tuple(
            Part(name, attributes=self._attributes(number)) for number, name in enumerate(("first", "second"))
        )

    def _attributes(self, number: int) -> dict[str, str]:
        """What the rulebook says of documents: genres, subsets and the like take turns."""
        held = self.test_set
        values = {"genre": list(held.genres_of(self.pair)), "subset": list(held.subsets_of(self.pair))}
        found = {name: said[number % len(said)] for name, said in values.items() if said}
        if "origlang" in self.test_set.attributes or self.format == "wmt-xml":
            found["origlang"] = ("en", "de")[number % 2]
        if self.format in ("nist-xml", "nist-sgml"):
            found.setdefault("genre", "nw")
        return found

    def numbered_segments(self) -> Iterator[tuple[Part, int]]:
        """The segments in order, numbered through all documents."""
        parts = [part for part in self.parts for _ in range(part.segments)]
        for number, part in enumerate(parts):
            yield part, number

    def _documents(self, texts: dict[str, list[str]], *, hidden: Sequence[str] = ()) -> tuple[Document, ...]:
        if self.format == "plain-text":
            every = [text for document in texts.values() for text in document]
            one = tuple(Segment(str(number), text) for number, text in enumerate(every, start=1))
            return (Document("1", one, {"genre": "nw"}, numbered=True),)
        return tuple(
            Document(
                part.id,
                tuple(Segment(str(number), text) for number, text in enumerate(texts[part.id], start=1)),
                {name: value for name, value in part.attributes.items() if name not in hidden},
            )
            for part in self.parts
        )

    def _by_part(self, lines: Callable[[int], str]) -> dict[str, list[str]]:
        texts: dict[str, list[str]] = {part.id: [] for part in self.parts}
        for part, number in self.numbered_segments():
            texts[part.id].append(lines(number))
        return texts

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
        language = self._language("source")
        texts = self._by_part(lambda number: sentence(words_of(number, language), self.source_name))
        return TestSet(
            documents=self._documents(texts, hidden=self.test_set.reference_attributes),
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

    def reference_lines(self, number: int = 1) -> list[str]:
        language = self._language("target")
        return [
            sentence(reference_words(segment, language, number), self.reference_name)
            for _, segment in self.numbered_segments()
        ]

    def reference(self, number: int = 1) -> ReferenceSet:
        pair = self.rules.language_pairs[self.pair]
        lines = self.reference_lines(number)
        return ReferenceSet(
            documents=self._documents(self._by_part(lines.__getitem__)),
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

    # What systems give

    def output_lines(self, system: System) -> list[str]:
        language = self._language("target")
        name = self.output_name(system.team, system.type)
        lines = [sentence(system_words(segment, language, system), name) for _, segment in self.numbered_segments()]
        return lines if system.upper_case else [line.lower() for line in lines]

    def output(self, system: System) -> bytes:
        """Plain lines."""
        return "".join(f"{text}\n" for text in self.output_lines(system)).encode()

    def output_run(self, system: System) -> Run:
        """The same with documents; where segments are left to participants, cut otherwise than the references."""
        texts = self._by_part(self.output_lines(system).__getitem__)
        if not self.test_set.segmented:
            texts = {name: _cut_otherwise(own) for name, own in texts.items()}
        pair = self.rules.language_pairs[self.pair]
        return Run(
            documents=self._documents(texts),
            test_set=self._set_id,
            source_language=pair.source,
            target_language=pair.target,
            system=system.type,
        )

    def run_file(self, system: System) -> tuple[str, bytes]:
        """As a file of the campaign's format; of speech, words with times."""
        stem = f"{system.team}.{system.type}.{self.test_set.id}.{self.pair}"
        if self.is_recognition:
            return f"{stem}.ctm", self._ctm(system)
        run = self.output_run(system)
        if self.format == "nist-xml":
            documents = tuple(replace(each, attributes={"genre": each.genre or ""}) for each in run.documents)
            run = replace(run, documents=documents)
        return f"{stem}.{self.ending}", self._written([self.source(), run] if self.format == "wmt-xml" else [run])

    def _written(self, sets: Sequence[TestSet | ReferenceSet | Run], format: str = "") -> bytes:
        return "".join(format_named(format or self.format).load().write(sets)).encode()

    # Speech: a word more than the text has, which a rule of spelling makes right

    def _stm(self) -> bytes:
        lines = []
        for part, segment, start in self._timed():
            begin = f"{part.id} 1 {part.id}-speaker"
            words = " ".join([*words_of(segment, self._language("source")), self.reference_name, "doctor"])
            labels = ",".join(["o", *([part.attributes["subset"]] if "subset" in part.attributes else [])])
            lines.append(f"{begin} {start}.0 {start + SECONDS - 1}.0 <{labels}> {words}\n")
            end = start + SECONDS
            if end == SECONDS * part.segments:  # beyond the regions
                lines.append(f"{begin} {end + 2}.0 {end + 8}.0 <o> this is not scored\n")
        return "".join(lines).encode()

    def _ctm(self, system: System) -> bytes:
        name = self.output_name(system.team, system.type)
        lines = []
        for part, segment, start in self._timed():
            words = [*system_words(segment, self._language("source"), system), name, "dr"]
            if start == 0:
                del words[-2]  # the first segment of a talk lacks a word, the last has one too many
            if start == SECONDS * (part.segments - 1):
                words.append(name)
            for place, word in enumerate(words):
                lines.append(f"{part.id} 1 {start + place * 0.5:.2f} 0.40 {word} 0.9\n")
        return "".join(lines).encode()

    def recognition_errors(self, system: System, *, corrected: int = 0, **only: str) -> ErrorCounts:
        """What a system gets wrong, counted as it was made; of talks with these attributes only.

        `corrected` words were found to be right after all.
        """
        numbered = [
            (part, segment) for part, segment in self.numbered_segments() if only.items() <= part.attributes.items()
        ]
        segments = [segment for _, segment in numbered]
        talks = len({part.id for part, _ in numbered})
        wrong = sum(map(system.mistakes, segments)) + len(segments) - talks - corrected
        return ErrorCounts(
            words=len(segments) * (WORDS + 2),
            substitutions=wrong,
            deletions=talks,
            insertions=talks,
            errors=wrong + 2 * talks,
        )

    def _timed(self) -> Iterator[tuple[Part, int, int]]:
        """Segments and when they start in their recording."""
        seconds: dict[str, int] = {}
        for part, segment in self.numbered_segments():
            start = seconds.get(part.id, 0)
            seconds[part.id] = start + SECONDS
            yield part, segment, start

    def candidates(self) -> bytes:
        """Lists of three candidates for every segment of the source: see `candidate_errors`."""
        language = self._language("source")
        lines: list[str] = []
        for _, segment in self.numbered_segments():
            for errors in candidate_errors(segment):
                words = system_words(segment, language, System("", wrong=errors - (segment % 3 == 0)))
                lines.append(f"{segment} ||| {sentence(words, self.source_name)} ||| asr: -1 ||| -{len(lines)}\n")
        return "".join(lines).encode()

    def lattices(self) -> bytes:
        """A lattice for every segment of the source, in PLF: see `lattice_errors`."""
        lines = []
        for _, segment in self.numbered_segments():
            first, best = lattice_errors(segment)
            nodes = []
            for place, word in enumerate(
                sentence(words_of(segment, self._language("source")), self.source_name).split()
            ):
                said = [("noise", -1)] * (place < first) + [(word, -2)] * (place >= best)
                nodes.append("".join(f"('{arc}',{score},1)," for arc, score in said))
            lines.append("(" + "".join(f"({node})," for node in nodes) + ")\n")
        return "".join(lines).encode()

    def mappings(self) -> bytes:
        return b";;\n* name = 'rules'\n* case_sensitive = 'F'\n[dr] => [doctor] / [ ] __ [ ]\n"

    def regions(self) -> bytes:
        return "".join(f"{part.id} 1 0.0 {SECONDS * part.segments}.0\n" for part in self.parts).encode()


def candidate_errors(segment: int) -> tuple[int, int, int]:
    """The wrong words of the candidates of a segment, in their order."""
    return 1 + segment % 2, 1, 1 if segment % 3 else 0


def lattice_errors(segment: int) -> tuple[int, int]:
    """The wrong words of the most probable path of a segment, and of the best one."""
    return 1 + segment % 2, 1 if segment % 3 == 0 else 0


def _cut_otherwise(texts: list[str]) -> list[str]:
    """The words of several segments in two."""
    words = " ".join(texts).split()
    half = len(words) // 2 + 1
    return [" ".join(words[:half]), " ".join(words[half:])]


def every_text(rules: Rulebook) -> list[Texts]:
    """All test sets in all of their language pairs."""
    return [Texts(rules, test_set, pair) for test_set in rules.test_sets.values() for pair in pairs_of(rules, test_set)]
