"""What judges read: instructions with examples and what they agree to, in their language where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.human_eval.designs.conduct.worked_examples import WorkedExample, worked_examples
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.conduct import Example, ReadingLanguage, Texts, languages_of, text_in
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.languages import PairLanguages, languages_of_pair


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExample:
    """A worked example on a page."""

    number: int
    worked: WorkedExample
    languages: PairLanguages
    answer: tuple[str, ...]
    """In words."""
    instructions: str
    """The first paragraph of what its evaluation says."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionPart:
    """What an evaluation of the task says."""

    title: str
    question: str
    text: str
    """In Markdown."""
    examples: tuple[ShownExample, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionText:
    """All instructions in one language."""

    language: ReadingLanguage
    text: str
    """Of the task, in Markdown."""
    parts: tuple[InstructionPart, ...]
    is_chosen: bool


def languages_to_read(task: Task) -> tuple[ReadingLanguage, ...]:
    """The languages that something of a task is written in, its own first."""
    rules = [each.rules for each in content_of(task).evaluations.values()]
    given = [code for each in rules for texts in (each.instructions, each.consent) for code in languages_of(texts)]
    return tuple(ReadingLanguage(code) for code in dict.fromkeys([task.language, *task.translations, *given]))


def language_for(task: Task, wanted: str) -> str:
    """The language of a task that somebody reads: the one that they chose, else its own."""
    return wanted if wanted in {each.code for each in languages_to_read(task)} else task.language


def instructions_of(task: Task, *, wanted: str = "") -> tuple[InstructionText, ...]:
    """The instructions of a task, read with its campaign, in each of its languages."""
    chosen = language_for(task, wanted)
    return tuple(
        InstructionText(
            language=each,
            text=text_in(_texts(task, "instructions"), each.code),
            parts=tuple(_part(task, planned, each.code) for planned in content_of(task).evaluations.values()),
            is_chosen=each.code == chosen,
        )
        for each in languages_to_read(task)
    )


def consent_of(task: Task, *, wanted: str = "") -> str:
    """What judges of a task agree to, in Markdown: what organisers wrote, else what the rulebook says."""
    language = language_for(task, wanted)
    if own := text_in(_texts(task, "consent_text"), language):
        return own
    said = [text_in(each.rules.consent, language) for each in content_of(task).evaluations.values()]
    return "\n\n".join(dict.fromkeys(filter(None, said)))


def examples_of(task: Task, *, wanted: str = "") -> tuple[ShownExample, ...]:
    """All worked examples of a task, in its order: those of the tutorial."""
    language = language_for(task, wanted)
    found = [each for planned in content_of(task).evaluations.values() for each in _examples(task, planned, language)]
    return tuple(found)


def has_examples(task: Task) -> bool:
    """Whether a task has a tutorial."""
    return any(each.rules.examples for each in content_of(task).evaluations.values())


def short_instructions(planned: PlannedEvaluation, language: str) -> str:
    """The first paragraph of what an evaluation says, for the top of its screens."""
    said = text_in(planned.rules.instructions, language) or planned.protocol.instructions_in_force
    return said.strip().partition("\n\n")[0]


def _texts(task: Task, name: str) -> Texts:
    own = getattr(task, name)
    others = {code: each.get(name, "") for code, each in task.translations.items()}
    return {task.language: own, **{code: text for code, text in others.items() if text}}


def _part(task: Task, planned: PlannedEvaluation, language: str) -> InstructionPart:
    return InstructionPart(
        title=planned.rules.label,
        question=planned.protocol.question,
        text=text_in(planned.rules.instructions, language) or planned.protocol.instructions_in_force,
        examples=_examples(task, planned, language),
    )


def _examples(task: Task, planned: PlannedEvaluation, language: str) -> tuple[ShownExample, ...]:
    page = screen_page(planned.rules.protocol)

    def languages(example: Example) -> PairLanguages:
        usual = planned.design.pools[0].language_pair
        return languages_of_pair(task.campaign.rules, example.language_pair or usual)

    worked = worked_examples(planned.rules, target_of=lambda example: languages(example).target.code)
    return tuple(
        ShownExample(
            number=number,
            worked=each,
            languages=languages(each.example),
            answer=page.words(planned.protocol, each.screen, each.answer),
            instructions=short_instructions(planned, language),
            why=text_in(each.example.why, language),
        )
        for number, each in enumerate(worked, start=1)
    )
