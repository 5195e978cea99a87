#include "meteor_search.hpp"

#include <algorithm>

namespace bakeoff {

namespace {

// At one word fewer than 2^24 paths are made, and distances stay below 2^40.
constexpr unsigned order_bits = 24;

// Half a word's weight is cut off at every addition, so that only pairs of words count for matches that are not exact.
std::uint32_t weight_of(const MeteorMatch& match, MeteorModule module) {
    if (module == MeteorModule::exact) return match.hypothesis_length + match.reference_length;
    return match.hypothesis_length / 2 + match.reference_length / 2;
}

std::uint32_t difference(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

}  // namespace

std::span<const MeteorMatch> MeteorSearch::align(const MeteorMatches& matches, std::size_t hypothesis_words,
                                                 std::size_t reference_words) {
    blocks_ = (hypothesis_words + 63) / 64;
    covered_.assign(blocks_, 0);
    steps_.clear();
    fix_lone_matches(matches, hypothesis_words, reference_words);
    paths_.assign(1, Path{});
    for (std::uint32_t r = 0; r < reference_words; ++r) {
        candidates_.clear();
        for (std::uint32_t p = 0; p < paths_.size(); ++p) extend(p, r, matches.at(r));
        keep_best(r);
    }
    // Only now, when all but the best have been dropped, do chunks that reach to the end count.
    candidates_.clear();
    for (std::uint32_t p = 0; p < paths_.size(); ++p) {
        const Path& path = paths_[p];
        add(p, nullptr, path.weight, path.chunks + path.chunk_open, path.distance);
    }
    const auto best = std::min_element(candidates_.begin(), candidates_.end(),
                                       [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
    alignment_.clear();
    for (std::uint32_t step = paths_[best->parent].step; step != none; step = steps_[step].before) {
        alignment_.push_back(*steps_[step].match);
    }
    std::reverse(alignment_.begin(), alignment_.end());
    return alignment_;
}

/// A match that no other disputes any word is taken in every path, and its words are covered from the start.
void MeteorSearch::fix_lone_matches(const MeteorMatches& matches, std::size_t hypothesis_words, std::size_t reference_words) {
    hypothesis_uses_.assign(hypothesis_words, 0);
    reference_uses_.assign(reference_words, 0);
    fixed_.assign(reference_words, nullptr);
    for (const MeteorMatch& match : matches.all()) {
        for (std::uint32_t i = 0; i < match.hypothesis_length; ++i) ++hypothesis_uses_[match.hypothesis_start + i];
        for (std::uint32_t i = 0; i < match.reference_length; ++i) ++reference_uses_[match.reference_start + i];
    }
    for (const MeteorMatch& match : matches.all()) {
        const auto once = [](const std::vector<std::uint32_t>& uses, std::uint32_t start, std::uint32_t length) {
            return std::all_of(uses.begin() + start, uses.begin() + start + length, [](std::uint32_t n) { return n == 1; });
        };
        if (!once(hypothesis_uses_, match.hypothesis_start, match.hypothesis_length)) continue;
        if (!once(reference_uses_, match.reference_start, match.reference_length)) continue;
        fixed_[match.reference_start] = &match;
        cover(covered_.data(), match);
    }
}

void MeteorSearch::extend(std::uint32_t parent, std::uint32_t reference_word, std::span<const MeteorMatch> matches) {
    const Path& path = paths_[parent];
    if (path.next_reference > reference_word) return add(parent, nullptr, path.weight, path.chunks, path.distance);
    if (fixed_[reference_word]) return take(parent, *fixed_[reference_word], path.distance);
    std::uint64_t distance = path.distance;
    for (const MeteorMatch& match : matches) {
        if (is_covered(parent, match)) continue;
        take(parent, match, distance);
        // As in METEOR the distance burdens the paths that come after, not the one that takes the match.
        distance += difference(match.hypothesis_start, match.reference_start);
    }
    add(parent, nullptr, path.weight, path.chunks + path.chunk_open, distance);
}

void MeteorSearch::take(std::uint32_t parent, const MeteorMatch& match, std::uint64_t distance) {
    const Path& path = paths_[parent];
    const bool closes_chunk = path.chunk_open && path.chunk_hypothesis != match.hypothesis_start;
    add(parent, &match, path.weight + weight_of(match, modules_[match.module]), path.chunks + closes_chunk, distance);
}

void MeteorSearch::add(std::uint32_t parent, const MeteorMatch* taken, std::uint32_t weight, std::uint32_t chunks,
                       std::uint64_t distance) {
    const std::uint64_t order = candidates_.size();
    candidates_.push_back({{std::uint64_t{~weight} << 32 | chunks, distance << order_bits | order}, parent, taken});
}

/// Makes paths of the best candidates, in order.
void MeteorSearch::keep_best(std::uint32_t reference_word) {
    const auto better = [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; };
    const std::size_t kept = std::min(beam, candidates_.size());
    const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(kept);
    if (end != candidates_.end()) std::nth_element(candidates_.begin(), end, candidates_.end(), better);
    std::sort(candidates_.begin(), end, better);
    next_covered_.resize(kept * blocks_);
    next_paths_.clear();
    for (std::size_t p = 0; p < kept; ++p) {
        const Candidate& candidate = candidates_[p];
        std::uint64_t* const bits = next_covered_.data() + p * blocks_;
        std::copy_n(covered_.data() + candidate.parent * blocks_, blocks_, bits);
        if (candidate.taken) cover(bits, *candidate.taken);
        next_paths_.push_back(continued(candidate, reference_word));
    }
    covered_.swap(next_covered_);
    paths_.swap(next_paths_);
}

MeteorSearch::Path MeteorSearch::continued(const Candidate& candidate, std::uint32_t reference_word) {
    Path path = paths_[candidate.parent];
    path.weight = ~static_cast<std::uint32_t>(candidate.rank.matches >> 32);
    path.chunks = static_cast<std::uint32_t>(candidate.rank.matches);
    path.distance = candidate.rank.order >> order_bits;
    if (const MeteorMatch* match = candidate.taken) {
        path.chunk_open = true;
        path.chunk_hypothesis = match->hypothesis_start + match->hypothesis_length;
        path.next_reference = match->reference_start + match->reference_length;
        steps_.push_back({match, path.step});
        path.step = static_cast<std::uint32_t>(steps_.size() - 1);
    } else if (path.next_reference == reference_word) {
        path.chunk_open = false;
        ++path.next_reference;
    }
    return path;
}

bool MeteorSearch::is_covered(std::uint32_t parent, const MeteorMatch& match) const {
    const std::uint64_t* bits = covered_.data() + parent * blocks_;
    for (std::uint32_t h = match.hypothesis_start; h < match.hypothesis_start + match.hypothesis_length; ++h) {
        if (bits[h / 64] >> h % 64 & 1) return true;
    }
    return false;
}

void MeteorSearch::cover(std::uint64_t* bits, const MeteorMatch& match) {
    for (std::uint32_t h = match.hypothesis_start; h < match.hypothesis_start + match.hypothesis_length; ++h) {
        bits[h / 64] |= std::uint64_t{1} << h % 64;
    }
}

}  // namespace bakeoff
