#include "meteor_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace bakeoff {

std::span<const MeteorMatch> MeteorSearch::align(const MeteorMatches& matches, std::size_t hypothesis_words,
                                                 std::size_t reference_words) {
    blocks_ = (hypothesis_words + 63) / 64;
    covered_.assign(blocks_, 0);
    steps_.clear();
    fix_lone_matches(matches, hypothesis_words, reference_words);
    paths_.assign(1, Path{});
    for (std::uint32_t r = 0; r < reference_words; ++r) {
        made_.clear();
        for (std::uint32_t p = 0; p < paths_.size(); ++p) extend(paths_[p], p, r, matches.at(r));
        keep_best();
    }
    // Only now, when all but the best have been dropped, do chunks that reach to the end count.
    for (Path& path : paths_) path.chunks += path.chunk_open;
    const Path& best = *std::min_element(paths_.begin(), paths_.end(), is_better);
    alignment_.clear();
    for (std::uint32_t step = best.step; step != none; step = steps_[step].before) {
        alignment_.push_back(*steps_[step].match);
    }
    std::reverse(alignment_.begin(), alignment_.end());
    return alignment_;
}

bool MeteorSearch::is_better(const Path& a, const Path& b) {
    return std::tie(b.weight, a.chunks, a.distance, a.order) < std::tie(a.weight, b.chunks, b.distance, b.order);
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

void MeteorSearch::extend(Path path, std::uint32_t parent, std::uint32_t reference_word, std::span<const MeteorMatch> matches) {
    path.parent = parent;
    path.taken = nullptr;
    if (path.next_reference > reference_word) return add(path);
    if (fixed_[reference_word]) return add(taking(path, *fixed_[reference_word]));
    for (const MeteorMatch& match : matches) {
        if (is_covered(parent, match)) continue;
        add(taking(path, match));
        // As in METEOR the distance burdens the paths that come after, not the one that takes the match.
        path.distance += std::abs(std::int64_t{match.hypothesis_start} - std::int64_t{match.reference_start});
    }
    path.chunks += path.chunk_open;
    path.chunk_open = false;
    ++path.next_reference;
    add(path);
}

MeteorSearch::Path MeteorSearch::taking(const Path& path, const MeteorMatch& match) const {
    Path longer = path;
    // Half a word's weight is cut off at every addition, so that only pairs of words count for matches that are not exact.
    const bool whole = modules_[match.module] == MeteorModule::exact;
    longer.weight += whole ? match.hypothesis_length : match.hypothesis_length / 2;
    longer.weight += whole ? match.reference_length : match.reference_length / 2;
    if (path.chunk_open && path.chunk_hypothesis != match.hypothesis_start) ++longer.chunks;
    longer.chunk_open = true;
    longer.chunk_hypothesis = match.hypothesis_start + match.hypothesis_length;
    longer.next_reference = match.reference_start + match.reference_length;
    longer.taken = &match;
    return longer;
}

/// Of the paths made at one reference word the best, in order; only they get their covered words written down.
void MeteorSearch::keep_best() {
    const std::size_t kept = std::min(beam, made_.size());
    const auto end = made_.begin() + static_cast<std::ptrdiff_t>(kept);
    if (end != made_.end()) std::nth_element(made_.begin(), end, made_.end(), is_better);
    std::sort(made_.begin(), end, is_better);
    made_.erase(end, made_.end());
    next_covered_.resize(kept * blocks_);
    for (std::size_t p = 0; p < kept; ++p) {
        Path& path = made_[p];
        path.order = static_cast<std::uint32_t>(p);
        std::copy_n(covered_.data() + path.parent * blocks_, blocks_, next_covered_.data() + p * blocks_);
        if (!path.taken) continue;
        cover(next_covered_.data() + p * blocks_, *path.taken);
        steps_.push_back({path.taken, path.step});
        path.step = static_cast<std::uint32_t>(steps_.size() - 1);
    }
    covered_.swap(next_covered_);
    paths_.swap(made_);
}

bool MeteorSearch::is_covered(std::uint32_t parent, const MeteorMatch& match) const {
    const std::uint64_t* bits = covered_.data() + parent * blocks_;
    for (std::uint32_t h = match.hypothesis_start; h < match.hypothesis_start + match.hypothesis_length; ++h) {
        if (bits[h / 64] >> h % 64 & 1) return true;
    }
    return false;
}

void MeteorSearch::cover(std::uint64_t* bits, const MeteorMatch& match) const {
    for (std::uint32_t h = match.hypothesis_start; h < match.hypothesis_start + match.hypothesis_length; ++h) {
        bits[h / 64] |= std::uint64_t{1} << h % 64;
    }
}

}  // namespace bakeoff
