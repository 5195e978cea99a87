"""Elements with everything in them, where text and elements are mixed; one after another, in bounded memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from bakeoff.formats.markup.safe_xml import parse
from bakeoff.formats.sources import Source


@dataclass(slots=True)
class Element:
    """An element: its name without and with its namespace, its attributes, and what is in it."""

    name: str
    namespace: str
    attributes: Mapping[str, str]
    line: int
    text: str = ""
    """What is before its first child."""
    children: list[Element] = field(default_factory=list)
    tails: list[str] = field(default_factory=list)
    """What follows each child."""

    def named(self, *names: str) -> Iterator[Element]:
        """Its children of these names, of its own namespace."""
        return (each for each in self.children if each.name in names and each.namespace == self.namespace)


def read_elements(source: Source, complete: Collection[str]) -> Iterator[Element]:
    """The elements of a file: those of the names `complete` with all that is in them, others empty, as they start."""
    path: list[Element] = []
    within = 0
    for event in parse(source, keep_blanks=True):
        if event.kind == "start":
            namespace, _, name = event.name.rpartition("}")
            element = Element(name, namespace.removeprefix("{"), event.attributes, event.line)
            if within:
                path[-1].children.append(element)
            path.append(element)
            if within or name in complete:
                within += 1
            else:
                yield element
        elif event.kind == "text":
            if within:
                path[-1].tails.append(event.text)
        else:
            element = path.pop()
            if within:
                within -= 1
                element.text = event.text
                if not within:
                    yield element
