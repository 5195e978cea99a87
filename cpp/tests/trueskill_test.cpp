#include "bakeoff/trueskill.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bakeoff/random_stream.hpp"
#include "check.hpp"

using namespace bakeoff;

namespace {

bool close(double a, double b, double by = 5e-4) { return std::abs(a - b) < by; }

struct Columns {
    std::vector<std::int32_t> first, second;
    std::vector<std::int8_t> outcome;
    Comparisons view(std::size_t systems) const { return {first, second, outcome, systems}; }
};

/// Comparisons in which the system of the lower number tends to be better.
Columns some_comparisons(std::size_t count, std::uint32_t systems) {
    RandomStream stream(11, count);
    Columns columns;
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<std::int32_t>(stream.below(systems));
        const auto b = static_cast<std::int32_t>((static_cast<std::uint32_t>(a) + 1 + stream.below(systems - 1)) % systems);
        const std::uint32_t luck = stream.below(10);
        columns.first.push_back(a);
        columns.second.push_back(b);
        columns.outcome.push_back(static_cast<std::int8_t>(luck < 2 ? 0 : (luck < 8) == (a < b) ? 1 : -1));
    }
    return columns;
}

/// A run as it is described, with lists of comparisons and powers of e, from the same draws.
std::vector<double> naive_run(const Columns& rows, std::size_t systems, double sigma, const Performance& performance,
                              RunRows taken, RandomStream stream) {
    const auto count = static_cast<std::uint32_t>(rows.first.size());
    std::vector<std::vector<int>> drawn(systems * systems);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t row = taken == RunRows::given ? i : stream.below(count);
        const auto a = static_cast<std::size_t>(rows.first[row]), b = static_cast<std::size_t>(rows.second[row]);
        drawn[a * systems + b].push_back(rows.outcome[row]);
        drawn[b * systems + a].push_back(-rows.outcome[row]);
    }
    for (auto& outcomes : drawn) std::sort(outcomes.begin(), outcomes.end());
    std::vector<Skill> skills(systems, Skill{0, sigma * sigma});
    for (std::uint32_t turn = 0; turn <= count; ++turn) {
        const auto largest = std::max_element(skills.begin(), skills.end(),
                                              [](const Skill& x, const Skill& y) { return x.variance < y.variance; });
        const auto a = static_cast<std::size_t>(largest - skills.begin());
        std::vector<double> weights(systems);
        double sum = 0;
        for (std::size_t b = 0; b < systems; ++b) {
            weights[b] = drawn[a * systems + b].empty() ? 0 : std::exp(-std::abs(skills[a].mean - skills[b].mean));
            sum += weights[b];
        }
        double point = static_cast<double>(stream.bits() >> 11) * 0x1p-53 * sum;
        std::size_t b = 0;
        while (point >= weights[b]) point -= weights[b++];
        const auto& outcomes = drawn[a * systems + b];
        rate(skills[a], skills[b], outcomes[stream.below(static_cast<std::uint32_t>(outcomes.size()))], performance);
    }
    std::vector<double> means;
    for (const Skill& skill : skills) means.push_back(skill.mean);
    return means;
}

}  // namespace

// The figures that TrueSkill's usual settings (25, 25/3, 25/6, dynamics 25/300, ties 10 %) are known by: trueskill.org and the
// Python package trueskill 0.4.5 print 29.396 and 7.171, 20.604 and 7.171 for a win, 25.000 and 6.458 for a tie.
TEST(two_players_are_rated_as_trueskill_rates_them) {
    const double variance = 25.0 * 25 / 9 + 25.0 * 25 / 90000;
    const Performance performance{25.0 / 6, 0.740466587};
    Skill winner{25, variance}, loser{25, variance};
    rate(winner, loser, 1, performance);
    CHECK(close(winner.mean, 29.396) && close(std::sqrt(winner.variance), 7.171));
    CHECK(close(loser.mean, 20.604) && close(std::sqrt(loser.variance), 7.171));
    Skill one{25, variance}, other{25, variance};
    rate(one, other, 0, performance);
    CHECK(close(one.mean, 25) && close(other.mean, 25) && close(std::sqrt(one.variance), 6.458));
}

TEST(who_stands_first_does_not_matter) {
    for (const int outcome : {-1, 0, 1}) {
        Skill a{1, 2}, b{3, 0.5}, c = a, d = b;
        rate(a, b, outcome, {1, 0.3});
        rate(d, c, -outcome, {1, 0.3});
        CHECK(close(a.mean, c.mean, 1e-12) && close(b.mean, d.mean, 1e-12));
        CHECK(close(a.variance, c.variance, 1e-12) && close(b.variance, d.variance, 1e-12));
    }
}

TEST(the_greatest_surprise_has_a_finite_lesson) {
    for (const int outcome : {-1, 0, 1}) {
        Skill a{-500, 1}, b{500, 1};
        rate(a, b, outcome, {1, 0.1});
        CHECK(std::isfinite(a.mean) && std::isfinite(b.mean) && a.variance >= 0 && b.variance >= 0);
    }
}

TEST(runs_are_those_of_the_naive_twin) {
    for (const std::size_t count : {40, 300}) {
        const Columns rows = some_comparisons(count, 5);
        const Performance performance{0.5 * static_cast<double>(count + 1) / 40, 1.5};
        for (const RunRows taken : {RunRows::resampled, RunRows::given}) {
            const auto means = trueskill_means(rows.view(5), 0.5, performance, taken, {7, 3, 4}, 2);
            for (std::size_t run = 0; run < 4; ++run) {
                const auto expected = naive_run(rows, 5, 0.5, performance, taken, RandomStream(7, 3 + run));
                for (std::size_t s = 0; s < 5; ++s) CHECK(close(means[run * 5 + s], expected[s], 1e-9));
            }
        }
    }
}

TEST(a_system_that_nobody_met_stays_where_it_was) {
    const Columns rows = some_comparisons(50, 3);
    const auto means = trueskill_means(rows.view(4), 0.5, {1, 0.3}, RunRows::resampled, {7, 0, 2}, 1);
    CHECK(means[3] == 0 && means[7] == 0 && means[0] != 0);
    CHECK(trueskill_means(Columns{}.view(2), 0.5, {1, 0.3}, RunRows::given, {7, 0, 1}, 1) == std::vector<double>(2));
}
