#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/tokens.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::Tokens;
using bakeoff::Vocabulary;

namespace {

bakeoff::Tokenizer require_tokenizer(const std::string& name) {
    if (const bakeoff::Tokenizer tokenizer = bakeoff::find_tokenizer(name)) return tokenizer;
    throw std::invalid_argument("no tokeniser called " + name);
}

std::vector<std::string> tokenize_lines(const TextSequence& segments, const std::string& tokenizer, std::int64_t threads) {
    const Texts texts(segments);
    const auto chosen = require_tokenizer(tokenizer);
    const unsigned count = thread_count(threads);
    nb::gil_scoped_release release;
    return bakeoff::tokenize_lines(texts.views(), chosen, count);
}

Tokens tokenize(const TextSequence& segments, const std::string& tokenizer, Vocabulary& vocabulary, std::int64_t threads) {
    const Texts texts(segments);
    const auto chosen = require_tokenizer(tokenizer);
    const unsigned count = thread_count(threads);
    nb::gil_scoped_release release;
    return bakeoff::tokenize(texts.views(), chosen, vocabulary, count);
}

std::size_t size_of(Vocabulary& vocabulary) {
    nb::gil_scoped_release release;
    const std::lock_guard lock(vocabulary.guard);
    return vocabulary.size();
}

std::vector<std::string_view> words_of(Vocabulary& vocabulary) {
    const std::lock_guard lock(vocabulary.guard);
    std::vector<std::string_view> words(vocabulary.size());
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = vocabulary.text(static_cast<bakeoff::TokenId>(i));
    return words;
}

Matrix<std::int64_t> lengths(const Tokens& tokens) {
    std::vector<std::int64_t> values(tokens.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(tokens.length(i));
    return as_matrix(std::move(values), 1);
}

nb::ndarray<nb::numpy, const bakeoff::TokenId, nb::ndim<1>, nb::ro> ids(nb::handle_t<Tokens> self) {
    const auto& values = nb::cast<const Tokens&>(self).ids();
    return {values.data(), {values.size()}, self};
}

std::vector<bakeoff::TokenId> segment(const Tokens& tokens, std::size_t index) {
    if (index >= tokens.size()) throw nb::index_error();
    const auto ids = tokens[index];
    return {ids.begin(), ids.end()};
}

}  // namespace

void bind_tokens(nb::module_& m) {
    nb::class_<Vocabulary>(m, "Vocabulary", "Gives equal tokens equal ids; ids count up from 0 in order of first sight.")
        .def(nb::init<>())
        .def("__len__", &size_of)
        .def("words", &words_of, "All tokens, the one with id 0 first.");
    nb::class_<Tokens>(m, "Tokens", "The token ids of a text, segment by segment.")
        .def("__len__", &Tokens::size)
        .def("__getitem__", &segment, "segment"_a)
        .def("ids", &ids, "All token ids, segment after segment; a view.")
        .def("lengths", &lengths, "Tokens in each segment, as a column.");
    m.def("tokenizer_names", &bakeoff::tokenizer_names, "The names of all native tokenisers, sorted.");
    m.def("tokenize_lines", &tokenize_lines, "segments"_a, "tokenizer"_a, nb::kw_only(), "threads"_a = 1,
          "Each segment as a line of tokens separated by single blanks.");
    m.def("tokenize", &tokenize, "segments"_a, "tokenizer"_a, "vocabulary"_a, nb::kw_only(), "threads"_a = 1,
          "Each segment tokenised and interned in the vocabulary.");
}
