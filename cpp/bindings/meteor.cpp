#include "bakeoff/meteor.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::MeteorLexicon;
using bakeoff::MeteorModule;
using bakeoff::Paraphrases;
using bakeoff::Tokens;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Column<T>& column) {
    return {column.data(), column.size()};
}

std::vector<MeteorModule> modules_of(const std::vector<std::string>& names) {
    std::vector<MeteorModule> modules;
    for (const std::string& name : names) {
        if (name == "exact") modules.push_back(MeteorModule::exact);
        else if (name == "stem") modules.push_back(MeteorModule::stem);
        else if (name == "synonym") modules.push_back(MeteorModule::synonym);
        else if (name == "paraphrase") modules.push_back(MeteorModule::paraphrase);
        else throw std::invalid_argument("no module of METEOR called " + name);
    }
    return modules;
}

nb::ndarray<nb::numpy, bakeoff::TokenId, nb::ndim<1>> unknown(MeteorLexicon& lexicon, const Tokens& tokens) {
    auto ids = std::make_unique<std::vector<bakeoff::TokenId>>();
    {
        nb::gil_scoped_release release;
        const std::shared_lock lock(lexicon.guard);
        *ids = lexicon.unknown(tokens);
    }
    auto* const data = ids->data();
    const std::size_t size = ids->size();
    nb::capsule owner(ids.release(), [](void* p) noexcept { delete static_cast<std::vector<bakeoff::TokenId>*>(p); });
    return {data, {size}, owner};
}

void add(MeteorLexicon& lexicon, const Column<bakeoff::TokenId>& ids, const TextSequence& words,
         const Column<bool>& are_function_words, const std::optional<TextSequence>& stems, const std::optional<Column<std::int64_t>>& synset_starts,
         const std::optional<Column<std::int32_t>>& synsets) {
    const Texts texts(words);
    std::optional<Texts> stem_texts;
    if (stems) stem_texts.emplace(*stems);
    const auto stem_views = stem_texts ? stem_texts->views() : std::span<const std::string_view>{};
    const auto starts = synset_starts ? span_of(*synset_starts) : std::span<const std::int64_t>{};
    const auto found = synsets ? span_of(*synsets) : std::span<const std::int32_t>{};
    nb::gil_scoped_release release;
    const std::unique_lock lock(lexicon.guard);
    lexicon.add(span_of(ids), texts.views(), span_of(are_function_words), stem_views, starts, found);
}

Matrix<double> meteor_statistics(const Tokens& hypothesis, const TokensSequence& references, MeteorLexicon& lexicon,
                                 const Paraphrases* paraphrases, const std::vector<std::string>& modules,
                                 const std::vector<double>& weights, double alpha, double beta, double gamma, double delta,
                                 bool perfect_chunks, bool last_reference, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const unsigned count = thread_count(threads);
    const bakeoff::MeteorOptions options{modules_of(modules), weights, alpha, beta, gamma, delta, perfect_chunks, last_reference};
    const std::size_t columns = options.modules.size() * bakeoff::meteor_columns_by_module + bakeoff::meteor_further_columns;
    return computed_matrix(columns, [&] {
        const std::shared_lock lock(lexicon.guard);
        return bakeoff::meteor_statistics(hypothesis, tokens, lexicon, paraphrases, options, count);
    });
}

Matrix<std::int64_t> meteor_alignment(const Tokens& hypothesis, const Tokens& reference, MeteorLexicon& lexicon,
                                      const Paraphrases* paraphrases, const std::vector<std::string>& modules,
                                      std::int64_t threads) {
    const std::vector<MeteorModule> chosen = modules_of(modules);
    const unsigned count = thread_count(threads);
    return computed_matrix(1, [&] {
        const std::shared_lock lock(lexicon.guard);
        return bakeoff::meteor_alignment(hypothesis, reference, lexicon, paraphrases, chosen, count);
    });
}

}  // namespace

void bind_meteor(nb::module_& m) {
    nb::class_<MeteorLexicon>(m, "MeteorLexicon", "What METEOR knows of the words of a vocabulary; it grows only.")
        .def(
            "__init__",
            [](MeteorLexicon* self, const bakeoff::Vocabulary& vocabulary) { new (self) MeteorLexicon(vocabulary.identity()); },
            "vocabulary"_a)
        .def("unknown", &unknown, "tokens"_a, "Ids of a text whose words were not added yet, ascending.")
        .def("add", &add, "ids"_a, "words"_a, "are_function_words"_a, nb::kw_only(), "stems"_a = nb::none(), "synset_starts"_a = nb::none(),
             "synsets"_a = nb::none(),
             "Adds words with their stems and synsets: those of word i from synset_starts[i] up to synset_starts[i + 1].");
    nb::class_<Paraphrases>(m, "Paraphrases", "Phrases of token ids and which phrases may stand for which.")
        .def(
            "__init__",
            [](Paraphrases* self, const Column<std::int64_t>& word_starts, const Column<std::int32_t>& words,
               const Column<std::int64_t>& partner_starts, const Column<std::int32_t>& partners) {
                nb::gil_scoped_release release;
                new (self) Paraphrases(span_of(word_starts), span_of(words), span_of(partner_starts), span_of(partners));
            },
            "word_starts"_a, "words"_a, "partner_starts"_a, "partners"_a);
    m.def("java_hash", [](const std::string& word) { return bakeoff::java_hash(word); }, "word"_a,
          "The 32-bit hash that Java gives a string.");
    m.def("meteor_statistics", &meteor_statistics, "hypothesis"_a, "references"_a, "lexicon"_a,
          nb::arg("paraphrases").none() = nb::none(), nb::kw_only(), "modules"_a, "weights"_a, "alpha"_a, "beta"_a, "gamma"_a,
          "delta"_a, "perfect_chunks"_a = false, "last_reference"_a = false, "threads"_a = 1,
          "For each segment and its best reference, by module, matched content and function words of the hypothesis and of the "
          "reference; then content and function words of both, and chunks.");
    m.def("meteor_alignment", &meteor_alignment, "hypothesis"_a, "reference"_a, "lexicon"_a,
          nb::arg("paraphrases").none() = nb::none(), nb::kw_only(), "modules"_a, "threads"_a = 1,
          "For each token of the hypothesis the place in its segment of the reference token that METEOR aligns it to, or -1, as "
          "a column.");
}
