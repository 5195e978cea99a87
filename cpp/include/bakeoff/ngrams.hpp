#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "bakeoff/hash_factor.hpp"
#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

using Symbols = std::span<const TokenId>;

/// How many n-grams of an order a sequence of that length has. O(1).
constexpr std::size_t ngrams_of(std::size_t length, std::size_t order) { return length < order ? 0 : length - order + 1; }

/// Finds the n-grams that a hypothesis shares with its references. Keeps its memory from segment to segment, so each thread
/// has one.
///
/// An n-gram is named by the two (n−1)-grams that overlap in it. Only positions where both of them are shared can hold a
/// shared n-gram, so the work falls from order to order, and no order needs to look at the symbols again.
class NgramMatcher {
public:
    /// Sums `weight(order, reference, position)` over the matches of each order from 1 to the size of `sums`, references and
    /// positions ascending. An n-gram matches as often as the hypothesis has it, but no more often than the reference that has
    /// it most; position is where that reference has it. Expected O(orders × total length).
    template <class Weight>
    void match(Symbols hypothesis, std::span<const Symbols> references, std::span<double> sums, Weight&& weight) {
        std::fill(sums.begin(), sums.end(), 0.0);
        start(hypothesis_, hypothesis);
        if (references_.size() < references.size()) references_.resize(references.size());
        for (std::size_t r = 0; r < references.size(); ++r) start(references_[r], references[r]);

        for (std::size_t order = 1; order <= sums.size() && !hypothesis_.empty(); ++order) {
            clear_table(hypothesis_.size());
            advance(hypothesis_, order, [&](std::uint64_t name, std::uint32_t) {
                Slot* slot = insert(name);
                ++slot->in_hypothesis;
                return slot;
            });
            std::invoke_result_t<Weight&, std::size_t, std::size_t, std::size_t> sum{};
            for (std::uint32_t r = 0; r < references.size(); ++r) {
                advance(references_[r], order, [&](std::uint64_t name, std::uint32_t position) {
                    Slot* slot = find(name);
                    if (slot && counts_as_match(*slot, r)) sum += weight(order, r, position);
                    return slot;
                });
            }
            sums[order - 1] = static_cast<double>(sum);
            std::erase_if(hypothesis_, [&](const Occurrence& o) { return slots_[o.id].matched == 0; });
        }
    }

private:
    struct Occurrence {
        std::uint32_t position;
        std::uint32_t id;
    };
    struct Slot {
        std::uint64_t name;
        std::uint32_t epoch = 0;
        std::uint32_t in_hypothesis;
        std::uint32_t matched;
        std::uint32_t reference;
        std::uint32_t in_reference;
    };

    static void start(std::vector<Occurrence>& occurrences, Symbols symbols) {
        // Slots have ids of 32 bits, and there are up to eight for each symbol.
        if (symbols.size() > 1u << 29) throw std::length_error("a segment has more than 2^29 words or characters");
        occurrences.resize(symbols.size());
        for (std::uint32_t i = 0; i < symbols.size(); ++i) occurrences[i] = {i, symbols[i]};
    }

    /// Replaces the (order−1)-grams of the list by the n-grams for which `slot_of(name, position)` gives a slot.
    template <class SlotOf>
    void advance(std::vector<Occurrence>& list, std::size_t order, SlotOf&& slot_of) {
        std::size_t kept = 0;
        auto keep = [&](std::uint32_t position, std::uint64_t name) {
            if (const Slot* slot = slot_of(name, position))
                list[kept++] = {position, static_cast<std::uint32_t>(slot - slots_.data())};
        };
        if (order == 1) {
            for (std::size_t k = 0; k < list.size(); ++k) keep(list[k].position, list[k].id);
        } else {
            for (std::size_t k = 1; k < list.size(); ++k) {
                const Occurrence left = list[k - 1], right = list[k];
                if (right.position == left.position + 1) keep(left.position, std::uint64_t{left.id} << 32 | right.id);
            }
        }
        list.resize(kept);
    }

    static bool counts_as_match(Slot& slot, std::uint32_t reference) {
        if (slot.reference != reference) {
            slot.reference = reference;
            slot.in_reference = 0;
        }
        const std::uint32_t count = ++slot.in_reference;
        if (count > slot.in_hypothesis || count <= slot.matched) return false;
        slot.matched = count;
        return true;
    }

    /// Makes room for a number of n-grams, a quarter full at most, so that few of them get in each other's way.
    void clear_table(std::size_t entries) {
        const std::size_t capacity = std::bit_ceil(std::max<std::size_t>(4 * entries, 16));
        if (slots_.size() < capacity) slots_.resize(capacity);
        shift_ = 64 - std::countr_zero(capacity);
        mask_ = capacity - 1;
        if (++epoch_ == 0) {
            for (Slot& slot : slots_) slot.epoch = 0;
            epoch_ = 1;
        }
    }

    std::size_t home_of(std::uint64_t name) const { return (name * hash_factor) >> shift_; }

    Slot* find(std::uint64_t name) {
        for (std::size_t at = home_of(name); slots_[at].epoch == epoch_; at = (at + 1) & mask_)
            if (slots_[at].name == name) return &slots_[at];
        return nullptr;
    }

    Slot* insert(std::uint64_t name) {
        std::size_t at = home_of(name);
        for (; slots_[at].epoch == epoch_; at = (at + 1) & mask_)
            if (slots_[at].name == name) return &slots_[at];
        slots_[at] = {.name = name, .epoch = epoch_, .in_hypothesis = 0, .matched = 0, .reference = 0, .in_reference = 0};
        return &slots_[at];
    }

    std::vector<Occurrence> hypothesis_;
    std::vector<std::vector<Occurrence>> references_;
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    int shift_ = 0;
    std::uint32_t epoch_ = 0;
};

enum class LengthRule { closest, shortest };

/// The reference length that counts for the brevity of a hypothesis: the closest one, the shorter of two equally close, or
/// the shortest. O(references).
std::size_t reference_length(std::size_t hypothesis, std::span<const Symbols> references, LengthRule rule);

/// For each segment the matches of order 1, 2, …, the hypothesis's n-grams of order 1, 2, …, and the reference length.
/// The references must be comparable. Expected O(orders × total length).
std::vector<double> bleu_statistics(const Tokens& hypothesis, References references, std::size_t orders, LengthRule rule,
                                    unsigned threads);

}  // namespace bakeoff
