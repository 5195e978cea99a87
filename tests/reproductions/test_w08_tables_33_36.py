"""W08, tables 33 to 36: `> others` and `≥ others` from the shares that Czech systems won against each other.

The paper weights pairs by their judgments, whose numbers it does not print; with the plain mean of cells that are
rounded to two digits no value is off by more than .01.
"""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.formats import read_head_to_head
from bakeoff.statistics import share_better, share_not_worse

# The table as printed (a cell says how often the system of its column won), then the two rows below it.
TABLES = {
    33: (
        "\tDCU\tUEDIN\tUMD\nDCU\t\t0.26†\t0.4\nUEDIN\t0.37†\t\t0.46†\nUMD\t0.4\t0.31†\t\n",
        [0.38, 0.28, 0.43],
        [0.68, 0.58, 0.65],
    ),
    34: (
        "\tDCU\tSYSTRAN\tUEDIN\tUMD\nDCU\t\t0.21†\t0.19†\t0.37\nSYSTRAN\t0.59†\t\t0.47†\t0.61†\n"
        "UEDIN\t0.42†\t0.27†\t\t0.50†\nUMD\t0.38\t0.18†\t0.29†\t\n",
        [0.46, 0.22, 0.31, 0.49],
        [0.75, 0.45, 0.60, 0.72],
    ),
    35: (
        "\tCU-BOJAR\tCU-TECTOMT\tPC-TRANSLATOR\tUEDIN\nCU-BOJAR\t\t0.32†\t0.51†\t0.27†\nCU-TECTOMT\t0.52†\t\t0.58†\t0.42\n"
        "PC-TRANSLATOR\t0.35†\t0.25†\t\t0.26†\nUEDIN\t0.5†\t0.40\t0.59†\t\n",
        [0.45, 0.32, 0.56, 0.32],
        [0.63, 0.49, 0.72, 0.50],
    ),
    36: (
        "\tCU-BOJAR\tCU-TECTOMT\tPC-TRANSLATOR\tUEDIN\nCU-BOJAR\t\t0.28†\t0.38\t0.19†\nCU-TECTOMT\t0.58†\t\t0.53†\t0.43\n"
        "PC-TRANSLATOR\t0.45\t0.3†\t\t0.26†\nUEDIN\t0.60†\t0.37\t0.56†\t\n",
        [0.54, 0.32, 0.49, 0.29],
        [0.71, 0.49, 0.66, 0.49],
    ),
}


@pytest.mark.parametrize("number", TABLES)
def test_shares_against_others_are_as_printed_up_to_a_hundredth(tmp_path: Path, number: int) -> None:
    text, more, not_less = TABLES[number]
    path = tmp_path / "table.tsv"
    path.write_text(text, encoding="utf-8")
    table = read_head_to_head(path, winner="column")
    found = np.nan_to_num(table.wins)
    np.testing.assert_allclose(share_better(found), more, atol=0.01 + 1e-9)
    np.testing.assert_allclose(share_not_worse(found), not_less, atol=0.01 + 1e-9)
