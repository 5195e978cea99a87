#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/chrf.hpp"
#include "bakeoff/ngrams.hpp"
#include "bakeoff/nist.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::NgramCounts;
using bakeoff::Tokens;

namespace {

using References = std::vector<const Tokens*>;

void require_same_segments(std::size_t segments, std::size_t found) {
    if (segments != found) throw std::invalid_argument("hypothesis and references differ in their number of segments");
}

void require_references(const References& references) {
    if (references.empty()) throw std::invalid_argument("no reference was given");
    for (const Tokens* text : references)
        if (!text) throw std::invalid_argument("a reference is None");
}

void require_aligned(const Tokens& hypothesis, const References& references) {
    require_references(references);
    for (const Tokens* text : references) require_same_segments(hypothesis.size(), text->size());
}

Matrix<double> bleu_statistics(const Tokens& hypothesis, const References& references, std::size_t order, bool shortest,
                               unsigned threads) {
    require_aligned(hypothesis, references);
    const auto rule = shortest ? bakeoff::LengthRule::shortest : bakeoff::LengthRule::closest;
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::bleu_statistics(hypothesis, references, order, rule, threads);
    }
    return as_matrix(std::move(rows), 2 * order + 1);
}

Matrix<double> nist_statistics(const Tokens& hypothesis, const References& references, const NgramCounts& counts,
                               bakeoff::TokenId zero, unsigned threads) {
    require_aligned(hypothesis, references);
    if (!counts.counted(references)) throw std::invalid_argument("other references were counted");
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::nist_statistics(hypothesis, references, counts, zero, threads);
    }
    return as_matrix(std::move(rows), 2 * counts.orders() + 1);
}

Matrix<double> chrf_statistics(nb::handle hypothesis, nb::sequence references, std::size_t order, std::size_t word_order,
                               double beta, bool whitespace, unsigned threads) {
    const Texts texts(hypothesis);
    std::vector<Texts> kept;
    for (nb::handle reference : references) kept.emplace_back(reference);
    if (kept.empty()) throw std::invalid_argument("no reference was given");
    std::vector<std::span<const std::string_view>> views;
    for (const Texts& reference : kept) {
        require_same_segments(texts.size(), reference.size());
        views.push_back(reference.views());
    }
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::chrf_statistics(texts.views(), views, {order, word_order, beta, whitespace}, threads);
    }
    return as_matrix(std::move(rows), 3 * (order + word_order));
}

}  // namespace

void bind_ngrams(nb::module_& m) {
    m.def("bleu_statistics", &bleu_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "order"_a = 4,
          "shortest"_a = false, "threads"_a = 1,
          "Matches by order, n-grams by order, reference length (the closest, or the shortest); a row for each segment.");
    nb::class_<NgramCounts>(m, "NgramCounts", "How often each n-gram of the references occurs in all of them.")
        .def(
            "__init__",
            [](NgramCounts* self, const References& references, std::size_t order) {
                require_references(references);
                nb::gil_scoped_release release;
                new (self) NgramCounts(references, order);
            },
            "references"_a, nb::kw_only(), "order"_a = 5);
    m.def("nist_statistics", &nist_statistics, "hypothesis"_a, "references"_a, "counts"_a, nb::kw_only(), "zero"_a,
          "threads"_a = 1,
          "Information matched by order, n-grams by order, mean reference words; a row for each segment.\n\n"
          "`counts` are those of these references, `zero` is the id of the token that counts as no history.");
    m.def("chrf_statistics", &chrf_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "order"_a = 6, "word_order"_a = 0,
          "beta"_a = 2.0, "whitespace"_a = false, "threads"_a = 1,
          nb::sig("def chrf_statistics(hypothesis: collections.abc.Sequence[str], "
                  "references: collections.abc.Sequence[collections.abc.Sequence[str]], *, order: int = 6, "
                  "word_order: int = 0, beta: float = 2.0, whitespace: bool = False, threads: int = 1) "
                  "-> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]"),
          "By order (characters, then words) n-grams of the hypothesis, of its best reference, and matches; a row for each "
          "segment.");
}
