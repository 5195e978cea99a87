#include "bakeoff/word_network.hpp"

#include <limits>
#include <utility>

#include "split_order.hpp"

namespace bakeoff {

namespace {

constexpr std::size_t no_nodes = std::numeric_limits<std::size_t>::max();

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

NetworkView WordNetworks::operator[](std::size_t utterance) const {
    const std::size_t begin = offsets_[utterance];
    const std::size_t size = offsets_[utterance + 1] - begin;
    NetworkView view{{forms_.data() + begin, size}, {places_.data() + begin, size}, {}, {}, 0};
    if (node_offsets_[utterance] != no_nodes) {
        view.from = {from_.data() + node_offsets_[utterance], size};
        view.to = {to_.data() + node_offsets_[utterance], size};
        view.last_node = last_nodes_[utterance];
    }
    return view;
}

/// Puts words, one after the other, into the network of the open utterance.
class NetworkBuilder {
public:
    NetworkBuilder(NetworkWords& words, EmptyAlternative empty) : words_(words), empty_(empty), networks_(words.identity) {}

    void word(std::string_view written, std::int32_t place) { word(words_.forms.number(written), place); }

    void word(std::uint32_t number, std::int32_t place) {
        const std::span<const FormId> forms = checked_forms(number);
        NetworkWord word{at_, 0, from_.size(), forms.size(), words_.forms.replaced(number), false};
        for (const FormId form : forms) arc(form, place);
        if (forms.empty()) return;
        word.to = at_;
        word.optional = words_.forms[forms.front()].optional;
        network_words_.push_back(word);
    }

    /// A word of an utterance without alternatives; all its words must be added in this way.
    void chained_word(std::string_view written, std::int32_t place) {
        for (const FormId form : checked_forms(words_.forms.number(written))) {
            networks_.forms_.push_back(form);
            networks_.places_.push_back(place);
        }
    }

    void begin() {
        open_.push_back({at_, new_node(), networks_.forms_.size(), false});
        has_alternatives_ = true;
    }

    void alternative() {
        if (open_.empty()) fail("a / outside { }");
        close_branch();
        at_ = open_.back().start;
        open_.back().branch = networks_.forms_.size();
    }

    void end() {
        if (open_.empty()) fail("a } without its {");
        close_branch();
        if (!open_.back().has_words) fail("{ } without a word");
        at_ = open_.back().end;
        open_.pop_back();
    }

    bool is_open() const { return !open_.empty(); }

    void close_utterance() {
        if (is_open()) fail("a { without its }");
        const WordRules& rules = words_.forms.rules();
        if (has_alternatives_ && rules.split_as_sclite && rules.split != CharacterSplit::none) order_as_sclite();
        networks_.node_offsets_.push_back(has_alternatives_ ? networks_.from_.size() : no_nodes);
        if (has_alternatives_) {
            for (const auto node : from_) networks_.from_.push_back(named(node));
            for (const auto node : to_) networks_.to_.push_back(named(node));
        }
        networks_.last_nodes_.push_back(named(at_));
        networks_.offsets_.push_back(networks_.forms_.size());
        from_.clear();
        to_.clear();
        network_words_.clear();
        names_.assign(1, 0);
        at_ = 0;
        has_alternatives_ = false;
    }

    [[noreturn]] void fail(const std::string& what) const { throw NetworkError(networks_.size(), what); }

    WordNetworks networks() && { return std::move(networks_); }

private:
    struct Alternation {
        std::uint32_t start, end;
        std::size_t branch;  // number of arcs before the open branch
        bool has_words;
    };

    std::uint32_t new_node() {
        names_.push_back(static_cast<std::uint32_t>(names_.size()));
        return names_.back();
    }

    std::span<const FormId> checked_forms(std::uint32_t number) const {
        const std::span<const FormId> forms = words_.forms.forms(number);
        if (forms.empty() && words_.forms.rules().split_as_sclite) fail("a word of hyphens alone, on which sclite crashes");
        return forms;
    }

    void arc(FormId form, std::int32_t place) {
        networks_.forms_.push_back(form);
        networks_.places_.push_back(place);
        from_.push_back(at_);
        at_ = new_node();
        to_.push_back(at_);
    }

    /// Lets the open branch end where its alternation does.
    void close_branch() {
        Alternation& open = open_.back();
        if (networks_.forms_.size() == open.branch) {
            if (empty_ == EmptyAlternative::refuse) fail("an empty alternative");
            if (empty_ == EmptyAlternative::ignore) return;
            word("@", -1);
        }
        open.has_words = true;
        names_[at_] = open.end;
    }

    void order_as_sclite() {
        for (NetworkWord& word : network_words_) {
            word.from = named(word.from);
            word.to = named(word.to);
        }
        if (is_endless(network_words_)) fail("two alternatives that begin with an optional word, on which sclite never ends");
        const std::vector<std::size_t> order = split_order(network_words_, names_.size());
        const std::size_t first = networks_.forms_.size() - order.size();
        const auto reorder = [&](auto& values, std::size_t begin) {
            const std::vector before(values.begin() + static_cast<std::ptrdiff_t>(begin), values.end());
            for (std::size_t i = 0; i < order.size(); ++i) values[begin + i] = before[order[i]];
        };
        reorder(networks_.forms_, first);
        reorder(networks_.places_, first);
        reorder(from_, 0);
        reorder(to_, 0);
    }

    std::uint32_t named(std::uint32_t node) const {
        while (names_[node] != node) node = names_[node];
        return node;
    }

    NetworkWords& words_;
    EmptyAlternative empty_;
    WordNetworks networks_;
    std::vector<Alternation> open_;
    std::vector<std::uint32_t> from_, to_;
    std::vector<NetworkWord> network_words_;
    std::vector<std::uint32_t> names_{0};  // a node that was made one with another has that one's name
    std::uint32_t at_ = 0;
    bool has_alternatives_ = false;
};

namespace {

/// Reads one text without braces: blanks part its words.
void add_plain_text(std::string_view text, NetworkBuilder& builder) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::int32_t place = 0;; ++place) {
        while (at != end && is_blank(*at)) ++at;
        if (at == end) return;
        const char* const begin = at;
        while (at != end && !is_blank(*at)) ++at;
        builder.chained_word({begin, at}, place);
    }
}

/// Reads one text. Braces open and close where a word might begin; within them / and } end a word.
void add_text(std::string_view text, NetworkBuilder& builder) {
    std::int32_t place = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (is_blank(c)) {
            ++at;
        } else if (c == '{') {
            builder.begin();
            ++at;
        } else if (builder.is_open() && (c == '/' || c == '}')) {
            c == '/' ? builder.alternative() : builder.end();
            ++at;
        } else {
            std::size_t end = at;
            const auto ends = [&](char next) { return is_blank(next) || (builder.is_open() && (next == '/' || next == '}')); };
            while (end < text.size() && !ends(text[end])) ++end;
            const std::string_view word = text.substr(at, end - at);
            if (word.find('{') != word.npos) builder.fail("a { inside the word " + std::string(word));
            builder.word(word, place++);
            at = end;
        }
    }
}

}  // namespace

WordNetworks networks_of_texts(std::span<const std::string_view> texts, EmptyAlternative empty, NetworkWords& words) {
    NetworkBuilder builder(words, empty);
    for (const std::string_view text : texts) {
        text.find('{') == text.npos ? add_plain_text(text, builder) : add_text(text, builder);
        builder.close_utterance();
    }
    return std::move(builder).networks();
}

WordNetworks networks_of_rows(std::span<const std::string_view> texts, std::span<const std::int32_t> numbers,
                              std::span<const std::uint8_t> kinds, std::span<const std::int64_t> offsets, NetworkWords& words) {
    if (numbers.size() != kinds.size()) throw std::invalid_argument("expected a kind for each row");
    constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> known(texts.size(), unknown);
    const auto word_of = [&](std::int64_t row) {
        const auto text = static_cast<std::size_t>(numbers[static_cast<std::size_t>(row)]);
        if (text >= texts.size()) throw std::invalid_argument("expected numbers of texts");
        if (known[text] == unknown) known[text] = words.forms.number(texts[text]);
        return known[text];
    };
    NetworkBuilder builder(words, EmptyAlternative::null);
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        if (offsets[i] < 0 || offsets[i + 1] < offsets[i] || offsets[i + 1] > static_cast<std::int64_t>(numbers.size())) {
            throw std::invalid_argument("expected offsets that do not fall and lie among the rows");
        }
        for (std::int64_t row = offsets[i]; row < offsets[i + 1]; ++row) {
            switch (static_cast<RowKind>(kinds[static_cast<std::size_t>(row)])) {
                case RowKind::word:
                    builder.word(word_of(row), static_cast<std::int32_t>(row - offsets[i]));
                    break;
                case RowKind::begin: builder.begin(); break;
                case RowKind::alternative: builder.alternative(); break;
                case RowKind::end: builder.end(); break;
                default: throw std::invalid_argument("expected kinds from 0 to 3");
            }
        }
        builder.close_utterance();
    }
    return std::move(builder).networks();
}

}  // namespace bakeoff
