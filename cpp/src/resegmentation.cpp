#include "bakeoff/resegmentation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "bakeoff/parallel.hpp"
#include "cost_column.hpp"
#include "word_positions.hpp"

namespace bakeoff {

namespace {

using Words = std::span<const TokenId>;

/// How many reference words are traced at once.
constexpr std::size_t chunk_size = 64;

/// Columns at all segment ends are kept if they take no more bytes; else the number of columns that takes the least memory.
constexpr std::size_t generous_bytes = std::size_t{1} << 25;

/// The references of the segments of one stream.
class StreamReferences {
public:
    StreamReferences(const Tokens& rows, std::span<const std::size_t> counts, std::size_t first_row)
        : rows_(rows), first_(1, first_row) {
        for (const std::size_t count : counts) first_.push_back(first_.back() + count);
    }

    std::size_t segments() const { return first_.size() - 1; }
    std::size_t references(std::size_t segment) const { return first_[segment + 1] - first_[segment]; }
    Words operator()(std::size_t segment, std::size_t reference) const { return rows_[first_[segment] + reference]; }

private:
    const Tokens& rows_;
    std::vector<std::size_t> first_;
};

/// Costs of the stream's first words against the first segments, one column for each reference word, by the steps of the
/// bit-parallel edit distance with the roles exchanged: bits are words of the hypothesis.
class Resegmenter {
public:
    Resegmenter(Words words, const StreamReferences& references, LeadingEmptySegments leading)
        : words_(words), references_(references), leading_(leading), equal_(blocks_for(words.size()), 0), second_equal_(equal_) {
        positions_.assign(words);
    }

    /// Writes a row for each segment. Columns at regular segment ends are kept and the ones between computed again.
    void write(std::int64_t* rows) {
        const std::size_t segments = references_.segments();
        const bool all = segments * equal_.size() * sizeof(Differences) <= generous_bytes;
        const std::size_t stride = all ? 1 : static_cast<std::size_t>(std::sqrt(static_cast<double>(segments)));
        std::vector<CostColumn> kept{CostColumn(words_.size())};
        CostColumn column = kept.front();
        for (std::size_t s = 0; s + 1 < segments; ++s) {
            pass_segment(column, s, equal_.size());
            if ((s + 1) % stride == 0) kept.push_back(column);
        }
        std::size_t end = words_.size();
        for (std::size_t group = kept.size(); group-- > 0;) {
            const std::size_t first = group * stride;
            std::vector<CostColumn> columns{kept[group]};
            kept.pop_back();
            for (std::size_t s = first; s + 1 < std::min(segments, first + stride); ++s) {
                columns.push_back(columns.back());
                pass_segment(columns.back(), s, blocks_for(end));
            }
            for (std::size_t s = first + columns.size(); s-- > first;) {
                end = write_segment(s, columns[s - first], end, rows + s * resegmentation_columns);
            }
        }
    }

private:
    static std::size_t blocks_for(std::size_t words) { return (words + block_size - 1) / block_size; }

    /// The next column: one more reference word. `visit` gets each block's step.
    template <class Visit>
    void pass_word(CostColumn& column, TokenId word, std::size_t blocks, Visit&& visit) {
        const auto places = positions_.of(word);
        for (const auto& place : places) equal_[place.number] = place.bits;
        Differences* const differences = column.blocks();
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            const ColumnStep step(differences[b], equal_[b], rise, fall);
            differences[b] = step.differences;
            rise = step.rise_out();
            fall = step.fall_out();
            visit(b, step);
        }
        ++column.first;
        for (const auto& place : places) equal_[place.number] = 0;
    }

    /// Two more reference words, the second a block behind the first: a step waits for the one below it, so that two such
    /// chains take hardly longer than one.
    void pass_two_words(CostColumn& column, TokenId first, TokenId second, std::size_t blocks) {
        const auto mark = [](std::vector<std::uint64_t>& equal, std::span<const WordPositions::Block> places, bool set) {
            for (const auto& place : places) equal[place.number] = set ? place.bits : 0;
        };
        mark(equal_, positions_.of(first), true);
        mark(second_equal_, positions_.of(second), true);
        Differences* const differences = column.blocks();
        std::uint64_t rise = 1, fall = 0, second_rise = 1, second_fall = 0;
        Differences between{};
        for (std::size_t b = 0; b <= blocks; ++b) {
            const Differences behind = between;
            if (b < blocks) {
                const ColumnStep step(differences[b], equal_[b], rise, fall);
                rise = step.rise_out();
                fall = step.fall_out();
                between = step.differences;
            }
            if (b > 0) {
                const ColumnStep step(behind, second_equal_[b - 1], second_rise, second_fall);
                second_rise = step.rise_out();
                second_fall = step.fall_out();
                differences[b - 1] = step.differences;
            }
        }
        column.first += 2;
        mark(equal_, positions_.of(first), false);
        mark(second_equal_, positions_.of(second), false);
    }

    void pass_words(CostColumn& column, Words reference, std::size_t blocks) {
        for (; reference.size() > 1; reference = reference.subspan(2)) {
            pass_two_words(column, reference[0], reference[1], blocks);
        }
        for (const TokenId word : reference) pass_word(column, word, blocks, [](std::size_t, const ColumnStep&) {});
    }

    /// From the costs at the end of the segment before to those at the end of this one.
    void pass_segment(CostColumn& column, std::size_t segment, std::size_t blocks) {
        const std::size_t references = references_.references(segment);
        if (references > 1) {
            const CostColumn start = column;
            pass_words(column, references_(segment, 0), blocks);
            for (std::size_t r = 1; r < references; ++r) {
                CostColumn other = start;
                pass_words(other, references_(segment, r), blocks);
                column.take_smaller(other, blocks);
            }
        } else {
            pass_words(column, references_(segment, 0), blocks);
        }
        if (leading_ == LeadingEmptySegments::charged && blocks > 0) column.charge_start();
    }

    /// Writes the row of a segment that ends at a position and starts with these costs; gives the position where it starts.
    std::size_t write_segment(std::size_t segment, const CostColumn& start, std::size_t end, std::int64_t* row) {
        const std::size_t best = best_reference(segment, start, end);
        const Way way = trace(references_(segment, best), start, end);
        // Before the first segment there is nothing to leave words to.
        const std::size_t begin = segment == 0 ? 0 : way.begin;
        row[0] = static_cast<std::int64_t>(end);
        row[1] = static_cast<std::int64_t>(best);
        row[2] = way.cost - start.at(begin);
        return begin;
    }

    std::size_t best_reference(std::size_t segment, const CostColumn& start, std::size_t end) {
        const std::size_t references = references_.references(segment);
        if (references == 1) return 0;
        std::vector<std::int64_t> costs;
        for (std::size_t r = 0; r < references; ++r) {
            CostColumn column = start;
            pass_words(column, references_(segment, r), blocks_for(end));
            costs.push_back(column.at(end));
        }
        return static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
    }

    struct Way {
        std::size_t begin;
        std::int64_t cost;
    };

    /// The best way through a reference to a position. Chunks of reference words are computed again from the last to the
    /// first, so that of a long reference only one chunk is kept completely.
    Way trace(Words reference, const CostColumn& start, std::size_t end) {
        std::vector<CostColumn> starts{start};
        for (std::size_t done = 0; done + chunk_size < reference.size(); done += chunk_size) {
            starts.push_back(starts.back());
            pass_words(starts.back(), reference.subspan(done, chunk_size), blocks_for(end));
        }
        Way way{end, 0};
        for (bool last = true; !starts.empty(); last = false) {
            const std::size_t done = (starts.size() - 1) * chunk_size;
            const Words chunk = reference.subspan(done, std::min(chunk_size, reference.size() - done));
            way.begin = trace_chunk(chunk, starts.back(), way.begin);
            if (last) way.cost = starts.back().at(end);
            starts.pop_back();
        }
        return way;
    }

    struct Traced {
        Differences differences;
        std::uint64_t level;
    };

    /// Where the best way through these reference words starts; the column becomes that after them.
    std::size_t trace_chunk(Words reference, CostColumn& column, std::size_t end) {
        const std::size_t blocks = blocks_for(end);
        traced_.resize((reference.size() + 1) * blocks);
        for (std::size_t b = 0; b < blocks; ++b) traced_[b] = {column.blocks()[b], 0};
        Traced* after = traced_.data();
        for (const TokenId word : reference) {
            after += blocks;
            pass_word(column, word, blocks,
                      [&](std::size_t b, const ColumnStep& step) { after[b] = {step.differences, step.level}; });
        }
        std::size_t h = end;
        for (std::size_t r = reference.size(); r > 0 && h > 0;) {
            const std::size_t block = (h - 1) / block_size;
            const std::uint64_t bit = std::uint64_t{1} << ((h - 1) % block_size);
            const Traced& here = traced_[r * blocks + block];
            const Differences before = traced_[(r - 1) * blocks + block].differences;
            // All costs are counted from the cell one word back in both texts.
            const int substitution = words_[h - 1] != reference[r - 1];
            const int deletion = change(before, bit) + 1;
            const int insertion = static_cast<int>((here.level & bit) == 0) - change(here.differences, bit) + 1;
            const bool diagonal = substitution < deletion && substitution < insertion;
            const bool deletes = !diagonal && substitution >= deletion && deletion <= insertion;
            h -= !deletes;
            r -= diagonal || deletes;
        }
        return h;
    }

    Words words_;
    const StreamReferences& references_;
    LeadingEmptySegments leading_;
    WordPositions positions_;
    std::vector<std::uint64_t> equal_;  // where the reference word at hand stands; all 0 in between
    std::vector<std::uint64_t> second_equal_;
    std::vector<Traced> traced_;
};

void require_sum(std::span<const std::size_t> counts, std::size_t expected, const char* what) {
    const std::size_t found = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (found == expected) return;
    throw std::invalid_argument(std::string(what) + ": expected " + std::to_string(expected) + " in all, found " +
                                std::to_string(found));
}

void require_divided(const Tokens& words, const SegmentReferences& references) {
    if (references.rows.vocabulary() != words.vocabulary()) {
        throw std::invalid_argument("vocabulary: expected that of the words, found another one in the references");
    }
    if (references.segments.size() != words.size()) {
        throw std::invalid_argument("streams: expected " + std::to_string(words.size()) + ", found " +
                                    std::to_string(references.segments.size()));
    }
    require_sum(references.references, references.rows.size(), "references of segments");
    require_sum(references.segments, references.references.size(), "segments of streams");
    if (std::ranges::count(references.references, std::size_t{0}) > 0) {
        throw std::invalid_argument("expected at least one reference for every segment");
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (references.segments[i] > 0 || words.length(i) == 0) continue;
        throw std::invalid_argument("stream " + std::to_string(i + 1) + ": expected a segment for its words, found none");
    }
}

}  // namespace

std::vector<std::int64_t> resegment(const Tokens& words, const SegmentReferences& references, LeadingEmptySegments leading,
                                    unsigned threads) {
    require_divided(words, references);
    std::vector<std::size_t> first_segments{0}, first_rows{0};
    for (const std::size_t segments : references.segments) {
        const auto counts = references.references.subspan(first_segments.back(), segments);
        first_rows.push_back(std::accumulate(counts.begin(), counts.end(), first_rows.back()));
        first_segments.push_back(first_segments.back() + segments);
    }
    std::vector<std::int64_t> rows(references.references.size() * resegmentation_columns);
    for_each_index(words.size(), threads, [&] {
        return [&](std::size_t i) {
            const auto counts = references.references.subspan(first_segments[i], references.segments[i]);
            const StreamReferences own(references.rows, counts, first_rows[i]);
            if (own.segments() == 0) return;
            Resegmenter(words[i], own, leading).write(rows.data() + first_segments[i] * resegmentation_columns);
        };
    }, 1);
    return rows;
}

}  // namespace bakeoff
