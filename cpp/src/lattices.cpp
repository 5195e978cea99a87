#include "bakeoff/lattices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "bakeoff/edit_distance.hpp"
#include "bakeoff/parallel.hpp"

namespace bakeoff {

namespace {

using Words = std::span<const TokenId>;
using Path = std::vector<std::int64_t>;

constexpr std::int32_t unreached = std::numeric_limits<std::int32_t>::max() / 2;
constexpr std::size_t lattices_at_once = 8;

std::size_t index(std::int64_t number) { return static_cast<std::size_t>(number); }

/// Throws unless there is a start for each of `count` parts and one more, from 0 up to `end`, none below the one before. O(count).
void require_starts(std::span<const std::int64_t> starts, std::size_t count, std::size_t end, const char* name) {
    const bool fits = starts.size() == count + 1 && starts.front() == 0 && starts.back() == static_cast<std::int64_t>(end) &&
                      std::is_sorted(starts.begin(), starts.end());
    if (!fits) throw std::invalid_argument(std::string(name) + ": expected ascending numbers from 0 to " + std::to_string(end));
}

void require_vocabulary(const Tokens& words, References references, std::size_t segments) {
    require_references(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
        require_same_segments(segments, references[r]->size(), r);
        if (references[r]->vocabulary() == words.vocabulary()) continue;
        throw std::invalid_argument("vocabulary: expected that of the words, found another one in reference " +
                                    std::to_string(r + 1));
    }
}

/// The fewest errors of a lattice against one reference, for every node and every prefix of the reference.
class ErrorTable {
public:
    ErrorTable(const Lattices& lattices, const Tokens& words) : lattices_(lattices), words_(words) {}

    /// Fills the table; gives the errors of the best path. O(arcs · reference).
    std::int32_t fill(std::size_t lattice, Words reference) {
        lattice_ = lattice;
        reference_ = reference;
        width_ = reference.size() + 1;
        const std::size_t nodes = index(lattices_.nodes[lattice]);
        table_.assign(nodes * width_, unreached);
        for (std::size_t r = 0; r < width_; ++r) table_[r] = static_cast<std::int32_t>(r);
        for (std::int64_t arc = first_arc(); arc < end_arc(); ++arc) {
            if (!is_reached(source(arc))) continue;
            const std::int32_t* const after = follow(arc);
            std::int32_t* const there = column(target(arc));
            for (std::size_t r = 0; r < width_; ++r) there[r] = std::min(there[r], after[r]);
        }
        if (!is_reached(nodes - 1)) {
            throw std::invalid_argument("expected a path from the first node to the last in lattice " + std::to_string(lattice + 1));
        }
        return column(nodes - 1)[width_ - 1];
    }

    /// The arcs of the best path of the lattice filled last. O(arcs + sum over looked-at arcs of the reference).
    Path trace() {
        Path path;
        std::size_t node = index(lattices_.nodes[lattice_]) - 1;
        std::size_t position = width_ - 1;
        // The arcs of a path are in its order, so one walk from the last arc to the first meets them all.
        for (std::int64_t arc = end_arc() - 1; node > 0 && arc >= first_arc(); --arc) {
            if (target(arc) != node || !is_reached(source(arc))) continue;
            if (follow(arc)[position] != column(node)[position]) continue;
            position = before(words_[index(arc)], position);
            node = source(arc);
            path.push_back(arc);
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

private:
    std::int64_t first_arc() const { return lattices_.arc_starts[lattice_]; }
    std::int64_t end_arc() const { return lattices_.arc_starts[lattice_ + 1]; }
    std::size_t source(std::int64_t arc) const { return static_cast<std::size_t>(lattices_.sources[index(arc)]); }
    std::size_t target(std::int64_t arc) const { return static_cast<std::size_t>(lattices_.targets[index(arc)]); }
    std::int32_t* column(std::size_t node) { return table_.data() + node * width_; }
    bool is_reached(std::size_t node) { return column(node)[0] != unreached; }

    /// The column behind an arc; `steps_` then holds those before and after each of its words.
    const std::int32_t* follow(std::int64_t arc) {
        const Words words = words_[index(arc)];
        if (steps_.size() < (words.size() + 1) * width_) steps_.resize((words.size() + 1) * width_);
        std::int32_t* from = steps_.data();
        std::copy_n(column(source(arc)), width_, from);
        for (const TokenId word : words) {
            std::int32_t* const to = from + width_;
            to[0] = from[0] + 1;
            for (std::size_t r = 1; r < width_; ++r) to[r] = std::min(from[r] + 1, from[r - 1] + (word != reference_[r - 1]));
            for (std::size_t r = 1; r < width_; ++r) to[r] = std::min(to[r], to[r - 1] + 1);
            from = to;
        }
        return from;
    }

    /// Where in the reference the best way to a position behind the arc followed last has started it.
    std::size_t before(Words words, std::size_t position) const {
        for (std::size_t w = words.size(); w > 0;) {
            const std::int32_t* const from = steps_.data() + (w - 1) * width_;
            const std::int32_t errors = from[width_ + position];
            if (position > 0 && from[position - 1] + (words[w - 1] != reference_[position - 1]) == errors) {
                --position;
                --w;
            } else if (from[position] + 1 == errors) {
                --w;
            } else {
                --position;
            }
        }
        return position;
    }

    const Lattices& lattices_;
    const Tokens& words_;
    std::size_t lattice_ = 0;
    std::size_t width_ = 1;
    Words reference_;
    std::vector<std::int32_t> table_;
    std::vector<std::int32_t> steps_;
};

Path oracle_path(ErrorTable& table, std::size_t lattice, References references) {
    std::size_t best = 0;
    std::int32_t fewest = unreached;
    for (std::size_t r = 0; r < references.size(); ++r) {
        const std::int32_t errors = table.fill(lattice, (*references[r])[lattice]);
        if (errors < fewest) {
            fewest = errors;
            best = r;
        }
    }
    if (best + 1 < references.size()) table.fill(lattice, (*references[best])[lattice]);
    return table.trace();
}

Path best_path(const Lattices& lattices, std::size_t lattice, std::span<const double> scores) {
    const std::size_t nodes = index(lattices.nodes[lattice]);
    constexpr std::int64_t none = -1;
    std::vector<double> best(nodes, 0.0);
    std::vector<std::int64_t> arcs(nodes, none);
    for (std::int64_t arc = lattices.arc_starts[lattice]; arc < lattices.arc_starts[lattice + 1]; ++arc) {
        const auto from = static_cast<std::size_t>(lattices.sources[index(arc)]);
        const auto to = static_cast<std::size_t>(lattices.targets[index(arc)]);
        if (from > 0 && arcs[from] == none) continue;
        const double score = best[from] + scores[index(arc)];
        if (arcs[to] != none && score <= best[to]) continue;
        best[to] = score;
        arcs[to] = arc;
    }
    Path path;
    for (std::size_t node = nodes - 1; node > 0; node = static_cast<std::size_t>(lattices.sources[index(arcs[node])])) {
        if (arcs[node] == none) {
            throw std::invalid_argument("expected a path from the first node to the last in lattice " + std::to_string(lattice + 1));
        }
        path.push_back(arcs[node]);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Paths joined(const std::vector<Path>& paths) {
    Paths all;
    all.starts.reserve(paths.size() + 1);
    for (const Path& path : paths) {
        all.starts.push_back(static_cast<std::int64_t>(all.arcs.size()));
        all.arcs.insert(all.arcs.end(), path.begin(), path.end());
    }
    all.starts.push_back(static_cast<std::int64_t>(all.arcs.size()));
    return all;
}

}  // namespace

void require_lattices(const Lattices& lattices) {
    const std::size_t arcs = lattices.sources.size();
    if (lattices.targets.size() != arcs) throw std::invalid_argument("targets: expected as many as sources");
    require_starts(lattices.arc_starts, lattices.size(), arcs, "arc_starts");
    for (std::size_t i = 0; i < lattices.size(); ++i) {
        if (lattices.nodes[i] < 1) throw std::invalid_argument("nodes: expected 1 or more in each lattice");
        std::int32_t last = 0;
        for (std::size_t arc = index(lattices.arc_starts[i]); arc < index(lattices.arc_starts[i + 1]); ++arc) {
            const std::int32_t from = lattices.sources[arc];
            const std::int32_t to = lattices.targets[arc];
            if (from >= last && to > from && to < lattices.nodes[i]) {
                last = from;
                continue;
            }
            throw std::invalid_argument("arc " + std::to_string(arc) + ": expected one ordered by its source that leads to a later node");
        }
    }
}

Paths oracle_paths(const Lattices& lattices, const Tokens& words, References references, unsigned threads) {
    require_lattices(lattices);
    if (words.size() != lattices.sources.size()) throw std::invalid_argument("words: expected a row for each arc");
    require_vocabulary(words, references, lattices.size());
    std::vector<Path> paths(lattices.size());
    const auto make_worker = [&] {
        return [&, table = ErrorTable(lattices, words)](std::size_t i) mutable { paths[i] = oracle_path(table, i, references); };
    };
    for_each_index(lattices.size(), threads, make_worker, lattices_at_once);
    return joined(paths);
}

Paths best_paths(const Lattices& lattices, std::span<const double> scores, unsigned threads) {
    require_lattices(lattices);
    if (scores.size() != lattices.sources.size()) throw std::invalid_argument("scores: expected one for each arc");
    if (std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); })) {
        throw std::invalid_argument("scores: expected numbers, found NaN");
    }
    std::vector<Path> paths(lattices.size());
    for_each_index(lattices.size(), threads, [&] {
        return [&](std::size_t i) { paths[i] = best_path(lattices, i, scores); };
    });
    return joined(paths);
}

std::vector<std::int64_t> candidate_errors(const Tokens& candidates, std::span<const std::int64_t> starts,
                                           References references, unsigned threads) {
    const std::size_t lists = starts.empty() ? 0 : starts.size() - 1;
    require_starts(starts, lists, candidates.size(), "starts");
    require_vocabulary(candidates, references, lists);
    std::vector<std::int64_t> errors(candidates.size());
    for_each_index(lists, threads, [&] {
        return [&, pair = EditDistance{}](std::size_t i) mutable {
            for (std::size_t c = index(starts[i]); c < index(starts[i + 1]); ++c) {
                std::size_t fewest = std::numeric_limits<std::size_t>::max();
                for (const Tokens* reference : references) {
                    fewest = std::min(fewest, pair.distance(candidates[c], (*reference)[i]));
                }
                errors[c] = static_cast<std::int64_t>(fewest);
            }
        };
    });
    return errors;
}

}  // namespace bakeoff
