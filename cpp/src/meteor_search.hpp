#pragma once

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

    /// How good a path is: the lesser, the better. Equals stay in the order in which they were made.
    struct Rank {
        std::uint64_t matches;  // the greatest possible weight less that of the path, then chunks
        std::uint64_t order;    // distance, then how many paths were made before

        // Without a branch, which could not be predicted.
        friend bool operator<(const Rank& a, const Rank& b) {
            return (a.matches < b.matches) | ((a.matches == b.matches) & (a.order < b.order));
        }
    };

    /// A way through the reference up to some word.
    struct Path {
        std::uint64_t matches = std::uint64_t{none} << 32;  // as in its rank; chunks are the closed ones
        std::uint64_t distance = 0;
        std::uint32_t next_reference = 0;       // the first word not dealt with
        std::uint32_t chunk_hypothesis = none;  // where the open chunk would go on, in the hypothesis; none if none is open
        std::uint32_t step = none;              // the last match taken, lone ones aside
        std::uint32_t covered = 0;              // which row of `covered_` is its own

        bool is_open() const { return chunk_hypothesis != none; }
    };

    /// A path that goes on from another: by a match of the word (its number), by leaving the word out, or as it is (none).
    struct Candidate {
        Rank rank;
        std::uint32_t parent;
        std::uint32_t taken;
    };

    struct Step {
        const MeteorMatch* match;
        std::uint32_t before;
    };

    void fix_lone_matches(const MeteorMatches& matches, std::size_t hypothesis_words, std::size_t reference_words);
    void advance(std::uint32_t reference_word);
    void branch(std::uint32_t reference_word, std::span<const MeteorMatch> matches);
    void extend(std::uint32_t parent, std::uint32_t reference_word, std::span<const MeteorMatch> matches);
    void offer(std::uint32_t parent, std::uint32_t taken, std::uint64_t matches, std::uint64_t distance);
    void keep_best();
    std::uint64_t matches_with(const Path& path, const MeteorMatch& match) const;
    static void take(Path& path, const MeteorMatch& match);
    static void leave_out(Path& path);
    static Rank rank(const Path& path) { return {path.matches, path.distance}; }
    const Path& best() const;
    bool is_covered(const Path& path, const MeteorMatch& match) const;
    static void cover(std::uint64_t* bits, const MeteorMatch& match);

    std::span<const MeteorModule> modules_;
    std::vector<Path> paths_;
    std::vector<Path> next_paths_;
    std::vector<Candidate> candidates_;
    std::uint64_t made_ = 0;  // candidates at the word at hand, those already dropped included
    Rank worst_{};            // no candidate that is not better will be kept
    std::vector<Step> steps_;
    std::vector<std::uint64_t> covered_;  // rows of bits, one bit for each hypothesis word
    std::vector<std::uint64_t> next_covered_;
    std::size_t blocks_ = 0;
    std::vector<std::uint32_t> hypothesis_uses_;
    std::vector<std::uint32_t> reference_uses_;
    std::vector<const MeteorMatch*> taken_;  // by first reference word: the lone matches, in the end the complete alignment
    std::vector<MeteorMatch> alignment_;
};

}  // namespace bakeoff
