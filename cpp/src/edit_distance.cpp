#include "bakeoff/edit_distance.hpp"

#include <algorithm>
#include <limits>

#include "bakeoff/parallel.hpp"
#include "bakeoff/references.hpp"

namespace bakeoff {

namespace {

constexpr std::size_t word_bits = 64;

bool is_set(const std::vector<std::uint64_t>& rows, std::size_t width, std::size_t row, std::size_t bit) {
    return (rows[row * width + bit / word_bits] >> (bit % word_bits)) & 1u;
}

}  // namespace

EditDistance::Trimmed EditDistance::trim(Words hypothesis, Words reference) {
    const auto [h, r] = std::mismatch(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end());
    const auto before = static_cast<std::size_t>(h - hypothesis.begin());
    hypothesis = hypothesis.subspan(before);
    reference = reference.subspan(before);
    const auto [hr, rr] = std::mismatch(hypothesis.rbegin(), hypothesis.rend(), reference.rbegin(), reference.rend());
    const auto after = static_cast<std::size_t>(hr - hypothesis.rbegin());
    return {hypothesis.first(hypothesis.size() - after), reference.first(reference.size() - after), before, after};
}

void EditDistance::index(Words reference) {
    width_ = (reference.size() + word_bits - 1) / word_bits;
    tokens_.clear();
    equal_.assign(width_, 0);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const std::size_t row = tokens_.add(reference[i]);
        if (equal_.size() == row * width_) equal_.resize(equal_.size() + width_, 0);
        equal_[row * width_ + i / word_bits] |= Bits{1} << (i % word_bits);
    }
}

std::size_t EditDistance::fill(Words hypothesis, Words reference, bool keep) {
    if (reference.empty()) return hypothesis.size();
    if (hypothesis.empty()) return reference.size();
    index(reference);
    const std::size_t rows = keep ? hypothesis.size() + 1 : 1;
    if (up_.size() < rows * width_) {
        up_.resize(rows * width_);
        down_.resize(rows * width_);
    }
    std::fill_n(up_.begin(), width_, ~Bits{0});
    std::fill_n(down_.begin(), width_, Bits{0});
    const std::size_t step = keep ? width_ : 0;  // without a step every row overwrites the one before
    return width_ == 1 ? fill_narrow(hypothesis, reference, step) : fill_wide(hypothesis, reference, step);
}

std::size_t EditDistance::fill_narrow(Words hypothesis, Words reference, std::size_t step) {
    const std::size_t last = reference.size() - 1;
    std::size_t distance = reference.size();
    Bits up = ~Bits{0};
    Bits down = 0;
    std::size_t row = 0;
    for (const TokenId token : hypothesis) {
        const Bits same = equal_[tokens_.find(token)];
        const Bits diagonal = (((same & up) + up) ^ up) | same | down;
        Bits right = down | ~(diagonal | up);
        Bits left = diagonal & up;
        distance = distance + ((right >> last) & 1u) - ((left >> last) & 1u);
        right = (right << 1) | 1u;
        left <<= 1;
        up = left | ~(diagonal | right);
        down = right & diagonal;
        row += step;
        up_[row] = up;
        down_[row] = down;
    }
    return distance;
}

std::size_t EditDistance::fill_wide(Words hypothesis, Words reference, std::size_t step) {
    const std::size_t last = (reference.size() - 1) % word_bits;
    std::size_t distance = reference.size();
    const Bits* up = up_.data();
    const Bits* down = down_.data();
    Bits* next_up = up_.data() + step;
    Bits* next_down = down_.data() + step;
    for (const TokenId token : hypothesis) {
        const Bits* equal = equal_.data() + tokens_.find(token) * width_;
        Bits right_in = 1;
        Bits left_in = 0;
        for (std::size_t w = 0; w < width_; ++w) {
            const Bits same = equal[w] | left_in;
            const Bits diagonal = (((same & up[w]) + up[w]) ^ up[w]) | same | down[w];
            Bits right = down[w] | ~(diagonal | up[w]);
            Bits left = diagonal & up[w];
            if (w + 1 == width_) distance = distance + ((right >> last) & 1u) - ((left >> last) & 1u);
            const Bits right_out = right >> (word_bits - 1);
            const Bits left_out = left >> (word_bits - 1);
            right = (right << 1) | right_in;
            left = (left << 1) | left_in;
            next_up[w] = left | ~(diagonal | right);
            next_down[w] = right & diagonal;
            right_in = right_out;
            left_in = left_out;
        }
        up = next_up;
        down = next_down;
        next_up += step;
        next_down += step;
    }
    return distance;
}

template <class Visit>
void EditDistance::trace(const Trimmed& pair, Visit&& visit) const {
    std::size_t h = pair.hypothesis.size();
    std::size_t r = pair.reference.size();
    while (h > 0 && r > 0) {
        if (is_set(up_, width_, h, r - 1)) {
            --r;
            visit(Edit::deletion);
        } else if (is_set(down_, width_, h - 1, r - 1)) {
            --h;
            visit(Edit::insertion);
        } else {
            --h;
            --r;
            visit(pair.hypothesis[h] == pair.reference[r] ? Edit::match : Edit::substitution);
        }
    }
    for (; r > 0; --r) visit(Edit::deletion);
    for (; h > 0; --h) visit(Edit::insertion);
}

std::size_t EditDistance::distance(Words hypothesis, Words reference) {
    const Trimmed pair = trim(hypothesis, reference);
    const bool swap = pair.hypothesis.size() < pair.reference.size();
    return swap ? fill(pair.reference, pair.hypothesis, false) : fill(pair.hypothesis, pair.reference, false);
}

EditCounts EditDistance::count(Words hypothesis, Words reference) {
    const Trimmed pair = trim(hypothesis, reference);
    fill(pair.hypothesis, pair.reference, true);
    EditCounts counts;
    trace(pair, [&](Edit edit) {
        counts.substitutions += edit == Edit::substitution;
        counts.deletions += edit == Edit::deletion;
        counts.insertions += edit == Edit::insertion;
    });
    return counts;
}

std::vector<Edit> EditDistance::align(Words hypothesis, Words reference) {
    const Trimmed pair = trim(hypothesis, reference);
    fill(pair.hypothesis, pair.reference, true);
    std::vector<Edit> edits(pair.after, Edit::match);
    trace(pair, [&](Edit edit) { edits.push_back(edit); });
    edits.resize(edits.size() + pair.before, Edit::match);
    std::reverse(edits.begin(), edits.end());
    return edits;
}

std::vector<std::int64_t> edit_distances(const Tokens& hypothesis, const Tokens& reference, unsigned threads) {
    std::vector<std::int64_t> distances(hypothesis.size());
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, pair = EditDistance{}](std::size_t i) mutable {
            distances[i] = static_cast<std::int64_t>(pair.distance(hypothesis[i], reference[i]));
        };
    });
    return distances;
}

namespace {

std::size_t difference(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

}  // namespace

std::vector<double> word_error_statistics(const Tokens& hypothesis, std::span<const Tokens* const> references,
                                          unsigned threads) {
    std::vector<double> rows(hypothesis.size() * word_error_columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, pair = EditDistance{}](std::size_t i) mutable {
            EditCounts best;
            std::size_t fewest = std::numeric_limits<std::size_t>::max();
            std::size_t words = 0;
            for (const Tokens* reference : references) {
                // The lengths alone already cost so many errors: it cannot be better.
                if (difference(hypothesis.length(i), reference->length(i)) >= fewest) continue;
                const EditCounts counts = pair.count(hypothesis[i], (*reference)[i]);
                if (counts.errors() >= fewest) continue;
                best = counts;
                fewest = counts.errors();
                words = reference->length(i);
            }
            double* row = rows.data() + i * word_error_columns;
            row[0] = static_cast<double>(best.substitutions);
            row[1] = static_cast<double>(best.deletions);
            row[2] = static_cast<double>(best.insertions);
            row[3] = static_cast<double>(words);
            row[4] = mean_length(references, i);
        };
    });
    return rows;
}

}  // namespace bakeoff
