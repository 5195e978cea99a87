#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bakeoff/references.hpp"

namespace nb = nanobind;

using TextSequence = nb::typed<nb::sequence, nb::str>;
using TokensSequence = nb::typed<nb::sequence, bakeoff::Tokens>;

/// A tuple of our own: what it holds stays alive while the GIL is released, whatever others do to the sequence. O(items).
inline nb::tuple kept_items(nb::handle sequence) {
    auto items = nb::steal<nb::tuple>(PySequence_Tuple(sequence.ptr()));
    if (!items.is_valid()) throw nb::python_error();
    return items;
}

/// An error that says what was expected and the type of the found object. O(length).
inline nb::builtin_exception wrong_type(const std::string& expected, nb::handle found) {
    return nb::type_error(("expected " + expected + ", found " + nb::str(found.type().attr("__name__")).c_str()).c_str());
}

/// Many texts that are parts of one Python object, which it keeps alive: of the bytes of a file, or of a tuple of strings.
struct TextColumn {
    nb::object owner;
    std::vector<std::string_view> views;
};

/// Python strings as UTF-8 views. Keeps the strings alive, so it may be used while the GIL is released.
class Texts {
public:
    explicit Texts(nb::handle sequence) {
        // A string is a sequence of strings, too, but hardly what was meant.
        if (PyUnicode_Check(sequence.ptr())) throw nb::type_error("expected a sequence of str, found one str");
        if (nb::isinstance<TextColumn>(sequence)) {
            const auto& column = nb::cast<const TextColumn&>(sequence);
            strings_ = column.owner;
            views_ = column.views;
            return;
        }
        const nb::tuple strings = kept_items(sequence);
        strings_ = strings;
        views_.reserve(nb::len(strings));
        for (nb::handle item : strings) {
            if (!PyUnicode_Check(item.ptr())) throw wrong_type("str", item);
            Py_ssize_t size = 0;
            const char* data = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
            if (!data) throw nb::python_error();
            views_.emplace_back(data, static_cast<std::size_t>(size));
        }
    }

    std::span<const std::string_view> views() const { return views_; }
    std::size_t size() const { return views_.size(); }

    /// The texts as an independent column. O(1).
    TextColumn column() && { return {std::move(strings_), std::move(views_)}; }

private:
    nb::object strings_;
    std::vector<std::string_view> views_;
};

/// The tokens of references. Keeps them alive, so it may be used while the GIL is released.
class TokensOfReferences {
public:
    explicit TokensOfReferences(nb::handle sequence) : kept_(kept_items(sequence)) {
        for (nb::handle item : kept_) {
            if (!nb::isinstance<bakeoff::Tokens>(item)) throw wrong_type("the tokens of each reference", item);
            tokens_.push_back(&nb::cast<const bakeoff::Tokens&>(item));
        }
    }

    operator bakeoff::References() const { return tokens_; }

private:
    nb::tuple kept_;
    std::vector<const bakeoff::Tokens*> tokens_;
};
