#include "bakeoff/speech_rows.hpp"

#include <array>
#include <limits>

#include "bakeoff/decimal_times.hpp"
#include "bakeoff/word_network.hpp"
#include "speech_lines.hpp"
#include "unicode.hpp"

namespace bakeoff {

namespace {

constexpr std::string_view stars = "**";
constexpr std::string_view bad_time = "&&";

std::int64_t time_of(std::string_view seconds, const std::string& what, std::int32_t line) {
    const Nanoseconds time = nanoseconds_of(seconds);
    if (time.fault == NumberFault::not_a_number) throw RowError(what, line, seconds);
    if (time.fault == NumberFault::too_large) throw RowError("large " + what, line, seconds);
    return time.value;
}

bool equal_in_any_case(std::string_view text, std::string_view upper) {
    if (text.size() != upper.size()) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) != upper[at]) return false;
    }
    return true;
}

RowKind kind_of(std::string_view word) {
    if (word.front() != '<') return RowKind::word;
    if (equal_in_any_case(word, "<ALT_BEGIN>")) return RowKind::begin;
    if (equal_in_any_case(word, "<ALT>")) return RowKind::alternative;
    return equal_in_any_case(word, "<ALT_END>") ? RowKind::end : RowKind::word;
}

double confidence_of(std::string_view text, std::int32_t line) {
    if (text.empty() || equal_in_any_case(text, "NA")) return std::numeric_limits<double>::quiet_NaN();
    const auto value = number_of(text);
    if (!value) throw RowError("confidence", line, text);
    return *value;
}

std::string_view without_mark(std::string_view time) {
    return time.starts_with(bad_time) ? time.substr(bad_time.size()) : time;
}

}  // namespace

CtmRows read_ctm(std::string_view text) {
    CtmRows rows;
    RecordingNumbers recordings;
    TextNumbers words;
    const std::size_t most = count_lines(text);
    rows.lines.reserve(most);
    recordings.reserve(most);
    rows.begin_ns.reserve(most);
    rows.duration_ns.reserve(most);
    words.reserve(most);
    rows.confidences.reserve(most);
    rows.kinds.reserve(most);
    rows.bad_times.reserve(most);
    std::string_view last_confidence;
    double sure = confidence_of(last_confidence, 0);
    for (SpeechLines lines(text); lines.next();) {
        std::array<std::string_view, 8> cells;
        std::string_view rest = lines.line;
        std::size_t count = 0;
        while (count < cells.size() && !(cells[count] = next_column(rest)).empty()) ++count;
        if (count == 0) {
            rows.blank.push_back(lines.number);
            continue;
        }
        const auto& [file, channel, begin, duration, word, confidence, surplus, more] = cells;
        if (file.front() == ';') continue;
        if (count < 5 || count > 7) throw RowError("columns", lines.number, lines.line);
        if (count == 7) rows.surplus.push_back(lines.number);
        const RowKind kind = kind_of(word);
        const bool is_word = kind == RowKind::word;
        rows.lines.push_back(lines.number);
        recordings.add(file, channel);
        rows.begin_ns.push_back(is_word ? time_of(without_mark(begin), "begin", lines.number) : 0);
        rows.duration_ns.push_back(is_word ? time_of(without_mark(duration), "duration", lines.number) : 0);
        words.add(word);
        if (confidence != last_confidence) {
            sure = confidence_of(confidence, lines.number);
            last_confidence = confidence;
        }
        rows.confidences.push_back(is_word ? sure : std::numeric_limits<double>::quiet_NaN());
        rows.kinds.push_back(static_cast<std::uint8_t>(kind));
        rows.bad_times.push_back(begin.starts_with(bad_time));
    }
    rows.recordings = std::move(recordings).rows();
    rows.words = std::move(words).rows();
    return rows;
}

StmRows read_stm(std::string_view text) {
    StmRows rows;
    RecordingNumbers recordings;
    TextNumbers speakers, labels;
    for (SpeechLines lines(text); lines.next();) {
        if (lines.line.starts_with(";;")) rows.comments.push_back(lines.line);
        std::array<std::string_view, 5> cells;
        std::string_view rest = lines.line;
        for (std::string_view& cell : cells) cell = next_column(rest);
        const auto& [file, channel, speaker, begin, end] = cells;
        if (file.empty() || file.starts_with(";;")) continue;
        if (file.starts_with(stars)) {
            rows.starred.push_back(lines.number);
            continue;
        }
        if (end.empty()) throw RowError("columns", lines.number, lines.line);
        rows.lines.push_back(lines.number);
        recordings.add(file, channel);
        rows.begin_ns.push_back(time_of(begin, "begin", lines.number));
        rows.end_ns.push_back(time_of(end, "end", lines.number));
        speakers.add(speaker);
        rest = without_trailing_blanks(without_leading_blanks(rest));
        std::string_view label;
        if (rest.starts_with('<')) {
            label = next_column(rest);
            if (label.size() < 2 || label.back() != '>') throw RowError("labels", lines.number, label);
            rest = without_leading_blanks(rest);
        }
        labels.add(label);
        rows.texts.push_back(rest);
    }
    rows.recordings = std::move(recordings).rows();
    rows.speakers = std::move(speakers).rows();
    rows.labels = std::move(labels).rows();
    return rows;
}

TrnRows read_trn(std::string_view text) {
    TrnRows rows;
    for (SpeechLines lines(text); lines.next();) {
        const std::string_view line = without_leading_blanks(without_trailing_blanks(lines.line));
        if (line.starts_with(stars)) {
            rows.starred.push_back(lines.number);
            continue;
        }
        if (line.empty() || line.starts_with(";;")) continue;
        const std::size_t opening = line.rfind('(');
        const std::string_view id = opening == line.npos || line.back() != ')' || opening + 1 == line.size()
                                        ? std::string_view()
                                        : line.substr(opening + 1, line.size() - opening - 2);
        if (unicode::without_outer_space(id).empty() || id.find(')') != id.npos) throw RowError("id", lines.number, line);
        rows.lines.push_back(lines.number);
        rows.ids.push_back(id);
        rows.texts.push_back(without_trailing_blanks(line.substr(0, opening)));
    }
    return rows;
}

}  // namespace bakeoff
