#include <span>
#include <string_view>
#include <vector>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/chrf.hpp"
#include "bakeoff/ngrams.hpp"
#include "bakeoff/nist.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::NgramCounts;
using bakeoff::Tokens;

namespace {

/// References with the counts of their n-grams, which look them up: they live as long.
class CountedReferences {
public:
    CountedReferences(const TokensSequence& references, std::size_t order) : tokens_(references), counts_(count(order)) {}

    const NgramCounts& counts() const { return counts_; }

private:
    NgramCounts count(std::size_t order) const {
        nb::gil_scoped_release release;
        return NgramCounts(tokens_, order);
    }

    TokensOfReferences tokens_;
    NgramCounts counts_;
};

Matrix<double> bleu_statistics(const Tokens& hypothesis, const TokensSequence& references, std::int64_t order, bool shortest,
                               std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const std::size_t orders = order_from(1, order);
    const auto rule = shortest ? bakeoff::LengthRule::shortest : bakeoff::LengthRule::closest;
    const unsigned count = thread_count(threads);
    return computed_matrix(2 * orders + 1, [&] { return bakeoff::bleu_statistics(hypothesis, tokens, orders, rule, count); });
}

Matrix<double> nist_statistics(const Tokens& hypothesis, const CountedReferences& references, bakeoff::TokenId zero,
                               std::int64_t threads) {
    const unsigned count = thread_count(threads);
    return computed_matrix(2 * references.counts().orders() + 1,
                           [&] { return bakeoff::nist_statistics(hypothesis, references.counts(), zero, count); });
}

Matrix<double> chrf_statistics(const TextSequence& hypothesis, const nb::typed<nb::sequence, TextSequence>& references,
                               std::int64_t order, std::int64_t word_order, double beta, bool whitespace, std::int64_t threads) {
    const Texts texts(hypothesis);
    std::vector<Texts> kept;
    for (nb::handle reference : references) kept.emplace_back(reference);
    std::vector<std::span<const std::string_view>> views;
    for (const Texts& reference : kept) views.push_back(reference.views());
    const bakeoff::ChrfOptions options{order_from(0, order), order_from(0, word_order), beta, whitespace};
    const unsigned count = thread_count(threads);
    return computed_matrix(3 * (options.character_orders + options.word_orders),
                           [&] { return bakeoff::chrf_statistics(texts.views(), views, options, count); });
}

}  // namespace

void bind_ngrams(nb::module_& m) {
    m.attr("LONGEST_ORDER") = longest_order;
    m.def("bleu_statistics", &bleu_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "order"_a = 4,
          "shortest"_a = false, "threads"_a = 1,
          "Matches by order, n-grams by order, reference length (the closest, or the shortest); a row for each segment.");
    nb::class_<CountedReferences>(m, "CountedReferences",
                                  "References with how often each of their n-grams occurs in all of them together.")
        .def(
            "__init__",
            [](CountedReferences* self, const TokensSequence& references, std::int64_t order) {
                new (self) CountedReferences(references, order_from(1, order));
            },
            "references"_a, nb::kw_only(), "order"_a = 5);
    m.def("nist_statistics", &nist_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "zero"_a, "threads"_a = 1,
          "Information matched by order, n-grams by order, mean reference words; a row for each segment.\n\n"
          "`zero` is the id of the token that counts as no history.");
    m.def("chrf_statistics", &chrf_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "order"_a = 6, "word_order"_a = 0,
          "beta"_a = 2.0, "whitespace"_a = false, "threads"_a = 1,
          "By order (characters, then words) n-grams of the hypothesis, of its best reference, and matches; a row for each "
          "segment.");
}
