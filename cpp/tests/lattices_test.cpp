#include "bakeoff/lattices.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "bakeoff/edit_distance.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

struct Graphs {
    std::vector<std::int64_t> nodes, arc_starts{0};
    std::vector<std::int32_t> sources, targets;
    std::vector<Segment> words;
    std::vector<double> scores;

    Lattices view() const { return {nodes, arc_starts, sources, targets}; }

    /// A lattice in which every node lies on a path; arcs have none to three words.
    void add(std::mt19937& random) {
        const auto count = static_cast<std::int32_t>(1 + random() % 7);
        for (std::int32_t node = 0; node + 1 < count; ++node) {
            for (std::uint32_t arc = 0; arc <= random() % 3; ++arc) {
                sources.push_back(node);
                const auto step = arc == 0 ? 1 : 1 + static_cast<std::int32_t>(random() % 3);
                targets.push_back(std::min(node + step, count - 1));
                words.push_back(random_segment(random, one_of<std::size_t>(random, {0, 1, 1, 3}), 3));
                scores.push_back(static_cast<double>(random() % 8));
            }
        }
        nodes.push_back(count);
        arc_starts.push_back(static_cast<std::int64_t>(sources.size()));
    }

    /// Calls visit(path) with the arcs of every path through a lattice.
    template <class Visit>
    void each_path(std::size_t lattice, std::vector<std::int64_t>& path, std::int32_t node, Visit&& visit) const {
        if (node + 1 == nodes[lattice]) return visit(path);
        for (std::int64_t arc = arc_starts[lattice]; arc < arc_starts[lattice + 1]; ++arc) {
            if (sources[static_cast<std::size_t>(arc)] != node) continue;
            path.push_back(arc);
            each_path(lattice, path, targets[static_cast<std::size_t>(arc)], visit);
            path.pop_back();
        }
    }

    Segment words_of(std::span<const std::int64_t> path) const {
        Segment all;
        for (const std::int64_t arc : path) {
            const Segment& own = words[static_cast<std::size_t>(arc)];
            all.insert(all.end(), own.begin(), own.end());
        }
        return all;
    }

    double score_of(std::span<const std::int64_t> path) const {
        double sum = 0;
        for (const std::int64_t arc : path) sum += scores[static_cast<std::size_t>(arc)];
        return sum;
    }
};

std::span<const std::int64_t> path_of(const Paths& paths, std::size_t lattice) {
    const auto begin = static_cast<std::size_t>(paths.starts[lattice]);
    return {paths.arcs.data() + begin, static_cast<std::size_t>(paths.starts[lattice + 1]) - begin};
}

template <class Call>
bool refuses(Call&& call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(paths_of_lattices_are_the_best_of_all) {
    std::mt19937 random(51);
    Graphs graphs;
    std::vector<Segment> texts[2];
    for (int i = 0; i < 400; ++i) {
        graphs.add(random);
        for (auto& text : texts) text.push_back(random_segment(random, 6, 3));
    }
    const Tokens words = tokens_of(graphs.words), first = tokens_of(texts[0]), second = tokens_of(texts[1]);
    const std::vector<const Tokens*> references{&first, &second};
    const Paths oracles = oracle_paths(graphs.view(), words, references, 1);
    const Paths best = best_paths(graphs.view(), graphs.scores, 1);
    CHECK(oracles.arcs == oracle_paths(graphs.view(), words, references, 3).arcs);
    CHECK(best.arcs == best_paths(graphs.view(), graphs.scores, 3).arcs);
    EditDistance pair;
    for (std::size_t i = 0; i < graphs.nodes.size(); ++i) {
        const auto errors = [&](std::span<const std::int64_t> path) {
            const Segment found = graphs.words_of(path);
            return std::min(pair.distance(found, texts[0][i]), pair.distance(found, texts[1][i]));
        };
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        double highest = -1;
        std::vector<std::int64_t> open;
        bool oracle_is_path = false, best_is_path = false;
        graphs.each_path(i, open, 0, [&](const std::vector<std::int64_t>& path) {
            fewest = std::min(fewest, errors(path));
            highest = std::max(highest, graphs.score_of(path));
            oracle_is_path = oracle_is_path || std::ranges::equal(path, path_of(oracles, i));
            best_is_path = best_is_path || std::ranges::equal(path, path_of(best, i));
        });
        CHECK(oracle_is_path && best_is_path);
        CHECK(errors(path_of(oracles, i)) == fewest);
        CHECK(graphs.score_of(path_of(best, i)) == highest);
    }
}

TEST(errors_of_candidates_are_edit_distances) {
    std::mt19937 random(52);
    std::vector<Segment> lists, candidates;
    std::vector<std::int64_t> starts{0};
    for (int i = 0; i < 100; ++i) {
        lists.push_back(random_segment(random, 70, 5));
        for (std::uint32_t c = 0; c < random() % 4; ++c) candidates.push_back(disturbed(lists.back(), random, 5));
        starts.push_back(static_cast<std::int64_t>(candidates.size()));
    }
    const Tokens tokens = tokens_of(candidates), reference = tokens_of(lists);
    const std::vector<const Tokens*> references{&reference};
    const std::vector<std::int64_t> errors = candidate_errors(tokens, starts, references, 1);
    CHECK(errors == candidate_errors(tokens, starts, references, 2));
    EditDistance pair;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (auto c = static_cast<std::size_t>(starts[i]); c < static_cast<std::size_t>(starts[i + 1]); ++c) {
            CHECK(errors[c] == static_cast<std::int64_t>(pair.distance(candidates[c], lists[i])));
        }
    }
}

TEST(what_is_no_lattice_is_refused) {
    using Numbers = std::vector<std::int64_t>;
    using Nodes = std::vector<std::int32_t>;
    const auto refused = [](const Numbers& nodes, const Numbers& starts, const Nodes& sources, const Nodes& targets) {
        return refuses([&] { require_lattices({nodes, starts, sources, targets}); });
    };
    CHECK(!refused({2}, {0, 1}, {0}, {1}));
    CHECK(refused({2}, {0, 1}, {0}, {2}));
    CHECK(refused({2}, {0, 1}, {1}, {1}));
    CHECK(refused({2}, {0, 1}, {-1}, {1}));
    CHECK(refused({0}, {0, 0}, {}, {}));
    CHECK(refused({2}, {0, 2}, {0}, {1}));
    CHECK(refused({2}, {0}, {0}, {1}));
    CHECK(refused({3}, {0, 2}, {1, 0}, {2, 1}));
    CHECK(refused({2}, {0, 1}, {0}, {}));
    const Numbers nodes{3}, starts{0, 1};
    const Nodes sources{0}, targets{1};
    const std::vector<double> scores{1.0}, none{std::numeric_limits<double>::quiet_NaN()};
    CHECK(refuses([&] { best_paths({nodes, starts, sources, targets}, scores, 1); }));
    CHECK(refuses([&] { best_paths({nodes, starts, sources, targets}, none, 1); }));
    const Tokens words = tokens_of({{1}}), reference = tokens_of({{1}});
    const std::vector<const Tokens*> references{&reference};
    CHECK(refuses([&] { oracle_paths({nodes, starts, sources, targets}, words, references, 1); }));
    CHECK(refuses([&] { candidate_errors(words, Numbers{0, 2}, references, 1); }));
    CHECK(refuses([&] { candidate_errors(words, Numbers{}, references, 1); }));
}
