#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment_costs.hpp"
#include "bakeoff/word_network.hpp"

namespace bakeoff {

/// The arcs of a network, counted from 1, each with the arcs that it may follow; 0 is the place before all words.
class Predecessors {
public:
    /// Prepares a network. O(arcs).
    void assign(const NetworkView& network);

    /// What an arc may follow, in the order as written. O(1).
    std::span<const std::uint32_t> of(std::size_t arc) const { return entering(from_[arc]); }

    /// The arcs that end where the network does. O(1).
    std::span<const std::uint32_t> last() const { return entering(last_node_); }

    /// The number of arcs and the place before them. O(1).
    std::size_t size() const { return from_.size(); }

    /// The largest number of predecessors that an arc, or the end, has. O(1).
    std::size_t widest() const { return widest_; }

    /// The last arc that may follow this one; `size()` where the network may end with it. O(1).
    std::size_t last_follower(std::size_t arc) const { return last_follower_[arc]; }

private:
    std::span<const std::uint32_t> entering(std::size_t node) const {
        return {arcs_.data() + offsets_[node], offsets_[node + 1] - offsets_[node]};
    }

    std::vector<std::uint32_t> from_, to_, offsets_, arcs_;
    std::vector<std::size_t> last_follower_;
    std::uint32_t last_node_ = 0;
    std::size_t widest_ = 0;
};

/// Aligns networks. Only the rows of costs that later arcs follow are kept. One object serves pair after pair.
class LatticeAlignment {
public:
    explicit LatticeAlignment(const WordForms& forms) : forms_(forms) {}

    /// Calls `walk` with the moves of the best alignment, last first. O(pairs of predecessors over all pairs of arcs) time,
    /// a byte for each pair of arcs where none has more than eight predecessors, else eight.
    template <class Walk>
    void align(const NetworkView& reference, const NetworkView& hypothesis, Walk& walk) {
        prepare(reference, hypothesis);
        if (std::max(reference_.widest(), hypothesis_.widest()) <= 8) {
            align(reference, narrow_, walk);
        } else {
            align(reference, wide_, walk);
        }
    }

private:
    struct Cell {
        Move move;
        std::size_t before_reference, before_hypothesis;  // which of the predecessors
    };
    struct NarrowCell {
        std::uint8_t bits = 0;
        NarrowCell() = default;
        explicit NarrowCell(const Cell& cell)
            : bits(static_cast<std::uint8_t>(static_cast<unsigned>(cell.move) | static_cast<unsigned>(cell.before_reference) << 2 |
                                             static_cast<unsigned>(cell.before_hypothesis) << 5)) {}
        Cell cell() const { return {static_cast<Move>(bits & 3), std::size_t{bits} >> 2 & 7, std::size_t{bits} >> 5}; }
    };
    struct WideCell {
        std::uint64_t bits = 0;
        WideCell() = default;
        explicit WideCell(const Cell& cell)
            : bits(static_cast<std::uint64_t>(cell.move) | cell.before_reference << 2 | cell.before_hypothesis << 33) {}
        Cell cell() const { return {static_cast<Move>(bits & 3), bits >> 2 & 0x7FFFFFFF, bits >> 33}; }
    };
    struct Best {
        float cost;
        std::size_t reference, hypothesis;
    };
    struct Word {
        FormId form;
        TokenId token;
        bool null, fragment;
        float gap;
    };
    using Row = std::vector<float>;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void prepare(const NetworkView& reference, const NetworkView& hypothesis);
    Word word(FormId form) const;
    float pair_cost(const Word& reference, const Word& hypothesis) const;
    Best best_pair(std::span<const std::uint32_t> reference, std::span<const std::uint32_t> hypothesis) const;
    Cell fill_cell(std::size_t r, std::size_t h, Row& row, const Word& ours) const;
    Cell fill_plain_cell(std::size_t h, const Row& above, Row& row, const Word& ours) const;
    void open_row(std::size_t r);
    void close_rows(std::size_t r);

    template <class Packed, class Walk>
    void align(const NetworkView& reference, std::vector<Packed>& cells, Walk& walk) {
        const std::size_t width = hypothesis_.size();
        cells.resize(reference_.size() * width);
        for (std::size_t r = 0; r < reference_.size(); ++r) {
            open_row(r);
            Row& row = rows_[row_of_[r]];
            const Word ours = r == 0 ? Word{} : word(reference.forms[r - 1]);
            // Most arcs follow one other: there is nothing to choose.
            const Row* const above = r > 0 && reference_.of(r).size() == 1 ? &rows_[row_of_[reference_.of(r)[0]]] : nullptr;
            for (std::size_t h = 0; h < width; ++h) {
                const bool plain = above && only_before_[h] != none;
                cells[r * width + h] = Packed(plain ? fill_plain_cell(h, *above, row, ours) : fill_cell(r, h, row, ours));
            }
            close_rows(r);
        }
        const Best end = best_pair(reference_.last(), hypothesis_.last());
        std::size_t r = reference_.last()[end.reference];
        std::size_t h = hypothesis_.last()[end.hypothesis];
        while (r > 0 || h > 0) {
            const Cell cell = cells[r * width + h].cell();
            if (cell.move == Move::pair) walk.pair(r - 1, h - 1);
            else if (cell.move == Move::deletion) walk.deletion(r - 1);
            else walk.insertion(h - 1);
            if (cell.move != Move::insertion) r = reference_.of(r)[cell.before_reference];
            if (cell.move != Move::deletion) h = hypothesis_.of(h)[cell.before_hypothesis];
        }
    }

    const WordForms& forms_;
    Predecessors reference_, hypothesis_;
    std::vector<Word> hypothesis_words_;
    std::vector<std::uint32_t> only_before_;  // the one predecessor of each arc of the hypothesis, or none
    std::vector<Row> rows_;
    std::vector<std::uint32_t> row_of_, free_rows_;  // of each arc of the reference that others may follow
    std::vector<std::vector<std::uint32_t>> closing_;
    std::vector<NarrowCell> narrow_;
    std::vector<WideCell> wide_;
};

}  // namespace bakeoff
