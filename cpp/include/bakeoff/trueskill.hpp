#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/resampling.hpp"

namespace bakeoff {

/// What is believed of a system: a normal distribution of its skill.
struct Skill {
    double mean = 0;
    double variance = 1;
};

/// How skill shows: the standard deviation of one performance, and how close two performances must be for a tie.
struct Performance {
    double deviation = 1;
    double tie_margin = 0;
};

/// Two systems met, and the first was better (1), worse (−1) or tied (0): both skills after it (Herbrich et al. 2006). O(1).
void rate(Skill& first, Skill& second, int outcome, const Performance& performance);

/// Comparisons of two systems each: row i is `first[i]` against `second[i]` with `outcome[i]` as in `rate`.
struct Comparisons {
    std::span<const std::int32_t> first;
    std::span<const std::int32_t> second;
    std::span<const std::int8_t> outcome;
    std::size_t systems = 0;
};

/// Which comparisons a run takes its outcomes from: a sample drawn with replacement for each run, or all as they are given.
enum class RunRows { resampled, given };

/// For each run the mean skill of every system: (runs × systems). A run takes its rows, then lets systems meet as often as there
/// are comparisons and once more: the one that least is known of, an opponent drawn by exp(−distance of means), one of the rows
/// of the pair, drawn with replacement. O(runs · comparisons · systems).
std::vector<double> trueskill_means(const Comparisons& comparisons, double prior_deviation, const Performance& performance,
                                    RunRows rows, const Samples& runs, unsigned threads);

}  // namespace bakeoff
