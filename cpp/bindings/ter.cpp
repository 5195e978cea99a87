#include "bakeoff/ter.hpp"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "areas.hpp"
#include "arrays.hpp"

using namespace nb::literals;
using bakeoff::TerRules;
using bakeoff::Tokens;

namespace {

TerRules require_rules(const std::string& name) {
    if (name == "tercom") return TerRules::tercom;
    if (name == "sacrebleu") return TerRules::sacrebleu;
    throw std::invalid_argument("no rules of TER called " + name);
}

Matrix<double> ter_statistics(const Tokens& hypothesis, nb::handle references, const std::string& rules, unsigned threads) {
    // A tuple of our own keeps the references alive while the GIL is released.
    const auto kept = nb::steal<nb::tuple>(PySequence_Tuple(references.ptr()));
    if (!kept.is_valid()) throw nb::python_error();
    std::vector<const Tokens*> texts;
    for (nb::handle item : kept) texts.push_back(nb::cast<const Tokens*>(item));
    const TerRules chosen = require_rules(rules);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::ter_statistics(hypothesis, texts, chosen, threads);
    }
    return as_matrix(std::move(rows), bakeoff::ter_columns);
}

}  // namespace

void bind_ter(nb::module_& m) {
    m.def("ter_statistics", &ter_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "rules"_a, "threads"_a = 1,
          nb::sig("def ter_statistics(hypothesis: Tokens, references: collections.abc.Sequence[Tokens], *, "
                  "rules: typing.Literal['tercom', 'sacrebleu'], threads: int = 1) -> numpy.typing.NDArray[numpy.float64]"),
          "For each segment edits, mean reference words, shifts, insertions, deletions, substitutions (of the best reference).");
}
