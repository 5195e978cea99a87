#include "bakeoff/ter.hpp"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::TerRules;
using bakeoff::Tokens;

namespace {

TerRules require_rules(const std::string& name) {
    if (name == "tercom") return TerRules::tercom;
    if (name == "sacrebleu") return TerRules::sacrebleu;
    throw std::invalid_argument("no rules of TER called " + name);
}

Matrix<double> ter_statistics(const Tokens& hypothesis, const TokensSequence& references, const std::string& rules,
                              std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const TerRules chosen = require_rules(rules);
    const unsigned count = thread_count(threads);
    return computed_matrix(bakeoff::ter_columns, [&] { return bakeoff::ter_statistics(hypothesis, tokens, chosen, count); });
}

}  // namespace

void bind_ter(nb::module_& m) {
    m.def("ter_statistics", &ter_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "rules"_a, "threads"_a = 1,
          nb::sig("def ter_statistics(hypothesis: Tokens, references: collections.abc.Sequence[Tokens], *, "
                  "rules: typing.Literal['tercom', 'sacrebleu'], threads: int = 1) -> numpy.typing.NDArray[numpy.float64]"),
          "For each segment edits, mean reference words, shifts, insertions, deletions, substitutions (of the best reference).");
}
