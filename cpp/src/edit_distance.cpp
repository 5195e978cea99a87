#include "bakeoff/edit_distance.hpp"

#include <algorithm>
#include <limits>

#include "bakeoff/parallel.hpp"

namespace bakeoff {

EditDistance::Trimmed EditDistance::trim(Words hypothesis, Words reference) {
    const auto [h, r] = std::mismatch(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end());
    const auto before = static_cast<std::size_t>(h - hypothesis.begin());
    hypothesis = hypothesis.subspan(before);
    reference = reference.subspan(before);
    const auto [hr, rr] = std::mismatch(hypothesis.rbegin(), hypothesis.rend(), reference.rbegin(), reference.rend());
    const auto after = static_cast<std::size_t>(hr - hypothesis.rbegin());
    return {hypothesis.first(hypothesis.size() - after), reference.first(reference.size() - after), before, after};
}

std::size_t EditDistance::fill(Words hypothesis, Words reference, bool keep) {
    if (reference.empty()) return hypothesis.size();
    if (hypothesis.empty()) return reference.size();
    tokens_.clear();
    bits_.assign(reference, [&](TokenId token) { return tokens_.add(token); });
    const std::size_t blocks = bits_.blocks();
    const std::size_t size = (keep ? hypothesis.size() + 1 : 1) * blocks;
    if (columns_.size() < size) columns_.resize(size);
    std::fill_n(columns_.begin(), blocks, first_column);
    const std::size_t step = keep ? blocks : 0;  // without a step every column overwrites the one before
    const auto change = blocks == 1 ? fill_narrow(hypothesis, step) : fill_wide(hypothesis, step);
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(reference.size()) + change);
}

/// Fills the columns of a reference of one block; gives how the distance to the complete reference changes.
std::ptrdiff_t EditDistance::fill_narrow(Words hypothesis, std::size_t step) {
    const std::uint64_t last_bit = bits_.last_bit();
    const std::uint64_t* const positions = bits_.positions(0);
    Differences column = first_column;
    Differences* after = columns_.data();
    std::ptrdiff_t change = 0;
    for (const TokenId token : hypothesis) {
        const ColumnStep next(column, positions[tokens_.find(token)], 1, 0);
        change += next.change(last_bit);
        column = next.differences;
        after += step;
        *after = column;
    }
    return change;
}

/// The same for a reference of several blocks.
std::ptrdiff_t EditDistance::fill_wide(Words hypothesis, std::size_t step) {
    const std::size_t blocks = bits_.blocks();
    const std::uint64_t last_bit = bits_.last_bit();
    Differences* before = columns_.data();
    std::ptrdiff_t change = 0;
    for (const TokenId token : hypothesis) {
        Differences* const after = before + step;
        const std::uint64_t* const equal = bits_.positions(tokens_.find(token));
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        int last_change = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            const ColumnStep next(before[b], equal[b], rise, fall);
            after[b] = next.differences;
            rise = next.rise_out();
            fall = next.fall_out();
            last_change = next.change(last_bit);
        }
        change += last_change;
        before = after;
    }
    return change;
}

template <class Visit>
void EditDistance::trace(const Trimmed& pair, Visit&& visit) const {
    std::size_t h = pair.hypothesis.size();
    std::size_t r = pair.reference.size();
    while (h > 0 && r > 0) {
        const std::size_t block = (r - 1) / block_size;
        const std::uint64_t bit = std::uint64_t{1} << ((r - 1) % block_size);
        if (columns_[h * bits_.blocks() + block].rises & bit) {
            --r;
            visit(Edit::deletion);
        } else if (columns_[(h - 1) * bits_.blocks() + block].falls & bit) {
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
    const Tokens* const references[] = {&reference};
    require_comparable(hypothesis, references);
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

std::vector<double> word_error_statistics(const Tokens& hypothesis, References references, unsigned threads) {
    require_comparable(hypothesis, references);
    std::vector<double> rows(hypothesis.size() * word_error_columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, pair = EditDistance{}](std::size_t i) mutable {
            EditCounts best;
            std::size_t fewest = std::numeric_limits<std::size_t>::max();
            std::size_t words = 0;
            for (const Tokens* reference : references) {
                // The difference in length alone costs that number of errors: it cannot be better.
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
