#pragma once

#include <cstddef>
#include <string>

namespace bakeoff {

/// Writes tokens to the end of a line. The line is stretched once to the longest that can come out and cut at the end.
class LineWriter {
public:
    /// For a text of `size` bytes: at worst every character of it becomes a token, each with a blank behind it.
    LineWriter(std::string& line, std::size_t size) : line_(line) {
        const std::size_t start = line.size();
        line.resize(start + 2 * size + 1);
        begin_ = out_ = line.data() + start;
    }
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;
    ~LineWriter() {
        if (out_ != begin_ && out_[-1] == ' ') --out_;
        line_.resize(static_cast<std::size_t>(out_ - line_.data()));
    }

    /// Continues the open token. O(1).
    void put(unsigned char byte) { *out_++ = static_cast<char>(byte); }

    /// Continues the open token by a character. O(length).
    void put(const unsigned char* bytes, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) put(bytes[i]);
    }

    /// Ends the open token, if there is one. O(1).
    void boundary() {
        if (out_ != begin_ && out_[-1] != ' ') *out_++ = ' ';
    }

private:
    std::string& line_;
    char* begin_;
    char* out_;
};

}  // namespace bakeoff
