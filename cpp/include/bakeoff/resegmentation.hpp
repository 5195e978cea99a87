#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// The references of the segments of one or more streams of words, one reference a row. Each segment has one or more.
struct SegmentReferences {
    const Tokens& rows;
    std::span<const std::size_t> references;  // of each segment
    std::span<const std::size_t> segments;    // of each stream
};

/// What it costs to leave segments empty before the first word of a stream: the words of their references, or, as in
/// mwerSegmenter, one more for every segment. The charge decides where the stream is cut and is no error.
enum class LeadingEmptySegments { free, charged };

/// Columns of `resegment`.
inline constexpr std::size_t resegmentation_columns = 3;

/// Cuts each stream (a row of `words`) into its segments so that the errors against the references are the fewest, each segment
/// counted against its best reference, the first of equals. Among equal ways it takes mwerSegmenter's (Matusov et al. 2005),
/// read from the end: at a reference word the diagonal only where it is better than both other steps, else a deletion where
/// one is best, else an insertion. A row for each segment: the position after its last word in the stream, its reference
/// (from 0), its errors. O(words · ⌈reference words / 64⌉) time, O(words · √segments) memory for each stream,
/// or up to 32 MB more where that saves time.
std::vector<std::int64_t> resegment(const Tokens& words, const SegmentReferences& references, LeadingEmptySegments leading,
                                    unsigned threads);

}  // namespace bakeoff
