#include "bakeoff/word_forms.hpp"

#include <algorithm>
#include <utility>

namespace bakeoff {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The bytes of the character that starts here. A byte that starts none counts as one.
std::size_t character_size(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// The word before its first semicolon that has no backslash before it, and what follows it. Backslashes go, but those
/// before the semicolons of a tag.
WordForm without_marks(std::string_view written, bool keep_case) {
    WordForm form;
    if (written.size() > 1 && written.back() == '*') written.remove_suffix(1);
    bool tagged = false;
    for (std::size_t at = 0; at < written.size(); ++at) {
        const char c = written[at];
        if (c == '\\') {
            if (at + 1 == written.size() || written[at + 1] != ';') continue;
            if (tagged) form.tags += c;
            (tagged ? form.tags : form.text) += written[++at];
        } else if (c == ';' && !tagged) {
            tagged = true;
        } else {
            (tagged ? form.tags : form.text) += keep_case ? c : lower(c);
        }
    }
    if (tagged) form.tags += ';';
    return form;
}

bool matches_fragment(std::string_view fragment, std::string_view other) {
    return fragment.front() == '-' ? other.ends_with(fragment.substr(1))
                                   : other.starts_with(fragment.substr(0, fragment.size() - 1));
}

bool has_hyphen_at_an_end(std::string_view word) {
    return word.size() > 1 && (word.front() == '-' || word.back() == '-');
}

}  // namespace

FormId WordForms::form_id(WordForm form) {
    std::string key = form.text;
    if (!form.tags.empty()) key += ';' + form.tags;
    // A part of a word may look like a fragment and be none.
    key += form.fragment ? '\1' : '\0';
    const FormId id = texts_.intern(key);
    if (id == forms_.size()) {
        form.token = compared_.intern(form.compared);
        marks_.push_back({form.token, form.null, form.optional, form.fragment});
        forms_.push_back(std::move(form));
    }
    return id;
}

std::uint32_t WordForms::number(std::string_view written) {
    const TokenId word = written_.intern(written);
    if (std::size_t{word} + 1 == offsets_.size()) {
        WordForm form = without_marks(written, rules_.keep_case);
        const std::string_view text = form.text;
        form.null = text == "@" && form.tags.empty();
        form.optional = rules_.optional_words && text.size() > 1 && text.front() == '(' && text.back() == ')';
        form.compared = form.optional ? text.substr(1, text.size() - 2) : text;
        // sclite finds no hyphen behind an opening parenthesis, only one before a closing one.
        form.fragment = rules_.fragments && (text.starts_with('-') || text.ends_with('-') || text.ends_with("-)"));
        split(form);
        replaced_.push_back(pieces_.size() != offsets_.back() + 1 || forms_[pieces_.back()].text != form.text);
        offsets_.push_back(pieces_.size());
    }
    return word;
}

void WordForms::split(const WordForm& form) {
    if (rules_.split == CharacterSplit::none || form.text.size() <= 1) {
        pieces_.push_back(form_id(form));
        return;
    }
    std::string text = form.compared;
    if (rules_.drop_hyphens) std::erase(text, '-');
    for (std::size_t at = 0, size; at < text.size(); at += size) {
        size = std::min(character_size(text[at]), text.size() - at);
        if (rules_.split == CharacterSplit::non_ascii) {
            while (is_ascii(text[at]) && at + size < text.size() && is_ascii(text[at + size])) ++size;
        }
        WordForm piece = form;
        piece.compared = text.substr(at, size);
        if (piece.compared != form.compared) {
            // A part of a word is neither a fragment of another nor does it keep the tags.
            piece.fragment = false;
            piece.tags.clear();
            piece.null = rules_.split_as_sclite && !form.optional && piece.compared == "@";
        }
        piece.text = form.optional ? '(' + piece.compared + ')' : piece.compared;
        pieces_.push_back(form_id(std::move(piece)));
    }
}

bool WordForms::equal_fragments(FormId reference, FormId hypothesis) const {
    const WordForm& ours = forms_[reference];
    const WordForm& theirs = forms_[hypothesis];
    if (has_hyphen_at_an_end(ours.compared)) return matches_fragment(ours.compared, theirs.compared);
    return has_hyphen_at_an_end(theirs.compared) && matches_fragment(theirs.compared, ours.compared);
}

}  // namespace bakeoff
