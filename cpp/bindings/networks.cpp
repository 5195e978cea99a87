#include "bakeoff/network_alignment.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "areas.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;

namespace {

/// Words and the networks made of them, as Python holds them.
struct Words {
    explicit Words(const bakeoff::WordRules& rules) : words(rules) {}
    bakeoff::NetworkWords words;
    std::mutex guard;
};

bakeoff::CharacterSplit split_named(const std::string& name) {
    if (name == "none") return bakeoff::CharacterSplit::none;
    if (name == "all") return bakeoff::CharacterSplit::all;
    if (name == "non-ascii") return bakeoff::CharacterSplit::non_ascii;
    throw std::invalid_argument("expected none, all or non-ascii as split, found " + name);
}

bakeoff::EmptyAlternative empty_named(const std::string& name) {
    if (name == "refuse") return bakeoff::EmptyAlternative::refuse;
    if (name == "ignore") return bakeoff::EmptyAlternative::ignore;
    throw std::invalid_argument("expected refuse or ignore for empty alternatives, found " + name);
}

std::unique_ptr<Words> make_words(bool keep_case, bool optional_words, bool fragments, const std::string& split,
                                  bool drop_hyphens, bool split_as_sclite) {
    return std::make_unique<Words>(
        bakeoff::WordRules{keep_case, optional_words, fragments, split_named(split), drop_hyphens, split_as_sclite});
}

/// An error about words that make no network has the number of the utterance as its second argument.
template <class Make>
bakeoff::WordNetworks made(Words& words, Make&& make) {
    try {
        nb::gil_scoped_release release;
        const std::lock_guard lock(words.guard);
        return make();
    } catch (const bakeoff::NetworkError& error) {
        const nb::tuple arguments = nb::make_tuple(error.what(), error.utterance);
        PyErr_SetObject(PyExc_ValueError, arguments.ptr());
        throw nb::python_error();
    }
}

bakeoff::WordNetworks networks_of_texts(Words& words, const TextSequence& texts, const std::string& empty_alternatives) {
    const Texts views(texts);
    const auto empty = empty_named(empty_alternatives);
    return made(words, [&] { return bakeoff::networks_of_texts(views.views(), empty, words.words); });
}

bakeoff::WordNetworks networks_of_rows(Words& words, const TextSequence& texts, const GivenColumn<std::int32_t>& numbers,
                                       const GivenColumn<std::uint8_t>& kinds, const GivenColumn<std::int64_t>& offsets) {
    const Texts views(texts);
    return made(words, [&] {
        return bakeoff::networks_of_rows(views.views(), span_of(numbers), span_of(kinds), span_of(offsets), words.words);
    });
}

nb::typed<nb::list, nb::str> texts_of(const Words& words) {
    nb::list texts;
    for (std::size_t id = 0; id < words.words.forms.size(); ++id) {
        const bakeoff::WordForm& form = words.words.forms[static_cast<bakeoff::FormId>(id)];
        // Split into characters, a byte that starts no character may be alone.
        texts.append(nb::steal(PyUnicode_DecodeUTF8(form.text.data(), static_cast<Py_ssize_t>(form.text.size()), "replace")));
    }
    return texts;
}

nb::typed<nb::list, nb::str> tags_of(const Words& words) {
    nb::list tags;
    for (std::size_t id = 0; id < words.words.forms.size(); ++id) {
        const std::string& text = words.words.forms[static_cast<bakeoff::FormId>(id)].tags;
        tags.append(nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")));
    }
    return tags;
}

using Aligned = nb::typed<nb::tuple, Matrix<std::int64_t>, Matrix<std::int32_t>, Matrix<std::int64_t>>;
using AlignedWithLogs = nb::typed<nb::tuple, Aligned, Vector<double>>;

bakeoff::NetworkAlignments aligned(Words& words, const bakeoff::WordNetworks& reference, const bakeoff::WordNetworks& hypothesis,
                                   bool steps, std::int64_t threads, const bakeoff::ConfidenceRows& confidences) {
    const unsigned count = thread_count(threads);
    nb::gil_scoped_release release;
    const std::lock_guard lock(words.guard);
    return bakeoff::align_networks(reference, hypothesis, words.words, steps, count, confidences);
}

Aligned as_arrays(bakeoff::NetworkAlignments&& result) {
    static_assert(sizeof(bakeoff::AlignmentStep) == bakeoff::step_columns * sizeof(std::int32_t));
    std::vector<std::int32_t> rows(result.steps.size() * bakeoff::step_columns);
    if (!rows.empty()) std::memcpy(rows.data(), result.steps.data(), rows.size() * sizeof(std::int32_t));
    return nb::make_tuple(as_matrix(std::move(result.counts), bakeoff::alignment_columns),
                          as_matrix(std::move(rows), bakeoff::step_columns), as_matrix(std::move(result.step_counts), 1));
}

Aligned align(Words& words, const bakeoff::WordNetworks& reference, const bakeoff::WordNetworks& hypothesis, bool steps,
              std::int64_t threads) {
    return as_arrays(aligned(words, reference, hypothesis, steps, threads, {}));
}

AlignedWithLogs align_with_confidences(Words& words, const bakeoff::WordNetworks& reference,
                                       const bakeoff::WordNetworks& hypothesis, const GivenColumn<double>& confidences,
                                       const GivenColumn<std::int64_t>& offsets, bool steps, std::int64_t threads) {
    auto result = aligned(words, reference, hypothesis, steps, threads, {span_of(confidences), span_of(offsets)});
    auto logs = as_vector(std::move(result.confidence_logs));
    return nb::make_tuple(as_arrays(std::move(result)), std::move(logs));
}

}  // namespace

void bind_networks(nb::module_& m) {
    nb::class_<bakeoff::WordNetworks>(m, "WordNetworks", "Utterances as networks of words: chains or with alternatives.")
        .def("__len__", &bakeoff::WordNetworks::size, "The number of utterances.");
    nb::class_<Words>(m, "NetworkWords", "The words of transcripts under rules of what makes two of them the same.")
        .def(nb::new_(&make_words), nb::kw_only(), "keep_case"_a = false, "optional_words"_a = false, "fragments"_a = false,
             "split"_a = "none", "drop_hyphens"_a = false, "split_as_sclite"_a = false)
        .def("networks_of_texts", &networks_of_texts, "texts"_a, nb::kw_only(), "empty_alternatives"_a = "refuse",
             "Networks of texts such as \"a { b c / @ } d\". ValueError(what, number of the utterance) where one is none.")
        .def("networks_of_rows", &networks_of_rows, "texts"_a, "numbers"_a, "kinds"_a, "offsets"_a,
             "Networks of rows, of which each has a text by its number and a kind: 0 a word, 1 begin, 2 or, 3 end of alternatives; "
             "utterance i has those from offsets[i].")
        .def("texts", &texts_of, "The words as reports show them, by form.")
        .def("tags", &tags_of, "What stood behind a semicolon in each of them, with a semicolon at the end.")
        .def("align", &align, "reference"_a, "hypothesis"_a, nb::kw_only(), "steps"_a = false, "threads"_a = 1,
             "Aligns as sclite does. For each utterance correct words (forgiven ones included), substitutions, deletions, "
             "insertions, forgiven deletions and forgiven insertions; then, where asked for, the steps (kind as the code of a "
             "letter of CSDIdi, form and place of the reference's word and of the hypothesis', -1 for none) and how many steps "
             "each utterance has.")
        .def("align_with_confidences", &align_with_confidences, "reference"_a, "hypothesis"_a, "confidences"_a, "offsets"_a,
             nb::kw_only(), "steps"_a = false, "threads"_a = 1,
             "The same for a hypothesis of rows, whose words have confidences p; besides, for each utterance, the sum of log2 p over "
             "its correct words and of log2(1 - p) over its wrong ones, p being kept 1e-7 away from 0 and 1.");
}
