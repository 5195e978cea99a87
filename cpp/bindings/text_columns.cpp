#include "bakeoff/text_columns.hpp"

#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/utf8.hpp"
#include "texts.hpp"

using namespace nb::literals;

namespace {

nb::str text_at(const TextColumn& column, Py_ssize_t row) {
    const auto size = static_cast<Py_ssize_t>(column.views.size());
    if (row < 0) row += size;
    if (row < 0 || row >= size) throw nb::index_error("no such row");
    const std::string_view text = column.views[static_cast<std::size_t>(row)];
    return nb::str(text.data(), text.size());
}

TextColumn slice_of(const TextColumn& column, const nb::slice& slice) {
    const auto [start, stop, step, count] = slice.compute(column.views.size());
    TextColumn part{column.owner, {}};
    part.views.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        part.views.push_back(column.views[static_cast<std::size_t>(start + static_cast<Py_ssize_t>(i) * step)]);
    }
    return part;
}

TextColumn taken(const TextColumn& column, const GivenColumn<std::int64_t>& rows) {
    TextColumn part{column.owner, {}};
    part.views.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t row = rows.data()[i];
        if (row >= static_cast<std::int64_t>(column.views.size())) throw nb::index_error("no such row");
        part.views.push_back(row < 0 ? std::string_view() : column.views[static_cast<std::size_t>(row)]);
    }
    return part;
}

TextColumn prefixes(const TextColumn& column, std::string_view separators) {
    return {column.owner, bakeoff::prefixes(column.views, separators)};
}

nb::object equals(nb::handle_t<TextColumn> self, nb::handle other) {
    if (nb::isinstance<TextColumn>(other)) {
        return nb::bool_(nb::cast<const TextColumn&>(self).views == nb::cast<const TextColumn&>(other).views);
    }
    if (PyUnicode_Check(other.ptr()) || !PySequence_Check(other.ptr())) return nb::borrow(Py_NotImplemented);
    return nb::bool_(nb::list(self).equal(nb::list(other)));
}

Py_ssize_t index_of(nb::handle_t<TextColumn> self, nb::handle text, Py_ssize_t start, Py_ssize_t stop) {
    const auto part = nb::steal(PySequence_GetSlice(self.ptr(), start, stop));
    const Py_ssize_t row = part.is_valid() ? PySequence_Index(part.ptr(), text.ptr()) : -1;
    if (row < 0) throw nb::python_error();
    return row + (start < 0 ? std::max<Py_ssize_t>(0, start + PySequence_Size(self.ptr())) : start);
}

Py_hash_t refuse_hash(const TextColumn&) { throw nb::type_error("unhashable type: 'TextColumn'"); }

std::size_t count_of(nb::handle_t<TextColumn> self, nb::handle text) {
    const Py_ssize_t count = PySequence_Count(self.ptr(), text.ptr());
    if (count < 0) throw nb::python_error();
    return static_cast<std::size_t>(count);
}

Vector<std::int64_t> sizes_of(const TextColumn& column) {
    std::vector<std::int64_t> sizes(column.views.size());
    std::transform(column.views.begin(), column.views.end(), sizes.begin(),
                   [](std::string_view text) { return static_cast<std::int64_t>(text.size()); });
    return as_vector(std::move(sizes));
}

bool is_ascii(const TextColumn& column) {
    const auto ascii = [](char c) { return static_cast<signed char>(c) >= 0; };
    return std::all_of(column.views.begin(), column.views.end(),
                       [&](std::string_view text) { return std::all_of(text.begin(), text.end(), ascii); });
}

Vector<std::int32_t> groups(const TextColumn& column, bool fold) {
    auto numbers = [&] {
        nb::gil_scoped_release release;
        return bakeoff::equal_texts(column.views, fold);
    }();
    return as_vector(std::move(numbers));
}

Vector<std::int64_t> rows_among(const TextColumn& column, const TextColumn& others, bool fold) {
    auto rows = [&] {
        nb::gil_scoped_release release;
        return bakeoff::rows_among(column.views, others.views, fold);
    }();
    return as_vector(std::move(rows));
}

Vector<std::int64_t> rows_with(const TextColumn& column, const TextSequence& parts, bool fold) {
    const Texts views(parts);
    auto rows = [&] {
        nb::gil_scoped_release release;
        return bakeoff::rows_with(column.views, views.views(), fold);
    }();
    return as_vector(std::move(rows));
}

bool is_utf8(const nb::bytes& text) {
    nb::gil_scoped_release release;
    return bakeoff::is_utf8({text.c_str(), text.size()});
}

}  // namespace

void bind_text_columns(nb::module_& m) {
    auto column = nb::class_<TextColumn>(m, "TextColumn", nb::sig("class TextColumn(Sequence[str])"),
                           "Many texts as parts of one, without an object for each of them; those that are asked for are made.");
    column.def(nb::new_([](const TextSequence& texts) { return Texts(texts).column(); }), "texts"_a)
        .def("__len__", [](const TextColumn& self) { return self.views.size(); })
        .def("__getitem__", &text_at, "row"_a, nb::sig("def __getitem__(self, row: int, /) -> str"))
        .def("__getitem__", &slice_of, "rows"_a, nb::sig("def __getitem__(self, rows: slice, /) -> TextColumn"))
        .def("__eq__", &equals, "other"_a, nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &refuse_hash)
        .def("index", &index_of, "text"_a, "start"_a = 0, "stop"_a = PY_SSIZE_T_MAX,
             nb::sig("def index(self, text: object, start: int = 0, stop: int = 9223372036854775807, /) -> int"))
        .def("count", &count_of, "text"_a, nb::sig("def count(self, text: object, /) -> int"))
        .def("take", &taken, "rows"_a, "The texts of these rows; below 0 stands for an empty text.")
        .def("prefixes", &prefixes, "separators"_a,
             "What stands in each text before the first of these ASCII characters that it holds, an earlier one being tried before a "
             "later one; all of the text where it holds none.")
        .def("sizes", &sizes_of, "How many bytes each has in UTF-8.")
        .def("is_ascii", &is_ascii, "Whether all characters are of ASCII.")
        .def("groups", &groups, nb::kw_only(), "fold"_a = false,
             "For each row the number of those with the same text, from 0 in order of first sight; with fold, ASCII letters are "
             "the same in either case.")
        .def("rows_among", &rows_among, "others"_a, nb::kw_only(), "fold"_a = false,
             "For each row the first of the others with the same text, -1 where there is none.")
        .def("rows_with", &rows_with, "parts"_a, nb::kw_only(), "fold"_a = false, "The rows whose text holds one of the parts.");
    m.def("is_utf8", &is_utf8, "text"_a, "Whether bytes are UTF-8 throughout.");
}
