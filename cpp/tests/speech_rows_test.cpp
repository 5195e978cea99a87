#include "bakeoff/speech_rows.hpp"

#include <cmath>
#include <random>
#include <string>

#include "bakeoff/decimal_times.hpp"
#include "bakeoff/utf8.hpp"
#include "check.hpp"

using namespace bakeoff;

namespace {

template <class Read>
std::string fault(Read read, std::string_view text) {
    try {
        read(text);
        return "";
    } catch (const RowError& error) {
        return std::to_string(error.line) + ' ' + error.what() + ' ' + error.found;
    }
}

}  // namespace

TEST(rows_of_ctm_files) {
    const CtmRows rows = read_ctm("f 1 0.25 .5 a 0.9\n\n;; x\nf 1 * * <alt>\ng 1 &&1 1 a NA 7");
    CHECK((rows.lines == std::vector<std::int32_t>{1, 4, 5}));
    CHECK((rows.begin_ns == std::vector<std::int64_t>{250'000'000, 0, 1'000'000'000}));
    CHECK((rows.words.numbers == std::vector<std::int32_t>{0, 1, 0}));
    CHECK((rows.recordings.numbers == std::vector<std::int32_t>{0, 0, 1}));
    CHECK((rows.kinds == std::vector<std::uint8_t>{0, 2, 0}));
    CHECK(rows.confidences[0] == 0.9 && std::isnan(rows.confidences[2]));
    CHECK(rows.bad_times[2] == 1 && rows.blank.size() == 1 && rows.surplus.size() == 1);
    CHECK(fault(read_ctm, "f 1 0 1 a\nf 1 0 x a") == "2 duration x");
    CHECK(fault(read_ctm, "f 1 0 1") == "1 columns f 1 0 1");
}

TEST(rows_of_stm_and_trn_files) {
    const StmRows segments = read_stm(";; c\r\nf 1 s 0 1 <o> a b \r\n** x\r\n");
    CHECK(segments.texts.size() == 1 && segments.texts[0] == "a b" && segments.comments[0] == ";; c");
    CHECK(fault(read_stm, "f 1 s 0 1 <o a") == "1 labels <o");
    const TrnRows utterances = read_trn("a (b) (s-1)\n(s-2)");
    CHECK(utterances.texts[0] == "a (b)" && utterances.ids[1] == "s-2" && utterances.texts[1].empty());
    CHECK(fault(read_trn, "a ()") == "1 id a ()");
}

TEST(times_are_exact) {
    CHECK(nanoseconds_of("0.0000000015").value == 2);
    CHECK(nanoseconds_of("-1e-9").value == -1);
    CHECK(nanoseconds_of("9000000.00000000001").fault == NumberFault::too_large);
    CHECK(nanoseconds_of("1e").fault == NumberFault::not_a_number);
    CHECK(nanoseconds_of("1e-999").value == 0);
    CHECK(!number_of("1e400") && number_of("1e-400") == 0.0 && number_of("+.5") == 0.5);
}

TEST(any_bytes_are_read_or_refused) {
    std::mt19937 random(11);
    const std::string letters = "a1.() \t\n\r<>;*&eE-+\xC3\xA4";
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string text;
        for (std::size_t size = random() % 60; size > 0; --size) text += letters[random() % letters.size()];
        is_utf8(text);
        if (!is_utf8(text)) continue;
        fault(read_ctm, text);
        fault(read_stm, text);
        fault(read_trn, text);
    }
}
