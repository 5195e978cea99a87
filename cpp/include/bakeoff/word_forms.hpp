#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bakeoff/vocabulary.hpp"

namespace bakeoff {

using FormId = std::uint32_t;

/// Which words are taken apart into their characters; with `non_ascii`, ASCII characters that touch stay together.
enum class CharacterSplit { none, all, non_ascii };

/// What makes two words of a transcript the same.
struct WordRules {
    bool keep_case = false;       ///< otherwise ASCII letters, and only they, are lower-cased
    bool optional_words = false;  ///< whether (word) may be left out
    bool fragments = false;       ///< whether word- stands for everything that begins so, -word for what ends so
    CharacterSplit split = CharacterSplit::none;
    bool drop_hyphens = false;  ///< when words are taken apart, from all of them that are longer than one character
    /// When words are taken apart: whether an @ among the characters is the word that is none, and whether of alternatives that
    /// are as good the one is taken that sclite takes, which is otherwise the first.
    bool split_as_sclite = false;
};

/// A word as a transcript has it, by the rules.
struct WordForm {
    std::string text;      ///< as reports show it
    std::string tags;      ///< what stood behind a semicolon: takes no part in comparisons
    std::string compared;  ///< the text without the parentheses of an optional word
    TokenId token = 0;     ///< equal where `compared` is
    bool null = false;     ///< @, the word that is none
    bool optional = false;
    bool fragment = false;
};

/// A word as written: one form, or one for each character. `replaced` is whether that changed the word.
struct WordPieces {
    std::span<const FormId> forms;
    bool replaced;
};

/// Gives the words of transcripts numbers by rules. Grows only; ids count up from 0 in order of first sight.
class WordForms {
public:
    explicit WordForms(const WordRules& rules) : rules_(rules) {}

    /// The forms of a word as written. Valid until the next call. Amortised O(length).
    WordPieces pieces(std::string_view written);

    /// The rules. O(1).
    const WordRules& rules() const { return rules_; }

    /// The form of this id. O(1).
    const WordForm& operator[](FormId id) const { return forms_[id]; }

    /// How many forms there are. O(1).
    std::size_t size() const { return forms_.size(); }

    /// Whether two words count as the same; the reference's hyphen is looked at before the hypothesis'. O(length).
    bool equal(FormId reference, FormId hypothesis) const;

private:
    FormId number(WordForm form);
    void split(const WordForm& form);

    WordRules rules_;
    Vocabulary written_, texts_, compared_;
    std::vector<std::size_t> offsets_{0};  // of what belongs to each written word in `pieces_`
    std::vector<bool> replaced_;
    std::vector<FormId> pieces_;
    std::deque<WordForm> forms_;
};

}  // namespace bakeoff
