"""What people judged: rankings, tables and released judgments."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import HumanBoard, HumanBoardRow


class HumanBoards(Asking):
    """As much of what people judged as the caller may see."""

    def human_boards(self, slug: str) -> Iterator[HumanBoardRow]:
        """Boards of human evaluations that the caller may see."""
        return self._each(HumanBoardRow, at(slug, "human-boards"))

    def human_board(self, slug: str, evaluation: str, language_pair: str, test_set: str) -> HumanBoard:
        """Systems ranked by people, with pairs and the agreement of judges."""
        return self._get(HumanBoard, at(slug, "human-boards", evaluation, language_pair, test_set))

    def human_table(
        self,
        slug: str,
        evaluation: str,
        language_pair: str,
        test_set: str,
        *,
        table: str = "ranking",
        format: str = "tsv",
    ) -> str:
        """A table (`ranking`, `pairs`, `agreement`) as text: `tsv`, `csv`, `json`, `markdown` or `latex`.

        Post-edits have `systems`, `editors`, `by-system`, `edits`, `effort` and `pauses`, too.
        """
        address = at(slug, "human-boards", evaluation, language_pair, test_set, "table")
        with self._connection.stream(address, query={"table": table, "format": format}) as pieces:
            return b"".join(pieces).decode()

    def released_judgments(self, slug: str, evaluation: str, language_pair: str, test_set: str) -> str:
        """The judgments behind a human board as JSON Lines, where they are released."""
        address = at(slug, "human-boards", evaluation, language_pair, test_set, "judgments")
        with self._connection.stream(address) as pieces:
            return b"".join(pieces).decode()
