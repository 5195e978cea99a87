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
        if (taken_[r] || matches.at(r).empty()) advance(r);
        else branch(r, matches.at(r));
    }
    for (std::uint32_t step = best().step; step != none; step = steps_[step].before) {
        taken_[steps_[step].match->reference_start] = steps_[step].match;
    }
    alignment_.clear();
    for (const MeteorMatch* match : taken_) {
        if (match) alignment_.push_back(*match);
    }
    return alignment_;
}

/// A match that no other disputes any word is taken in every path, and its words are covered from the start.
void MeteorSearch::fix_lone_matches(const MeteorMatches& matches, std::size_t hypothesis_words, std::size_t reference_words) {
    hypothesis_uses_.assign(hypothesis_words, 0);
    reference_uses_.assign(reference_words, 0);
    taken_.assign(reference_words, nullptr);
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
        taken_[match.reference_start] = &match;
        cover(covered_.data(), match);
    }
}

/// At a word where no path has a choice each goes on as it must. They stay nearly in order: they are sorted by insertion.
void MeteorSearch::advance(std::uint32_t reference_word) {
    const MeteorMatch* const lone = taken_[reference_word];
    for (Path& path : paths_) {
        if (path.next_reference > reference_word) continue;
        if (lone) {
            path.matches = matches_with(path, *lone);
            take(path, *lone);
        } else {
            leave_out(path);
        }
    }
    for (std::size_t i = 1; i < paths_.size(); ++i) {
        if (!(rank(paths_[i]) < rank(paths_[i - 1]))) continue;
        const Path moved = paths_[i];
        std::size_t at = i;
        do paths_[at] = paths_[at - 1];
        while (--at > 0 && rank(moved) < rank(paths_[at - 1]));
        paths_[at] = moved;
    }
}

/// Makes paths of the best candidates, in order.
void MeteorSearch::branch(std::uint32_t reference_word, std::span<const MeteorMatch> matches) {
    candidates_.clear();
    made_ = 0;
    worst_ = {~std::uint64_t{0}, ~std::uint64_t{0}};
    std::uint64_t gain = 0;
    for (const MeteorMatch& match : matches) gain = std::max<std::uint64_t>(gain, weight_of(match, modules_[match.module]));
    // Paths come in order: after one that cannot do as well as those at hand, none can.
    for (std::uint32_t p = 0; p < paths_.size() && paths_[p].matches - (gain << 32) <= worst_.matches; ++p) {
        extend(p, reference_word, matches);
    }
    if (candidates_.size() > beam) keep_best();
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
    next_covered_.resize(candidates_.size() * blocks_);
    next_paths_.clear();
    for (std::uint32_t p = 0; p < candidates_.size(); ++p) {
        const Candidate& candidate = candidates_[p];
        Path path = paths_[candidate.parent];
        std::uint64_t* const bits = next_covered_.data() + p * blocks_;
        std::copy_n(covered_.data() + path.covered * blocks_, blocks_, bits);
        if (candidate.taken != none) {
            const MeteorMatch& match = matches[candidate.taken];
            cover(bits, match);
            take(path, match);
            steps_.push_back({&match, path.step});
            path.step = static_cast<std::uint32_t>(steps_.size() - 1);
        } else if (path.next_reference == reference_word) {
            leave_out(path);
        }
        path.matches = candidate.rank.matches;
        path.distance = candidate.rank.order >> order_bits;
        path.covered = p;
        next_paths_.push_back(path);
    }
    covered_.swap(next_covered_);
    paths_.swap(next_paths_);
}

void MeteorSearch::extend(std::uint32_t parent, std::uint32_t reference_word, std::span<const MeteorMatch> matches) {
    const Path& path = paths_[parent];
    if (path.next_reference > reference_word) return offer(parent, none, path.matches, path.distance);
    std::uint64_t distance = path.distance;
    for (std::uint32_t m = 0; m < matches.size(); ++m) {
        if (is_covered(path, matches[m])) continue;
        offer(parent, m, matches_with(path, matches[m]), distance);
        // As in METEOR the distance burdens the paths that come after, not the one that takes the match.
        distance += difference(matches[m].hypothesis_start, matches[m].reference_start);
    }
    offer(parent, none, path.matches + path.is_open(), distance);
}

void MeteorSearch::offer(std::uint32_t parent, std::uint32_t taken, std::uint64_t matches, std::uint64_t distance) {
    const Rank rank{matches, distance << order_bits | made_++};
    if (!(rank < worst_)) return;
    candidates_.push_back({rank, parent, taken});
    if (candidates_.size() == 2 * beam) keep_best();
}

/// Drops all candidates but the best.
void MeteorSearch::keep_best() {
    const auto last = candidates_.begin() + (beam - 1);
    std::nth_element(candidates_.begin(), last, candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
    worst_ = last->rank;
    candidates_.resize(beam);
}

/// What the rank says of matches when the path takes one more. O(1).
std::uint64_t MeteorSearch::matches_with(const Path& path, const MeteorMatch& match) const {
    const bool closes_chunk = path.is_open() && path.chunk_hypothesis != match.hypothesis_start;
    return path.matches - (std::uint64_t{weight_of(match, modules_[match.module])} << 32) + closes_chunk;
}

void MeteorSearch::take(Path& path, const MeteorMatch& match) {
    path.chunk_hypothesis = match.hypothesis_start + match.hypothesis_length;
    path.next_reference = match.reference_start + match.reference_length;
}

void MeteorSearch::leave_out(Path& path) {
    path.matches += path.is_open();
    path.chunk_hypothesis = none;
    ++path.next_reference;
}

/// The best path to the end. Only now, when all but the best have been dropped, do chunks that reach to the end count.
const MeteorSearch::Path& MeteorSearch::best() const {
    const auto ended = [](const Path& path) { return Rank{path.matches + path.is_open(), path.distance}; };
    return *std::min_element(paths_.begin(), paths_.end(), [&](const Path& a, const Path& b) { return ended(a) < ended(b); });
}

bool MeteorSearch::is_covered(const Path& path, const MeteorMatch& match) const {
    const std::uint64_t* bits = covered_.data() + path.covered * blocks_;
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
