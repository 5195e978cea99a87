#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/ter.hpp"
#include "ter_alignment.hpp"

namespace bakeoff::ter {

inline constexpr int longest_shift = 10;

/// Where each word of the reference stands.
class Occurrences {
public:
    /// Takes a reference whose words are numbered up to `kinds`. O(kinds + reference).
    void assign(Words reference, std::size_t kinds);

    /// The positions of a word, ascending; none for a word that the reference lacks. O(1).
    std::span<const int> of(Word word) const;

private:
    std::vector<int> positions_;
    std::vector<std::size_t> begins_;
};

/// The shifts that a tool tries on the present hypothesis, by length and, within a length, in the tool's order of preference.
class ShiftCandidates {
public:
    /// Collects them; false where the tool's limit on tried shifts is reached, so that it gives up. `tried` counts over rounds.
    /// O(hypothesis · occurrences · length²).
    bool collect(TerRules rules, Words hypothesis, Words reference, const Occurrences& occurrences, const Alignment& alignment,
                 int& tried);

    /// The shifts of spans of `length` words, without the ones that change nothing. O(1).
    std::span<const Swap> of(int length) const { return by_length_[static_cast<std::size_t>(length - 1)]; }

private:
    struct Target {
        int position;  // in the reference
        int length;    // equal words from there on, at most the longest shift
    };

    void find_targets(Words hypothesis, Words reference, std::span<const int> positions, int start);
    void collect_tercom(const Alignment& alignment, int start);
    void add_tercom(const Alignment& alignment, int start, int length, int position);
    bool collect_sacrebleu(const Alignment& alignment, int start, int& tried);
    void new_span(int start, int length);
    void add(int place, int step_inside);

    std::array<std::vector<Swap>, longest_shift> by_length_;
    std::vector<Target> targets_;
    std::vector<int> places_;
    int size_ = 0;
    int start_ = 0;
    int length_ = 0;
    std::uint64_t span_ = 0;
    std::vector<std::uint64_t> seen_;  // by place: the last span that was moved there
};

}  // namespace bakeoff::ter
