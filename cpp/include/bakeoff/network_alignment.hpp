#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/word_network.hpp"

namespace bakeoff {

/// One step of an alignment of words. The optional words that may be left out or added are marked when they are.
enum class StepKind : std::int32_t {
    correct = 'C',
    substitution = 'S',
    deletion = 'D',
    insertion = 'I',
    forgiven_deletion = 'd',
    forgiven_insertion = 'i',
};

/// What was said and what was recognised; -1 on the side that has no word. Places are those of `NetworkView`.
struct AlignmentStep {
    StepKind kind;
    std::int32_t reference_form, hypothesis_form;
    std::int32_t reference_place, hypothesis_place;
};

/// Numbers of an `AlignmentStep`.
inline constexpr std::size_t step_columns = 5;

/// Columns of the counts: correct (forgiven words included), substitutions, deletions, insertions, forgiven deletions,
/// forgiven insertions.
inline constexpr std::size_t alignment_columns = 6;

/// How sure the recogniser was of each row of the hypothesis, those of utterance i from `offsets[i]` on; empty where not asked.
struct ConfidenceRows {
    std::span<const double> values;
    std::span<const std::int64_t> offsets;
};

/// Confidences are kept so far from 0 and 1.
inline constexpr double sure = 1e-7;

/// Counts of each utterance and, where asked for, all steps one after the other with the number of them in each utterance, and
/// the sum of log2 p over the correct words of each and of log2(1 - p) over the wrong ones, p being their confidence.
struct NetworkAlignments {
    std::vector<std::int64_t> counts;
    std::vector<double> confidence_logs;
    std::vector<AlignmentStep> steps;
    std::vector<std::int64_t> step_counts;
};

/// Aligns each pair of networks as sclite does: a path through either such that insertions and deletions (3 each, 2 for an
/// optional word, 0.001 for @) and substitutions (4) cost least, in sums of 32-bit floats. Of equal ways into a cell it takes
/// the substitution before the insertion before the deletion, of equal predecessors the first as written.
/// O(reference · hypothesis) time for each pair; as many quarters of a byte for chains, bytes for networks.
NetworkAlignments align_networks(const WordNetworks& reference, const WordNetworks& hypothesis, const NetworkWords& words,
                                 bool keep_steps, unsigned threads, const ConfidenceRows& confidences = {});

}  // namespace bakeoff
