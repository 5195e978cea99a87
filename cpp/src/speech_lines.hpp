#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bakeoff/speech_rows.hpp"
#include "bakeoff/word_table.hpp"

namespace bakeoff {

/// What parts the columns of speech files; other white space is part of words. O(1).
inline bool is_column_blank(char c) { return c == ' ' || c == '\t'; }

/// The text without blanks and tabs at its end. O(length removed).
inline std::string_view without_trailing_blanks(std::string_view text) {
    while (!text.empty() && is_column_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The text without blanks and tabs at its start. O(length removed).
inline std::string_view without_leading_blanks(std::string_view text) {
    while (!text.empty() && is_column_blank(text.front())) text.remove_prefix(1);
    return text;
}

/// Takes the first column off a line; empty where there is none. O(length of the column).
inline std::string_view next_column(std::string_view& line) {
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at != end && is_column_blank(*at)) ++at;
    const char* const begin = at;
    while (at != end && (static_cast<unsigned char>(*at) > ' ' || !is_column_blank(*at))) ++at;
    line = {at, end};
    return {begin, at};
}

/// How many lines a text has at most. O(length).
inline std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

/// The lines of a text, one after the other.
class SpeechLines {
public:
    explicit SpeechLines(std::string_view text) : rest_(text), carriage_returns_(all_end_in_carriage_returns(text)) {}

    /// Whether there is another line; then `line` and `number` are its own. O(its length).
    bool next() {
        if (rest_.empty()) return false;
        const void* const found = std::memchr(rest_.data(), '\n', rest_.size());
        const auto size = found ? static_cast<std::size_t>(static_cast<const char*>(found) - rest_.data()) : rest_.size();
        line = rest_.substr(0, found && carriage_returns_ ? size - 1 : size);
        rest_.remove_prefix(found ? size + 1 : size);
        ++number;
        return true;
    }

    std::string_view line;
    std::int32_t number = 0;

private:
    static bool all_end_in_carriage_returns(std::string_view text) {
        for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; ++at) {
            if (at == 0 || text[at - 1] != '\r') return false;
        }
        return true;
    }

    std::string_view rest_;
    bool carriage_returns_;
};

/// Numbers texts that stay where they are.
class TextNumbers {
public:
    void reserve(std::size_t rows) { rows_.numbers.reserve(rows); }
    void add(std::string_view text) { rows_.numbers.push_back(number(text)); }

    std::int32_t number(std::string_view text) {
        return static_cast<std::int32_t>(table_.number(hashed(text), [](std::string_view same) { return same; }));
    }

    RepeatedTexts rows() && {
        rows_.distinct.reserve(table_.size());
        for (std::uint32_t i = 0; i < table_.size(); ++i) rows_.distinct.push_back(table_.word(i));
        return std::move(rows_);
    }

private:
    WordTable table_;
    RepeatedTexts rows_;
};

/// Numbers recordings, whose rows mostly stand together.
class RecordingNumbers {
public:
    void reserve(std::size_t rows) { rows_.numbers.reserve(rows); }
    void add(std::string_view file, std::string_view channel) {
        if (rows_.numbers.empty() || file != file_ || channel != channel_) {
            file_ = file;
            channel_ = channel;
            // No column holds a blank, so that one parts the two for certain.
            keys_.push_back(std::string(file) + ' ' + std::string(channel));
            last_ = static_cast<std::int32_t>(table_.number(hashed(keys_.back()), [](std::string_view same) { return same; }));
            if (table_.size() == rows_.files.size()) {
                keys_.pop_back();
            } else {
                rows_.files.push_back(file);
                rows_.channels.push_back(channel);
            }
        }
        rows_.numbers.push_back(last_);
    }

    RecordingRows rows() && { return std::move(rows_); }

private:
    WordTable table_;
    std::deque<std::string> keys_;
    std::string_view file_, channel_;
    std::int32_t last_ = 0;
    RecordingRows rows_;
};

}  // namespace bakeoff
