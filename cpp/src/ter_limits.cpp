#include "ter_limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace bakeoff::ter {

namespace {

constexpr int none = 1 << 29;
constexpr int beam = 20;
constexpr int band_width = 25;

struct Rows {
    int begin, end;
};

/// sacreBLEU's band for hypothesis word j, in the same floating-point steps as the tool.
class Band {
public:
    Band(int hypothesis, int reference) : hypothesis_(hypothesis), reference_(reference) {
        ratio_ = hypothesis > 0 ? static_cast<double>(reference) / hypothesis : 1.0;
        width_ = band_width < ratio_ / 2 ? static_cast<int>(std::ceil(ratio_ / 2 + band_width)) : band_width;
    }

    Rows rows(int j) const {
        if (j == 0) return {0, reference_ + 1};
        const int diagonal = static_cast<int>(std::floor(j * ratio_));
        const int end = j == hypothesis_ ? reference_ + 1 : std::min(reference_ + 1, diagonal + width_);
        return {std::max(0, diagonal - width_), end};
    }

private:
    int hypothesis_, reference_, width_;
    double ratio_;
};

}  // namespace

// tercom skips a cell whose cost c exceeds by more than 20 the lowest cost that reached its column by a match or substitution;
// so it keeps the cell if no cell of the column costs less than c - 20. From row to row the cost falls by one at most, and at
// row i' it is no less than |i' - j|.
bool keeps_cell(TerRules rules, const BitMatrix& matrix, int hypothesis, int reference, int j, int i, int cost) {
    if (rules == TerRules::sacrebleu) {
        const Rows rows = Band(hypothesis, reference).rows(j);
        return rows.begin <= i && i < rows.end;
    }
    if (j == hypothesis) return true;
    const int floor = cost - beam;
    for (int row = i + beam + 1; row <= std::min(reference, j + floor - 1);) {
        const int excess = matrix.cost(j, row) - floor;
        if (excess < 0) return false;
        row += excess + 1;
    }
    for (int row = i - beam - 1; row >= std::max(0, j - floor + 1);) {
        const int excess = matrix.cost(j, row) - floor;
        if (excess < 0) return false;
        row -= excess + 1;
    }
    return true;
}

// A path of cost D between texts whose lengths differ by s strays from the main diagonal by at most (D + s) / 2 words, and from
// sacreBLEU's slanted diagonal by at most one more, the rounding. For tercom see above: a cell more than 20 rows away costs at
// least 21 less the stray, and that is no less than D - 20.
bool within_limits(TerRules rules, int hypothesis, int reference, int distance) {
    const int stray = (distance + std::abs(hypothesis - reference)) / 2;
    return rules == TerRules::tercom ? distance + stray <= 2 * beam + 1 : stray <= band_width - 2;
}

int LimitedMatrix::fill(TerRules rules, Words hypothesis, Words reference) {
    return rules == TerRules::tercom ? fill_beam(hypothesis, reference) : fill_band(hypothesis, reference);
}

void LimitedMatrix::begin(std::size_t columns, std::size_t rows) {
    before_.assign(rows, none);
    now_.assign(rows, none);
    operations_.clear();
    first_rows_.clear();
    offsets_.clear();
    first_rows_.reserve(columns);
    offsets_.reserve(columns);
}

void LimitedMatrix::open_column(int first_row) {
    first_rows_.push_back(first_row);
    offsets_.push_back(operations_.size());
}

int LimitedMatrix::put(int diagonal, int insertion, int deletion, bool equal) {
    Operation operation = equal ? Operation::match : Operation::substitution;
    int cost = equal ? diagonal : diagonal + 1;
    if (insertion + 1 < cost) {
        cost = insertion + 1;
        operation = Operation::insertion;
    }
    if (deletion + 1 < cost) {
        cost = deletion + 1;
        operation = Operation::deletion;
    }
    operations_.push_back(operation);
    return std::min(cost, none);
}

int LimitedMatrix::fill_beam(Words hypothesis, Words reference) {
    const auto columns = static_cast<int>(hypothesis.size());
    const auto rows = static_cast<int>(reference.size());
    begin(hypothesis.size() + 1, reference.size() + 1);
    Rows live{0, 0};  // of the previous column
    int best = none;  // lowest cost that reached the column by a match or substitution
    for (int j = 0; j <= columns; ++j) {
        const int limit = j < columns && best < none ? best + beam : none;
        Rows next{rows + 1, 0};
        int next_best = none;
        int above = none;
        open_column(live.begin);
        for (int i = live.begin; i <= rows; ++i) {
            const auto row = static_cast<std::size_t>(i);
            if (i > live.end && above == none) break;
            const bool equal = j > 0 && i > 0 && hypothesis[static_cast<std::size_t>(j - 1)] == reference[row - 1];
            const int diagonal = i > live.begin && i <= live.end ? before_[row - 1] : none;
            const int insertion = i < live.end ? before_[row] : none;
            int cost = put(diagonal, insertion, above, equal);
            if (j == 0 && i == 0) cost = 0;
            if (cost > limit) cost = none;
            now_[row] = above = cost;
            if (cost == none) continue;
            next.begin = std::min(next.begin, i);
            next.end = i + 1;
            if (i < rows && j < columns) {
                const bool match = hypothesis[static_cast<std::size_t>(j)] == reference[row];
                next_best = std::min(next_best, match ? cost : cost + 1);
            }
        }
        std::swap(before_, now_);
        live = next;
        best = next_best;
    }
    return before_[reference.size()];
}

int LimitedMatrix::fill_band(Words hypothesis, Words reference) {
    const auto columns = static_cast<int>(hypothesis.size());
    const auto rows = static_cast<int>(reference.size());
    const Band band(columns, rows);
    begin(hypothesis.size() + 1, reference.size() + 1);
    open_column(0);
    for (int i = 0; i <= rows; ++i) {
        before_[static_cast<std::size_t>(i)] = i;
        operations_.push_back(Operation::deletion);
    }
    Rows live = band.rows(0);
    for (int j = 1; j <= columns; ++j) {
        const Rows here = band.rows(j);
        const Word word = hypothesis[static_cast<std::size_t>(j - 1)];
        int above = none;
        open_column(here.begin);
        for (int i = here.begin; i < here.end; ++i) {
            const auto row = static_cast<std::size_t>(i);
            const int diagonal = i > live.begin && i <= live.end ? before_[row - 1] : none;
            const int insertion = i >= live.begin && i < live.end ? before_[row] : none;
            above = now_[row] = put(diagonal, insertion, above, i > 0 && word == reference[row - 1]);
        }
        std::swap(before_, now_);
        live = here;
    }
    return before_[reference.size()];
}

Operation LimitedMatrix::operation(int j, int i) const {
    const auto column = static_cast<std::size_t>(j);
    return operations_[offsets_[column] + static_cast<std::size_t>(i - first_rows_[column])];
}

}  // namespace bakeoff::ter
