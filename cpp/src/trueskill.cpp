#include "bakeoff/trueskill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bakeoff/parallel.hpp"
#include "bakeoff/random_stream.hpp"

namespace bakeoff {

namespace {

double density(double x) { return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2; }

double probability_below(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

/// How an outcome moves the means (in standard deviations), and which share of the variance it removes.
struct Lesson {
    double shift;
    double certainty;
};

Lesson lesson_of_win(double distance, double margin) {
    const double x = distance - margin;
    const double below = probability_below(x);
    // So great a surprise that the tail has no digits left: the limit of the quotient.
    const double shift = below > 0 ? density(x) / below : -x;
    return {shift, std::clamp(shift * (shift + x), 0.0, 1.0)};
}

Lesson lesson_of_tie(double distance, double margin) {
    const double size = std::abs(distance);
    const double upper = margin - size;
    const double lower = -margin - size;
    const double between = probability_below(upper) - probability_below(lower);
    const double sign = distance < 0 ? -1 : 1;
    if (!(between > 0)) return {sign * upper, 1};
    const double shift = (density(lower) - density(upper)) / between;
    const double certainty = shift * shift + (upper * density(upper) - lower * density(lower)) / between;
    return {sign * shift, std::clamp(certainty, 0.0, 1.0)};
}

/// The smaller of a / b and b / a for all b, 0 where it is not wanted. A loop of its own, so that several are divided at once.
/// O(size).
void smaller_quotients(double a, const double* b, const double* wanted, double* found, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        const double quotient = a / b[i];
        const double inverse = 1 / quotient;
        found[i] = (inverse < quotient ? inverse : quotient) * wanted[i];
    }
}

/// One run: how often each pair was compared with which outcome, and what is believed of the systems.
class Run {
public:
    Run(const Comparisons& comparisons, double prior_deviation, const Performance& performance, RunRows rows)
        : comparisons_(comparisons), prior_{0, prior_deviation * prior_deviation}, performance_(performance), rows_(rows),
          counts_(comparisons.systems * comparisons.systems), totals_(counts_.size()), skills_(comparisons.systems),
          grown_(comparisons.systems), meetings_(counts_.size()), doubts_(comparisons.systems), met_(comparisons.systems),
          weights_(comparisons.systems) {
        if (rows_ == RunRows::given) {
            for (std::size_t row = 0; row < comparisons_.first.size(); ++row) count(row);
            find_meetings();
        }
    }

    void play(RandomStream& stream, double* means) {
        if (rows_ == RunRows::resampled) draw(stream);
        std::fill(skills_.begin(), skills_.end(), prior_);
        std::fill(grown_.begin(), grown_.end(), 1.0);
        for (std::size_t s = 0; s < skills_.size(); ++s) doubts_[s] = met_[s] ? prior_.variance : -1;
        for (std::size_t turn = 0; turn <= comparisons_.first.size(); ++turn) {
            const std::size_t one = least_known();
            if (!met_[one]) break;
            const std::size_t other = opponent(stream, one);
            rate(skills_[one], skills_[other], drawn_outcome(stream, one, other), performance_);
            grown_[one] = std::exp(skills_[one].mean);
            grown_[other] = std::exp(skills_[other].mean);
            doubts_[one] = skills_[one].variance;
            doubts_[other] = skills_[other].variance;
        }
        for (std::size_t s = 0; s < skills_.size(); ++s) means[s] = skills_[s].mean;
    }

private:
    void draw(RandomStream& stream) {
        std::fill(counts_.begin(), counts_.end(), std::array<std::uint32_t, 3>{});
        const auto rows = static_cast<std::uint32_t>(comparisons_.first.size());
        for (std::uint32_t i = 0; i < rows; ++i) count(stream.below(rows));
        find_meetings();
    }

    void count(std::size_t row) {
        const std::size_t size = comparisons_.systems;
        const auto a = static_cast<std::size_t>(comparisons_.first[row]);
        const auto b = static_cast<std::size_t>(comparisons_.second[row]);
        const int outcome = comparisons_.outcome[row];
        ++counts_[a * size + b][static_cast<std::size_t>(outcome + 1)];
        ++counts_[b * size + a][static_cast<std::size_t>(1 - outcome)];
    }

    void find_meetings() {
        const std::size_t size = comparisons_.systems;
        for (std::size_t cell = 0; cell < counts_.size(); ++cell) {
            totals_[cell] = counts_[cell][0] + counts_[cell][1] + counts_[cell][2];
            meetings_[cell] = totals_[cell] > 0 ? 1.0 : 0.0;
        }
        for (std::size_t a = 0; a < size; ++a) {
            const auto row = totals_.begin() + static_cast<std::ptrdiff_t>(a * size);
            met_[a] = std::any_of(row, row + static_cast<std::ptrdiff_t>(size), [](std::uint32_t n) { return n > 0; });
        }
    }

    /// The system of the largest variance, the first of several; systems that nobody met are left alone, if there is any other.
    std::size_t least_known() const {
        std::size_t found = 0;
        double most = doubts_[0];
        for (std::size_t s = 1; s < doubts_.size(); ++s) {
            const bool more = doubts_[s] > most;
            found = more ? s : found;
            most = more ? doubts_[s] : most;
        }
        return found;
    }

    std::size_t opponent(RandomStream& stream, std::size_t one) {
        const std::size_t size = skills_.size();
        // exp(−|a − b|) is the smaller of the two quotients, so that nothing needs be raised here.
        smaller_quotients(grown_[one], grown_.data(), &meetings_[one * size], weights_.data(), size);
        double sum = 0;
        for (double& weight : weights_) weight = sum += weight;
        const double point = static_cast<double>(stream.bits() >> 11) * 0x1p-53 * sum;
        // Rounding may take the point to the sum itself, behind the last system that has a weight.
        const auto last = std::lower_bound(weights_.begin(), weights_.end(), sum);
        return static_cast<std::size_t>(std::upper_bound(weights_.begin(), last, point) - weights_.begin());
    }

    int drawn_outcome(RandomStream& stream, std::size_t one, std::size_t other) const {
        const std::size_t cell = one * skills_.size() + other;
        const std::uint32_t number = stream.below(totals_[cell]);
        if (number < counts_[cell][0]) return -1;
        return number < counts_[cell][0] + counts_[cell][1] ? 0 : 1;
    }

    const Comparisons& comparisons_;
    Skill prior_;
    const Performance& performance_;
    RunRows rows_;
    std::vector<std::array<std::uint32_t, 3>> counts_;
    std::vector<std::uint32_t> totals_;
    std::vector<Skill> skills_;
    std::vector<double> grown_;     // exp of the means
    std::vector<double> meetings_;  // for each pair 1 where it was compared, 0 where not
    std::vector<double> doubts_;    // the variances, below 0 for systems that nobody met
    std::vector<char> met_;
    std::vector<double> weights_;
};

}  // namespace

void rate(Skill& first, Skill& second, int outcome, const Performance& performance) {
    const double variance = 2 * performance.deviation * performance.deviation + first.variance + second.variance;
    const double deviation = std::sqrt(variance);
    const double distance = (first.mean - second.mean) / deviation;
    const double margin = performance.tie_margin / deviation;
    const Lesson lesson = outcome == 0  ? lesson_of_tie(distance, margin)
                          : outcome > 0 ? lesson_of_win(distance, margin)
                                        : lesson_of_win(-distance, margin);
    const double shift = outcome < 0 ? -lesson.shift : lesson.shift;
    first.mean += first.variance / deviation * shift;
    second.mean -= second.variance / deviation * shift;
    first.variance *= 1 - first.variance / variance * lesson.certainty;
    second.variance *= 1 - second.variance / variance * lesson.certainty;
}

std::vector<double> trueskill_means(const Comparisons& comparisons, double prior_deviation, const Performance& performance,
                                    RunRows rows, const Samples& runs, unsigned threads) {
    std::vector<double> means(runs.count * comparisons.systems);
    if (means.empty()) return means;
    const auto make_worker = [&] {
        return [&, run = Run(comparisons, prior_deviation, performance, rows)](std::size_t r) mutable {
            RandomStream stream(runs.key, runs.first + r);
            run.play(stream, &means[r * comparisons.systems]);
        };
    };
    for_each_index(runs.count, threads, make_worker, 1);
    return means;
}

}  // namespace bakeoff
