#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// Word lattices in flat arrays. The nodes of a lattice are counted from 0 in topological order, and its paths lead from the
/// first to the last. Its arcs stand one after another, ordered by source; each leads to a later node.
struct Lattices {
    std::span<const std::int64_t> nodes;       // of each lattice, one or more
    std::span<const std::int64_t> arc_starts;  // the first arc of each lattice, then the number of arcs
    std::span<const std::int32_t> sources;     // of each arc
    std::span<const std::int32_t> targets;

    /// How many lattices there are. O(1).
    std::size_t size() const { return nodes.size(); }
};

/// A path through each lattice: the numbers of its arcs, counted through all lattices.
struct Paths {
    std::vector<std::int64_t> arcs;
    std::vector<std::int64_t> starts;  // the first of each path, then the number of arcs
};

/// Throws std::invalid_argument unless the arrays are lattices as said above. O(arcs).
void require_lattices(const Lattices& lattices);

/// The path of each lattice whose words have the fewest substitutions, deletions and insertions against one of the references,
/// the first of equals; among equal paths the one whose arcs stand last, seen from the end. A row of `words` holds the words of
/// an arc: none, one or several. O(arcs · reference words) time for each reference, O(nodes · reference words) memory for the
/// largest lattice.
Paths oracle_paths(const Lattices& lattices, const Tokens& words, References references, unsigned threads);

/// The path of each lattice with the highest sum of scores, of equal ones that of the first arcs, seen from the end. O(arcs).
Paths best_paths(const Lattices& lattices, std::span<const double> scores, unsigned threads);

/// Fewest errors of each candidate against the references of its list. List i holds the candidates from starts[i] up to
/// starts[i + 1]; a reference has a row for each list. O(sum over candidates and references of the edit distance).
std::vector<std::int64_t> candidate_errors(const Tokens& candidates, std::span<const std::int64_t> starts,
                                           References references, unsigned threads);

}  // namespace bakeoff
