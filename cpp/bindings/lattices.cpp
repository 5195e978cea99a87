#include <nanobind/stl/pair.h>

#include <utility>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/lattices.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::Tokens;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using PathColumns = std::pair<Matrix<std::int64_t>, Matrix<std::int64_t>>;

template <class T>
std::span<const T> span_of(const Column<T>& column) {
    return {column.data(), column.size()};
}

bakeoff::Lattices lattices_of(const Column<std::int64_t>& nodes, const Column<std::int64_t>& arc_starts,
                              const Column<std::int32_t>& sources, const Column<std::int32_t>& targets) {
    return {span_of(nodes), span_of(arc_starts), span_of(sources), span_of(targets)};
}

template <class Compute>
PathColumns computed_paths(Compute&& compute) {
    bakeoff::Paths paths = [&] {
        nb::gil_scoped_release release;
        return compute();
    }();
    return {as_matrix(std::move(paths.arcs), 1), as_matrix(std::move(paths.starts), 1)};
}

PathColumns oracle_paths(const Column<std::int64_t>& nodes, const Column<std::int64_t>& arc_starts,
                         const Column<std::int32_t>& sources, const Column<std::int32_t>& targets, const Tokens& words,
                         const TokensSequence& references, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const unsigned count = thread_count(threads);
    const bakeoff::Lattices lattices = lattices_of(nodes, arc_starts, sources, targets);
    return computed_paths([&] { return bakeoff::oracle_paths(lattices, words, tokens, count); });
}

PathColumns best_paths(const Column<std::int64_t>& nodes, const Column<std::int64_t>& arc_starts,
                       const Column<std::int32_t>& sources, const Column<std::int32_t>& targets, const Column<double>& scores,
                       std::int64_t threads) {
    const unsigned count = thread_count(threads);
    const bakeoff::Lattices lattices = lattices_of(nodes, arc_starts, sources, targets);
    return computed_paths([&] { return bakeoff::best_paths(lattices, span_of(scores), count); });
}

Matrix<std::int64_t> candidate_errors(const Tokens& candidates, const Column<std::int64_t>& starts,
                                      const TokensSequence& references, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const unsigned count = thread_count(threads);
    return computed_matrix(1, [&] { return bakeoff::candidate_errors(candidates, span_of(starts), tokens, count); });
}

}  // namespace

void bind_lattices(nb::module_& m) {
    m.def("oracle_paths", &oracle_paths, nb::kw_only(), "nodes"_a, "arc_starts"_a, "sources"_a, "targets"_a, "words"_a,
          "references"_a, "threads"_a = 1,
          "The path of each lattice with the fewest errors against one of the references: numbers of arcs and where each path "
          "begins, as columns.");
    m.def("best_paths", &best_paths, nb::kw_only(), "nodes"_a, "arc_starts"_a, "sources"_a, "targets"_a, "scores"_a,
          "threads"_a = 1, "The path of each lattice with the highest sum of scores, likewise.");
    m.def("candidate_errors", &candidate_errors, "candidates"_a, "starts"_a, "references"_a, nb::kw_only(), "threads"_a = 1,
          "Fewest errors of each candidate against the references of its list, as a column.");
}
