#include "bakeoff/score_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bakeoff/parallel.hpp"

namespace bakeoff {

namespace {

int sign_of(double difference) { return (difference > 0) - (difference < 0); }

bool is_missing(double first, double second) { return std::isnan(first) || std::isnan(second); }

/// What making ties of differences up to `difference` changes: the weight of a pair gained or lost.
struct Step {
    double difference;
    double change;
};

/// Whether a metric has a pair right whose difference it is, with ties up to a threshold.
struct Judge {
    int human;
    bool counted;

    Judge(double first, double second, HumanTies ties) : human(0), counted(!is_missing(first, second)) {
        human = counted ? sign_of(first - second) : 0;
        if (human == 0 && ties == HumanTies::skip) counted = false;
    }

    int right(double difference, double threshold) const {
        return (std::abs(difference) <= threshold ? 0 : sign_of(difference)) == human;
    }
};

}  // namespace

std::vector<std::int64_t> count_score_pairs(const ScoreGroups& human, const ScoreGroups& metric, unsigned threads) {
    constexpr std::size_t columns = 5;
    std::vector<std::int64_t> counts(human.count * columns);
    const auto make_worker = [&] {
        return [&](std::size_t group) {
            const double* h = human.values.data() + group * human.size;
            const double* m = metric.values.data() + group * human.size;
            std::array<std::int64_t, columns> own{};
            for (std::size_t i = 0; i < human.size; ++i) {
                for (std::size_t j = i + 1; j < human.size; ++j) {
                    if (is_missing(h[i], h[j])) continue;
                    const int by_human = sign_of(h[i] - h[j]);
                    const int by_metric = sign_of(m[i] - m[j]);
                    if (by_human != 0 && by_metric != 0) ++own[by_human == by_metric ? 0 : 1];
                    else if (by_metric != 0) ++own[2];
                    else ++own[by_human != 0 ? 3 : 4];
                }
            }
            std::copy(own.begin(), own.end(), counts.begin() + static_cast<std::ptrdiff_t>(group * columns));
        };
    };
    for_each_index(human.count, threads, make_worker);
    return counts;
}

TieThreshold best_tie_threshold(const ScoreGroups& human, const ScoreGroups& metric, std::span<const double> weights) {
    std::vector<Step> steps;
    double right = 0;
    for (std::size_t group = 0; group < human.count; ++group) {
        const double* h = human.values.data() + group * human.size;
        const double* m = metric.values.data() + group * human.size;
        for (std::size_t i = 0; i < human.size; ++i) {
            for (std::size_t j = i + 1; j < human.size; ++j) {
                if (is_missing(h[i], h[j])) continue;
                const double difference = m[i] - m[j];
                const int by_human = sign_of(h[i] - h[j]);
                if (by_human == 0) {
                    steps.push_back({std::abs(difference), weights[group]});
                } else if (by_human == sign_of(difference)) {
                    right += weights[group];
                    steps.push_back({std::abs(difference), -weights[group]});
                }
            }
        }
    }
    std::ranges::sort(steps, {}, &Step::difference);
    // Weights that are no whole numbers add up with rounding errors, which must not choose among equal maxima.
    const bool is_exact = std::ranges::all_of(weights, [](double weight) { return weight == std::trunc(weight); });
    const double slack = is_exact ? 0 : 1e-9;
    TieThreshold best;
    bool has_zero = false;
    for (std::size_t at = 0; at <= steps.size();) {
        const double threshold = !has_zero ? 0 : steps[at].difference;
        for (; at < steps.size() && steps[at].difference == threshold; ++at) right += steps[at].change;
        if (!has_zero || right > best.right + slack) best = {threshold, right};
        has_zero = true;
        if (at == steps.size()) break;
    }
    return best;
}

std::vector<float> swap_effects(const ScoreGroups& human, const MetricScores& metrics, std::span<const MetricPair> pairs,
                                HumanTies ties, unsigned threads) {
    const std::size_t size = human.size, columns = pairs.size();
    const std::size_t rows = 1 + size + size * (size - 1) / 2;
    const std::size_t cells = human.count * size;
    std::vector<float> effects(human.count * rows * columns);
    const auto make_worker = [&] {
        return [&](std::size_t group) {
            const double* h = human.values.data() + group * size;
            float* constant = effects.data() + group * rows * columns;
            float* single = constant + columns;
            float* both = single + size * columns;
            for (std::size_t i = 0; i < size; ++i) {
                for (std::size_t j = i + 1; j < size; ++j, both += columns) {
                    const Judge judge(h[i], h[j], ties);
                    if (!judge.counted) continue;
                    float* first = single + i * columns;
                    float* second = single + j * columns;
                    for (std::size_t p = 0; p < columns; ++p) {
                        const auto a = static_cast<std::size_t>(pairs[p].first), b = static_cast<std::size_t>(pairs[p].second);
                        const double* x = metrics.values.data() + a * cells + group * size;
                        const double* y = metrics.values.data() + b * cells + group * size;
                        const double s = metrics.thresholds[a], t = metrics.thresholds[b];
                        // Neither cell swapped, the first, the second, both.
                        const int none = judge.right(x[i] - x[j], s) - judge.right(y[i] - y[j], t);
                        const int one = judge.right(y[i] - x[j], s) - judge.right(x[i] - y[j], t);
                        const int other = judge.right(x[i] - y[j], s) - judge.right(y[i] - x[j], t);
                        const int all = judge.right(y[i] - y[j], s) - judge.right(x[i] - x[j], t);
                        constant[p] += static_cast<float>(none);
                        first[p] += static_cast<float>(one - none);
                        second[p] += static_cast<float>(other - none);
                        both[p] = static_cast<float>(all - one - other + none);
                    }
                }
            }
        };
    };
    for_each_index(human.count, threads, make_worker, 1);
    return effects;
}

}  // namespace bakeoff
