#include "lattice_alignment.hpp"

#include <limits>

namespace bakeoff {

void Predecessors::assign(const NetworkView& network) {
    const std::size_t arcs = network.forms.size();
    from_.assign(arcs + 1, 0);
    to_.assign(arcs + 1, 0);
    last_node_ = network.is_chain() ? static_cast<std::uint32_t>(arcs) : network.last_node;
    std::uint32_t nodes = last_node_ + 1;
    for (std::uint32_t arc = 1; arc <= arcs; ++arc) {
        from_[arc] = network.is_chain() ? arc - 1 : network.from[arc - 1];
        to_[arc] = network.is_chain() ? arc : network.to[arc - 1];
        nodes = std::max({nodes, from_[arc] + 1, to_[arc] + 1});
    }
    // Arc 0 ends at node 0; the arcs of a node stand as written.
    offsets_.assign(nodes + 1, 0);
    for (std::size_t arc = 0; arc <= arcs; ++arc) ++offsets_[to_[arc] + 1];
    widest_ = *std::max_element(offsets_.begin(), offsets_.end());
    for (std::size_t node = 0; node < nodes; ++node) offsets_[node + 1] += offsets_[node];
    arcs_.resize(arcs + 1);
    std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
    for (std::uint32_t arc = 0; arc <= arcs; ++arc) arcs_[next[to_[arc]]++] = arc;
    last_follower_.assign(arcs + 1, 0);
    for (std::size_t arc = 1; arc <= arcs; ++arc) {
        for (const auto before : of(arc)) last_follower_[before] = arc;
    }
    for (const auto arc : last()) last_follower_[arc] = arcs + 1;
}

void LatticeAlignment::prepare(const NetworkView& reference, const NetworkView& hypothesis) {
    reference_.assign(reference);
    hypothesis_.assign(hypothesis);
    hypothesis_words_.assign(1, Word{});
    for (const FormId form : hypothesis.forms) hypothesis_words_.push_back(word(form));
    only_before_.assign(1, none);
    for (std::size_t h = 1; h < hypothesis_.size(); ++h) {
        only_before_.push_back(hypothesis_.of(h).size() == 1 ? hypothesis_.of(h)[0] : none);
    }
    row_of_.assign(reference_.size(), 0);
    free_rows_.clear();
    for (std::uint32_t row = 0; row < rows_.size(); ++row) free_rows_.push_back(row);
    closing_.assign(reference_.size() + 1, {});
    for (std::uint32_t arc = 0; arc < reference_.size(); ++arc) closing_[reference_.last_follower(arc)].push_back(arc);
}

LatticeAlignment::Word LatticeAlignment::word(FormId id) const {
    const WordForm& form = forms_[id];
    const float gap = form.null ? null_gap_cost : static_cast<float>(form.optional ? optional_cost : gap_cost);
    return {id, form.token, form.null, form.fragment, gap};
}

inline float LatticeAlignment::pair_cost(const Word& reference, const Word& hypothesis) const {
    if (reference.token == hypothesis.token) return reference.null && hypothesis.null ? null_pair_cost : 0;
    const bool fragment = reference.fragment || hypothesis.fragment;
    return fragment && forms_.equal(reference.form, hypothesis.form) ? 0 : substitution_cost;
}

LatticeAlignment::Best LatticeAlignment::best_pair(std::span<const std::uint32_t> reference,
                                                   std::span<const std::uint32_t> hypothesis) const {
    Best best{std::numeric_limits<float>::infinity(), 0, 0};
    for (std::size_t r = 0; r < reference.size(); ++r) {
        const Row& row = rows_[row_of_[reference[r]]];
        for (std::size_t h = 0; h < hypothesis.size(); ++h) {
            if (const float cost = row[hypothesis[h]]; cost < best.cost) best = {cost, r, h};
        }
    }
    return best;
}

LatticeAlignment::Cell LatticeAlignment::fill_cell(std::size_t r, std::size_t h, Row& row, const Word& ours) const {
    constexpr float never = std::numeric_limits<float>::infinity();
    if (r == 0 && h == 0) {
        row[0] = 0;
        return {Move::pair, 0, 0};
    }
    Best pair{never, 0, 0}, deletion{never, 0, 0}, insertion{never, 0, 0};
    if (r > 0 && h > 0) {
        pair = best_pair(reference_.of(r), hypothesis_.of(h));
        pair.cost += pair_cost(ours, hypothesis_words_[h]);
    }
    if (r > 0) {
        const auto here = static_cast<std::uint32_t>(h);
        deletion = best_pair(reference_.of(r), {&here, 1});
        deletion.cost += ours.gap;
    }
    if (h > 0) {
        const auto before = hypothesis_.of(h);
        for (std::size_t b = 0; b < before.size(); ++b) {
            if (row[before[b]] < insertion.cost) insertion = {row[before[b]], 0, b};
        }
        insertion.cost += hypothesis_words_[h].gap;
    }
    if (pair.cost <= deletion.cost && pair.cost <= insertion.cost) {
        row[h] = pair.cost;
        return {Move::pair, pair.reference, pair.hypothesis};
    }
    if (deletion.cost < insertion.cost) {
        row[h] = deletion.cost;
        return {Move::deletion, deletion.reference, 0};
    }
    row[h] = insertion.cost;
    return {Move::insertion, 0, insertion.hypothesis};
}

LatticeAlignment::Cell LatticeAlignment::fill_plain_cell(std::size_t h, const Row& above, Row& row, const Word& ours) const {
    const Word& theirs = hypothesis_words_[h];
    const std::size_t before = only_before_[h];
    const float pair = above[before] + pair_cost(ours, theirs);
    const float deletion = above[h] + ours.gap;
    const float insertion = row[before] + theirs.gap;
    const float gap = std::min(deletion, insertion);
    row[h] = std::min(pair, gap);
    return {pair <= gap ? Move::pair : deletion < insertion ? Move::deletion : Move::insertion, 0, 0};
}

void LatticeAlignment::open_row(std::size_t r) {
    if (free_rows_.empty()) {
        free_rows_.push_back(static_cast<std::uint32_t>(rows_.size()));
        rows_.emplace_back();
    }
    row_of_[r] = free_rows_.back();
    free_rows_.pop_back();
    rows_[row_of_[r]].resize(hypothesis_.size());
}

void LatticeAlignment::close_rows(std::size_t r) {
    for (const auto arc : closing_[r]) {
        if (arc < r) free_rows_.push_back(row_of_[arc]);
    }
}

}  // namespace bakeoff
