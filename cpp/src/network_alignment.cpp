#include "bakeoff/network_alignment.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "bakeoff/parallel.hpp"
#include "chain_alignment.hpp"
#include "lattice_alignment.hpp"

namespace bakeoff {

namespace {

using Counts = std::span<std::int64_t, alignment_columns>;

void count(StepKind kind, Counts counts) {
    switch (kind) {
        case StepKind::correct: ++counts[0]; break;
        case StepKind::substitution: ++counts[1]; break;
        case StepKind::deletion: ++counts[2]; break;
        case StepKind::insertion: ++counts[3]; break;
        case StepKind::forgiven_deletion: ++counts[0], ++counts[4]; break;
        case StepKind::forgiven_insertion: ++counts[0], ++counts[5]; break;
    }
}

/// Turns moves along arcs into steps that count; a move along @ leaves no trace.
class Steps {
public:
    explicit Steps(const WordForms& forms) : forms_(forms) {}

    void open(const NetworkView& reference, const NetworkView& hypothesis, Counts counts, std::vector<AlignmentStep>* steps,
              const double* confidences) {
        confidences_ = confidences;
        logs_ = 0;
        reference_ = &reference;
        hypothesis_ = &hypothesis;
        counts_ = counts.data();
        steps_ = steps;
    }

    /// The sum of logarithms of the open utterance. O(1).
    double logs() const { return logs_; }

    void pair(std::size_t r, std::size_t h) {
        const FormId ours = reference_->forms[r], theirs = hypothesis_->forms[h];
        if (forms_.marks(ours).null && forms_.marks(theirs).null) return;
        add(forms_.equal(ours, theirs) ? StepKind::correct : StepKind::substitution, r, h);
    }

    void deletion(std::size_t r) {
        const FormMarks form = forms_.marks(reference_->forms[r]);
        if (!form.null) add(form.optional ? StepKind::forgiven_deletion : StepKind::deletion, r, none);
    }

    void insertion(std::size_t h) {
        const FormMarks form = forms_.marks(hypothesis_->forms[h]);
        if (!form.null) add(form.optional ? StepKind::forgiven_insertion : StepKind::insertion, none, h);
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void add(StepKind kind, std::size_t r, std::size_t h) {
        count(kind, Counts(counts_, alignment_columns));
        if (confidences_ && h != none && hypothesis_->places[h] >= 0) {
            const double p = std::clamp(confidences_[hypothesis_->places[h]], sure, 1 - sure);
            const bool right = kind == StepKind::correct || kind == StepKind::forgiven_insertion;
            logs_ += std::log2(right ? p : 1 - p);
        }
        if (!steps_) return;
        const auto form = [](const NetworkView& side, std::size_t arc) {
            return arc == none ? -1 : static_cast<std::int32_t>(side.forms[arc]);
        };
        const auto place = [](const NetworkView& side, std::size_t arc) { return arc == none ? -1 : side.places[arc]; };
        steps_->push_back({kind, form(*reference_, r), form(*hypothesis_, h), place(*reference_, r), place(*hypothesis_, h)});
    }

    const WordForms& forms_;
    const NetworkView* reference_ = nullptr;
    const NetworkView* hypothesis_ = nullptr;
    std::int64_t* counts_ = nullptr;
    std::vector<AlignmentStep>* steps_ = nullptr;
    const double* confidences_ = nullptr;
    double logs_ = 0;
};

void require_rows(const ConfidenceRows& confidences, const WordNetworks& hypothesis) {
    const auto& [values, offsets] = confidences;
    if (offsets.empty()) return;
    bool right = offsets.size() == hypothesis.size() + 1 && offsets.front() >= 0 &&
                 offsets.back() <= static_cast<std::int64_t>(values.size());
    for (std::size_t i = 0; right && i < hypothesis.size(); ++i) {
        const auto places = hypothesis[i].places;
        right = offsets[i] <= offsets[i + 1] &&
                (places.empty() || *std::max_element(places.begin(), places.end()) < offsets[i + 1] - offsets[i]);
    }
    if (!right) throw std::invalid_argument("expected a confidence for each row of the hypothesis");
}

void require_comparable(const WordNetworks& reference, const WordNetworks& hypothesis, const NetworkWords& words) {
    if (reference.identity() != words.identity || hypothesis.identity() != words.identity) {
        throw std::invalid_argument("expected networks of the same words");
    }
    if (reference.size() != hypothesis.size()) {
        throw std::invalid_argument("expected as many utterances on both sides, found " + std::to_string(reference.size()) +
                                    " and " + std::to_string(hypothesis.size()));
    }
}

}  // namespace

NetworkAlignments align_networks(const WordNetworks& reference, const WordNetworks& hypothesis, const NetworkWords& words,
                                 bool keep_steps, unsigned threads, const ConfidenceRows& confidences) {
    require_comparable(reference, hypothesis, words);
    require_rows(confidences, hypothesis);
    NetworkAlignments result;
    result.counts.resize(reference.size() * alignment_columns);
    const bool has_confidences = !confidences.offsets.empty();
    result.confidence_logs.resize(has_confidences ? reference.size() : 0);
    std::vector<std::vector<AlignmentStep>> steps(keep_steps ? reference.size() : 0);
    const WordForms& forms = words.forms;
    for_each_index(
        reference.size(), threads,
        [&] {
            return [&, walk = Steps(forms), chains = ChainAlignment(forms),
                    lattices = LatticeAlignment(forms)](std::size_t i) mutable {
                const NetworkView ours = reference[i], theirs = hypothesis[i];
                auto* kept = keep_steps ? &steps[i] : nullptr;
                walk.open(ours, theirs, Counts(result.counts.data() + i * alignment_columns, alignment_columns), kept,
                          has_confidences ? confidences.values.data() + confidences.offsets[i] : nullptr);
                if (ChainAlignment::serves(ours, forms) && ChainAlignment::serves(theirs, forms)) {
                    chains.align(ours.forms, theirs.forms, walk);
                } else {
                    lattices.align(ours, theirs, walk);
                }
                if (has_confidences) result.confidence_logs[i] = walk.logs();
                if (kept) std::reverse(kept->begin(), kept->end());
            };
        },
        8);
    std::size_t total = 0;
    for (const auto& each : steps) {
        total += each.size();
        result.step_counts.push_back(static_cast<std::int64_t>(each.size()));
    }
    result.steps.reserve(total);
    for (auto& each : steps) {
        result.steps.insert(result.steps.end(), each.begin(), each.end());
        std::vector<AlignmentStep>().swap(each);
    }
    return result;
}

}  // namespace bakeoff
