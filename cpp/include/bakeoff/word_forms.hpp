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
    bool fragments = false;       ///< whether word- matches everything with that start, -word everything with that end
    CharacterSplit split = CharacterSplit::none;
    bool drop_hyphens = false;  ///< when words are taken apart, from all of them that are longer than one character
    /// When words are taken apart: whether an @ among the characters is the word that is none, and whether of alternatives that
    /// are as good the one is taken that sclite takes, which is otherwise the first.
    bool split_as_sclite = false;
};

/// A word as a transcript has it, by the rules.
struct WordForm {
    std::string text;      ///< as reports show it
    std::string tags;      ///< what followed a semicolon: ignored in comparisons
    std::string compared;  ///< the text without the parentheses of an optional word
    TokenId token = 0;     ///< equal where `compared` is
    bool null = false;     ///< @, the word that is none
    bool optional = false;
    bool fragment = false;
};

/// What alignment asks of a form again and again, kept close together.
struct FormMarks {
    TokenId token = 0;
    bool null = false;
    bool optional = false;
    bool fragment = false;
};

/// Gives the words of transcripts numbers by rules. Grows only; ids count up from 0 in order of first sight.
class WordForms {
public:
    explicit WordForms(const WordRules& rules) : rules_(rules) {}

    /// The number of a word as written, the same each time. Amortised O(length).
    std::uint32_t number(std::string_view written);

    /// The forms of the word of this number: one, or one for each character. Valid until the next is added. O(1).
    std::span<const FormId> forms(std::uint32_t word) const {
        return {pieces_.data() + offsets_[word], offsets_[word + 1] - offsets_[word]};
    }

    /// Whether taking the word of this number apart changed it. O(1).
    bool replaced(std::uint32_t word) const { return replaced_[word]; }

    /// The rules. O(1).
    const WordRules& rules() const { return rules_; }

    /// The form of this id. O(1).
    const WordForm& operator[](FormId id) const { return forms_[id]; }

    /// What is short to say of the form of this id. O(1).
    FormMarks marks(FormId id) const { return marks_[id]; }

    /// How many forms there are. O(1).
    std::size_t size() const { return forms_.size(); }

    /// Whether two words count as the same; the reference's hyphen is looked at before the hypothesis'. O(length).
    bool equal(FormId reference, FormId hypothesis) const {
        const FormMarks ours = marks_[reference], theirs = marks_[hypothesis];
        return ours.token == theirs.token || ((ours.fragment || theirs.fragment) && equal_fragments(reference, hypothesis));
    }

private:
    bool equal_fragments(FormId reference, FormId hypothesis) const;
    FormId form_id(WordForm form);
    void split(const WordForm& form);

    WordRules rules_;
    Vocabulary written_, texts_, compared_;
    std::vector<std::size_t> offsets_{0};  // of what belongs to each written word in `pieces_`
    std::vector<bool> replaced_;
    std::vector<FormId> pieces_;
    std::deque<WordForm> forms_;
    std::vector<FormMarks> marks_;
};

}  // namespace bakeoff
