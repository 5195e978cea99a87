#include "bakeoff/speech_rows.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/decimal_times.hpp"
#include "texts.hpp"

using namespace nb::literals;

namespace {

using Lines = Vector<std::int32_t>;
using Times = Vector<std::int64_t>;
using Names = std::vector<std::string_view>;
using Repeated = nb::typed<nb::tuple, Names, Lines>;
using Recordings = nb::typed<nb::tuple, Names, Names, Lines>;

[[noreturn]] void raise_value_error(const nb::tuple& arguments) {
    PyErr_SetObject(PyExc_ValueError, arguments.ptr());
    throw nb::python_error();
}

/// The rows of a file, read without the GIL. An error has the number of the line and what was found there.
template <class Rows>
Rows rows_of(const nb::bytes& text, Rows (*read)(std::string_view)) {
    try {
        nb::gil_scoped_release release;
        return read({text.c_str(), text.size()});
    } catch (const bakeoff::RowError& error) {
        raise_value_error(nb::make_tuple(error.what(), error.line, nb::str(error.found.data(), error.found.size())));
    }
}

Repeated repeated(bakeoff::RepeatedTexts&& texts) {
    return nb::make_tuple(std::move(texts.distinct), as_vector(std::move(texts.numbers)));
}

Recordings recordings(bakeoff::RecordingRows&& rows) {
    return nb::make_tuple(std::move(rows.files), std::move(rows.channels), as_vector(std::move(rows.numbers)));
}

nb::typed<nb::tuple, Lines, Recordings, Times, Times, Repeated, Vector<double>, Vector<std::uint8_t>, Vector<std::uint8_t>, Lines,
          Lines>
read_ctm(const nb::bytes& text) {
    bakeoff::CtmRows rows = rows_of(text, &bakeoff::read_ctm);
    return nb::make_tuple(as_vector(std::move(rows.lines)), recordings(std::move(rows.recordings)),
                          as_vector(std::move(rows.begin_ns)), as_vector(std::move(rows.duration_ns)),
                          repeated(std::move(rows.words)), as_vector(std::move(rows.confidences)),
                          as_vector(std::move(rows.kinds)), as_vector(std::move(rows.bad_times)),
                          as_vector(std::move(rows.blank)), as_vector(std::move(rows.surplus)));
}

nb::typed<nb::tuple, Lines, Recordings, Times, Times, Repeated, Repeated, TextColumn, Names, Lines> read_stm(const nb::bytes& text) {
    bakeoff::StmRows rows = rows_of(text, &bakeoff::read_stm);
    return nb::make_tuple(as_vector(std::move(rows.lines)), recordings(std::move(rows.recordings)),
                          as_vector(std::move(rows.begin_ns)), as_vector(std::move(rows.end_ns)),
                          repeated(std::move(rows.speakers)), repeated(std::move(rows.labels)),
                          TextColumn{text, std::move(rows.texts)}, std::move(rows.comments), as_vector(std::move(rows.starred)));
}

nb::typed<nb::tuple, Lines, TextColumn, TextColumn, Lines> read_trn(const nb::bytes& text) {
    bakeoff::TrnRows rows = rows_of(text, &bakeoff::read_trn);
    return nb::make_tuple(as_vector(std::move(rows.lines)), TextColumn{text, std::move(rows.ids)},
                          TextColumn{text, std::move(rows.texts)}, as_vector(std::move(rows.starred)));
}

Times nanoseconds_of(const TextSequence& seconds) {
    const Texts texts(seconds);
    std::vector<std::int64_t> values;
    values.reserve(texts.size());
    for (const std::string_view text : texts.views()) {
        const bakeoff::Nanoseconds time = bakeoff::nanoseconds_of(text);
        if (time.fault != bakeoff::NumberFault::none) {
            const bool large = time.fault == bakeoff::NumberFault::too_large;
            raise_value_error(nb::make_tuple(large ? "large" : "no number", values.size()));
        }
        values.push_back(time.value);
    }
    return as_vector(std::move(values));
}

}  // namespace

void bind_speech_rows(nb::module_& m) {
    m.attr("MAX_SECONDS") = bakeoff::most_seconds;
    m.def("read_ctm", &read_ctm, "text"_a,
          "The rows of a CTM file in UTF-8: lines, recordings (files, channels, number of each row), begins and durations in "
          "nanoseconds, words (different ones, number of each row), confidences, kinds (0 a word, 1 begin, 2 or, 3 end of "
          "alternatives), bad times; then lines that are blank and lines with a seventh column. ValueError(what, line, found) at "
          "the first line that is wrong, what being columns, begin, duration, large begin, large duration or confidence.");
    m.def("read_stm", &read_stm, "text"_a,
          "The rows of an STM file in UTF-8: lines, recordings, begins and ends in nanoseconds, speakers, labels as written, "
          "texts; then comments that begin with ;; and the lines that begin with **. ValueError(what, line, found), what being "
          "columns, begin, end, large begin, large end or labels.");
    m.def("read_trn", &read_trn, "text"_a,
          "The rows of a TRN file in UTF-8: lines, ids, texts; then the lines that begin with **. ValueError('id', line, found).");
    m.def("nanoseconds_of", &nanoseconds_of, "seconds"_a,
          "Decimal seconds as nanoseconds, rounded half to even. ValueError(large or no number, index) where one is no time.");
}
