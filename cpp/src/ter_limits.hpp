#pragma once

#include <cstdint>
#include <vector>

#include "bakeoff/ter.hpp"
#include "ter_alignment.hpp"
#include "ter_bit_matrix.hpp"

namespace bakeoff::ter {

/// True where a plain distance so small proves that the tool's limits cut no cell of any cheapest path. O(1).
bool within_limits(TerRules rules, int hypothesis, int reference, int distance);

/// True where the tool's limits surely keep the cell of a cheapest path after j hypothesis and i reference words; `matrix` holds
/// the plain distances. O(1) for cheap cells, else up to O(reference / 20).
bool keeps_cell(TerRules rules, const BitMatrix& matrix, int hypothesis, int reference, int j, int i, int cost);

/// Edit distance as a tool computes it, with its limits cell by cell.
class LimitedMatrix {
public:
    /// The tool's distance; `operation` then gives the way there. O(hypothesis · live rows).
    int fill(TerRules rules, Words hypothesis, Words reference);

    /// The operation that leads to a live cell: match or substitution if possible, else insertion, else deletion. O(1).
    Operation operation(int j, int i) const;

private:
    int fill_beam(Words hypothesis, Words reference);
    int fill_band(Words hypothesis, Words reference);
    void begin(std::size_t columns, std::size_t rows);
    void open_column(int first_row);
    int put(int diagonal, int insertion, int deletion, bool equal);

    std::vector<int> before_, now_;  // costs of the previous and of the current column
    std::vector<Operation> operations_;
    std::vector<int> first_rows_;
    std::vector<std::size_t> offsets_;
};

}  // namespace bakeoff::ter
