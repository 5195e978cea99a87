#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "meteor_matches.hpp"

namespace bakeoff {

/// Finds METEOR's alignment: matches that share no word, chosen from left to right over the reference with a beam.
class MeteorSearch {
public:
    explicit MeteorSearch(std::span<const MeteorModule> modules) : modules_(modules) {}

    /// The matches of the alignment from left to right, valid until the next call. O(beam · (matches + reference words)).
    std::span<const MeteorMatch> align(const MeteorMatches& matches, std::size_t hypothesis_words, std::size_t reference_words);

private:
    static constexpr std::size_t beam = 40;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// A way through the reference up to some word.
    struct Path {
        std::uint32_t weight = 0;  // matched words of both sides, weighted
        std::uint32_t chunks = 0;  // those that are closed
        std::uint64_t distance = 0;
        std::uint32_t next_reference = 0;    // the first word not dealt with
        std::uint32_t chunk_hypothesis = 0;  // where the open chunk would go on, in the hypothesis
        bool chunk_open = false;
        std::uint32_t step = none;  // the last match taken
    };

    /// How good a path is: the lesser, the better. Equals stay in the order in which they were made.
    struct Rank {
        std::uint64_t matches;  // the greatest possible weight less that of the path, then chunks
        std::uint64_t order;    // distance, then how many paths were made before
        auto operator<=>(const Rank&) const = default;
    };

    /// A path that goes on from another: by a match, by leaving out a reference word, or as it is.
    struct Candidate {
        Rank rank;
        std::uint32_t parent;
        const MeteorMatch* taken;
    };

    struct Step {
        const MeteorMatch* match;
        std::uint32_t before;
    };

    void fix_lone_matches(const MeteorMatches& matches, std::size_t hypothesis_words, std::size_t reference_words);
    void extend(std::uint32_t parent, std::uint32_t reference_word, std::span<const MeteorMatch> matches);
    void take(std::uint32_t parent, const MeteorMatch& match, std::uint64_t distance);
    void add(std::uint32_t parent, const MeteorMatch* taken, std::uint32_t weight, std::uint32_t chunks, std::uint64_t distance);
    void keep_best(std::uint32_t reference_word);
    Path continued(const Candidate& candidate, std::uint32_t reference_word);
    bool is_covered(std::uint32_t parent, const MeteorMatch& match) const;
    static void cover(std::uint64_t* bits, const MeteorMatch& match);

    std::span<const MeteorModule> modules_;
    std::vector<Path> paths_;
    std::vector<Path> next_paths_;
    std::vector<Candidate> candidates_;
    std::vector<Step> steps_;
    std::vector<std::uint64_t> covered_;  // for each path a bit for each hypothesis word
    std::vector<std::uint64_t> next_covered_;
    std::size_t blocks_ = 0;
    std::vector<std::uint32_t> hypothesis_uses_;
    std::vector<std::uint32_t> reference_uses_;
    std::vector<const MeteorMatch*> fixed_;  // by first reference word
    std::vector<MeteorMatch> alignment_;
};

}  // namespace bakeoff
