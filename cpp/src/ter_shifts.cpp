#include "ter_shifts.hpp"

#include <algorithm>
#include <cstdlib>

namespace bakeoff::ter {

namespace {

constexpr int farthest = 50;
constexpr int most_tried = 1000;

bool has_error(const std::vector<int>& errors, int start, int length) {
    return errors[static_cast<std::size_t>(start + length)] != errors[static_cast<std::size_t>(start)];
}

bool is_within(int position, int start, int length) { return start <= position && position < start + length; }

}  // namespace

void Occurrences::assign(Words reference, std::size_t kinds) {
    // Counted two places further on, a start is in place once its word's positions have been filled in.
    begins_.assign(kinds + 3, 0);
    positions_.resize(reference.size());
    for (const Word word : reference) ++begins_[word + 2];
    for (std::size_t k = 2; k < begins_.size(); ++k) begins_[k] += begins_[k - 1];
    for (std::size_t i = 0; i < reference.size(); ++i) positions_[begins_[reference[i] + 1]++] = static_cast<int>(i);
}

std::span<const int> Occurrences::of(Word word) const {
    return {positions_.data() + begins_[word], begins_[word + 1] - begins_[word]};
}

bool ShiftCandidates::collect(TerRules rules, Words hypothesis, Words reference, const Occurrences& occurrences,
                              const Alignment& alignment, int& tried) {
    for (auto& shifts : by_length_) shifts.clear();
    size_ = static_cast<int>(hypothesis.size());
    seen_.resize(hypothesis.size() + 1, 0);
    for (int start = 0; start < size_; ++start) {
        if (!has_error(alignment.hypothesis_errors, start, std::min(longest_shift, size_ - start))) continue;
        find_targets(hypothesis, reference, occurrences.of(hypothesis[static_cast<std::size_t>(start)]), start);
        if (rules == TerRules::tercom) {
            collect_tercom(alignment, start);
        } else if (!collect_sacrebleu(alignment, start, tried)) {
            return false;
        }
    }
    return true;
}

void ShiftCandidates::find_targets(Words hypothesis, Words reference, std::span<const int> positions, int start) {
    targets_.clear();
    const Word* const span = hypothesis.data() + start;
    for (const int position : positions) {
        const int longest = std::min({longest_shift, size_ - start, static_cast<int>(reference.size()) - position});
        const Word* const target = reference.data() + position;
        int length = 1;
        while (length < longest && span[length] == target[length]) ++length;
        targets_.push_back({position, length});
    }
}

void ShiftCandidates::collect_tercom(const Alignment& alignment, int start) {
    const auto is_near = [&](const Target& target) {
        return std::abs(alignment.position[static_cast<std::size_t>(target.position)] - start) <= farthest;
    };
    const auto is_elsewhere = [&](const Target& target, int length) {
        return !is_within(alignment.position[static_cast<std::size_t>(target.position)], start, length);
    };
    // tercom drops far targets only later; that makes no difference, since a longer span has no other targets.
    std::erase_if(targets_, [&](const Target& target) { return !is_near(target); });
    if (std::none_of(targets_.begin(), targets_.end(), [&](const Target& target) { return is_elsewhere(target, 1); })) return;
    for (int length = 1; length <= longest_shift; ++length) {
        std::erase_if(targets_, [&](const Target& target) { return target.length < length; });
        if (targets_.empty()) return;
        if (!has_error(alignment.hypothesis_errors, start, length)) continue;
        bool found = false;
        new_span(start, length);
        for (const Target& target : targets_) {
            if (!is_elsewhere(target, length)) continue;
            found = true;
            if (!has_error(alignment.reference_errors, target.position, length)) continue;
            add_tercom(alignment, start, length, target.position);
        }
        if (!found) return;
    }
}

void ShiftCandidates::add_tercom(const Alignment& alignment, int start, int length, int position) {
    const int* const aligned = alignment.position.data() + position;
    for (int offset = -1; offset < length; ++offset) {
        const bool to_front = offset == -1 && position == 0;
        if (!to_front && (aligned[offset] == start || (offset != 0 && aligned[offset] == aligned[0]))) continue;
        const int place = to_front ? 0 : aligned[offset] + 1;
        std::uint64_t& seen = seen_[static_cast<std::size_t>(place)];
        if (seen == span_) continue;
        seen = span_;
        add(place, place - 1 - start);
    }
}

bool ShiftCandidates::collect_sacrebleu(const Alignment& alignment, int start, int& tried) {
    std::erase_if(targets_, [&](const Target& target) { return std::abs(target.position - start) > farthest; });
    for (int length = 1; length <= longest_shift; ++length) {
        std::erase_if(targets_, [&](const Target& target) { return target.length < length; });
        if (targets_.empty()) return true;
        if (!has_error(alignment.hypothesis_errors, start, length)) continue;
        new_span(start, length);
        places_.clear();
        for (const Target& target : targets_) {
            const int* const aligned = alignment.position.data() + target.position;
            if (!has_error(alignment.reference_errors, target.position, length) || is_within(*aligned, start, length)) continue;
            int previous = -1;
            for (int offset = -1; offset < length; ++offset) {
                const int place = target.position + offset == -1 ? 0 : aligned[offset] + 1;
                if (place == previous) continue;
                previous = place;
                ++tried;
                std::uint64_t& seen = seen_[static_cast<std::size_t>(place)];
                if (seen != span_) places_.push_back(place);
                seen = span_;
            }
        }
        if (tried >= most_tried) return false;
        // Of equally good shifts of one span the tool takes the one to the earliest place.
        std::sort(places_.begin(), places_.end());
        for (const int place : places_) add(place, place - start);
    }
    return true;
}

void ShiftCandidates::new_span(int start, int length) {
    start_ = start;
    length_ = length;
    ++span_;
}

void ShiftCandidates::add(int place, int step_inside) {
    const int end = start_ + length_;
    Swap swap{place, start_, end};
    if (place > end) {
        swap = {start_, end, place};
    } else if (place > start_) {
        swap = {start_, end, std::min(size_, end + step_inside)};
    }
    if (swap.first < swap.middle && swap.middle < swap.last) by_length_[static_cast<std::size_t>(length_ - 1)].push_back(swap);
}

}  // namespace bakeoff::ter
