#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bakeoff {

/// A line that is none of its format: what is wrong with it, its number, and the part of it that is meant.
class RowError : public std::invalid_argument {
public:
    RowError(const std::string& what, std::int32_t number, std::string_view part)
        : std::invalid_argument(what), line(number), found(part) {}
    std::int32_t line;
    std::string found;
};

/// Texts with many equal ones: `distinct[numbers[i]]` is that of row i. They stay parts of what was read, likewise below.
struct RepeatedTexts {
    std::vector<std::string_view> distinct;
    std::vector<std::int32_t> numbers;
};

/// Files and their channels, in the order in which they first appear, and the one of each row.
struct RecordingRows {
    std::vector<std::string_view> files, channels;
    std::vector<std::int32_t> numbers;
};

/// The rows of a CTM file; kinds as in `RowKind`. Numbers of lines that are blank, and of those with a seventh column, apart.
struct CtmRows {
    std::vector<std::int32_t> lines, blank, surplus;
    RecordingRows recordings;
    std::vector<std::int64_t> begin_ns, duration_ns;
    RepeatedTexts words;
    std::vector<double> confidences;  ///< NaN where there is none
    std::vector<std::uint8_t> kinds;
    std::vector<std::uint8_t> bad_times;  ///< whether the file itself calls the time wrong
};

/// The rows of an STM file. Labels are as written, empty where there are none; `comments` are the lines that start with ;;.
struct StmRows {
    std::vector<std::int32_t> lines, starred;
    RecordingRows recordings;
    std::vector<std::int64_t> begin_ns, end_ns;
    RepeatedTexts speakers, labels;
    std::vector<std::string_view> texts, comments;
};

/// The rows of a TRN file.
struct TrnRows {
    std::vector<std::int32_t> lines, starred;
    std::vector<std::string_view> ids, texts;
};

// Readers of complete files: valid UTF-8 without NUL. Only LF ends a line; where every LF follows a CR, CR LF does. Blanks and
// tabs part columns, and nothing else does. The first line that is wrong is thrown as a RowError. O(length).
CtmRows read_ctm(std::string_view text);
StmRows read_stm(std::string_view text);
TrnRows read_trn(std::string_view text);

}  // namespace bakeoff
