#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string_view>
#include <vector>

namespace nb = nanobind;

/// Python strings as UTF-8 views. Keeps the strings alive, so it may be used while the GIL is released.
class Texts {
public:
    explicit Texts(nb::handle sequence) : strings_(nb::steal<nb::tuple>(PySequence_Tuple(sequence.ptr()))) {
        if (!strings_.is_valid()) throw nb::python_error();
        views_.reserve(nb::len(strings_));
        for (nb::handle item : strings_) {
            Py_ssize_t size = 0;
            const char* data = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
            if (!data) throw nb::python_error();
            views_.emplace_back(data, static_cast<std::size_t>(size));
        }
    }

    std::span<const std::string_view> views() const { return views_; }
    std::size_t size() const { return views_.size(); }

private:
    nb::tuple strings_;
    std::vector<std::string_view> views_;
};
