// Compares readings with the quads that a generated document has by construction, and the scanner with the check of the
// grammar: on these documents, right and wrong, on the W3C documents, mutated, and on real ones.

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "base/triple_term.hpp"
#include "loader/rdf/testing/document_reading.hpp"
#include "loader/rdf/testing/documents.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/tar.hpp"

namespace quadrille {

namespace {

using namespace std::string_view_literals;
using testing::Strings;

// A piece of a document, and the term or the text that it means.
struct Piece {
  std::string written;
  Term term;
};

Piece iri(std::string written, const std::string& iri) {
  return {std::move(written), Term(TermView::iri(iri))};
}

// Generates documents from the grammar, some with unusual or wrong parts.
class Documents {
 public:
  explicit Documents(std::uint32_t seed) : random_(seed) {}

  std::string next(bool with_graphs) {
    expected_ = {};
    is_right_ = true;
    labels_ = unnamed_graphs_ = 0;
    base_ = testing::kDocumentBase;
    p_ = "http://p/";
    q_ = "";
    colon_ = folder() + "d#";
    std::string text = "@prefix p: <http://p/> .\n@prefix : <d#> .\nPREFIX a.b: <http://a.b/>\n";
    for (std::size_t i = 1 + below(8); i > 0; --i) {
      text += with_graphs && below(3) == 0 ? graph() : statement();
      text += pick({"\n", "\n", " ", "\r\n", " # c\n", "\n\n"});
    }
    return text;
  }

  // Of the last document: its quads, if it is_right(); otherwise it may be malformed.
  const Strings& expected() const { return expected_.quads; }
  bool is_right() const { return is_right_; }

  std::string mutated(std::string text) {
    static constexpr std::string_view kBytes = "|~<>\"'\\.:;,@^_ \t\n\r#()[]{}a01xeE+-%&/=\xC3\xA4\xFF\0"sv;
    for (std::size_t i = 1 + below(3); i > 0 && !text.empty(); --i) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text.erase(at, 1 + below(4));
          break;
        case 1:
          text.insert(at, 1, kBytes[below(kBytes.size())]);
          break;
        case 2:
          text[at] = kBytes[below(kBytes.size())];
          break;
        case 3:
          text.resize(at);
          break;
        default:
          text.insert(at, text.substr(below(text.size()), below(30)));
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  std::string pick(std::initializer_list<const char*> from) { return *(from.begin() + below(from.size())); }
  template <class T>
  T pick_of(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  std::string space() { return pick({" ", " ", " ", "", "\t", "\n  ", " # x .\n"}); }
  bool is_odd() { return below(25) == 0; }

  template <class T>
  T wrong(T piece) {
    is_right_ = false;
    return piece;
  }

  // Puts pieces side by side. Without space between them, some pairs become another token; few of these stay.
  std::string join(std::string left, const std::string& space, const std::string& right) {
    if (space.empty() && !left.empty() && !right.empty()) {
      const char last = left.back(), first = right.front();
      const bool is_escaped = left.size() > 1 && left[left.size() - 2] == '\\';
      const bool is_quote = last == '"' || last == '\'';
      const bool ends = is_quote ? first != last : !is_escaped && std::strchr(">])}([{;,~|", last) != nullptr;
      const bool begins = !is_quote && (right == "." || std::strchr("<>\"'[](){};,~|", first) != nullptr);
      if (!ends && !begins) {
        if (below(30) != 0) return left + " " + right;
        is_right_ = false;
      }
    }
    return left + space + right;
  }

  std::string folder() const { return base_.substr(0, base_.rfind('/') + 1); }
  std::string upper_folder() const { return base_.substr(0, base_.find('/', std::strlen("http://")) + 1); }

  Piece name() {
    if (is_odd()) return odd_name();
    const std::vector<Piece> names = {iri("p:a", p_ + "a"),
                                      iri("p:b", p_ + "b"),
                                      iri(":c", colon_ + "c"),
                                      iri("p:", p_),
                                      iri(":", colon_),
                                      iri("p:a.b", p_ + "a.b"),
                                      iri("p:1", p_ + "1"),
                                      iri("p:%20", p_ + "%20"),
                                      iri("p:a:b", p_ + "a:b"),
                                      iri("p:x-y", p_ + "x-y"),
                                      iri("a.b:c", "http://a.b/c"),
                                      iri("p:_", p_ + "_"),
                                      iri("p:\\~x", p_ + "~x"),
                                      iri("<http://x/y>", "http://x/y"),
                                      iri("<z>", folder() + "z"),
                                      iri("<#f>", base_ + "#f"),
                                      iri("<>", base_),
                                      iri("<../q?r>", upper_folder() + "q?r"),
                                      iri("p:\xC3\xA4", p_ + "\xC3\xA4"),
                                      iri("p:a\\,b", p_ + "a,b"),
                                      iri("<http://\xC3\xA4/>", "http://\xC3\xA4/")};
    return pick_of(names);
  }
  Piece odd_name() {
    if (below(2) == 0) {
      return wrong(Piece{pick({"q:none", "p:-x", "p:.x", "<a b>", "true:x", "p:a%2", "p:\xC2\xB7", "p:\xC3\x97",
                               "p:\\u0041", "p:\xF0\x9F\x98\x80."}),
                         {}});
    }
    if (below(3) == 0 && !q_.empty()) return iri("q:x", q_ + "x");
    return pick_of<Piece>({iri("<\\u0041:b>", "A:b"), iri("<\\U0001F600>", folder() + "\xF0\x9F\x98\x80"),
                           iri("p:a..b", p_ + "a..b"), iri("p:a\\,", p_ + "a,"), iri("p:a\xC2\xB7", p_ + "a\xC2\xB7"),
                           iri("p:\\-.\\.", p_ + "-.."), iri("p:\xF0\x9F\x98\x80", p_ + "\xF0\x9F\x98\x80"),
                           iri("p:a.\\.", p_ + "a.."), iri("p:\xE2\x82\xAC", p_ + "\xE2\x82\xAC")});
  }
  Piece label() {
    if (is_odd()) return wrong(Piece{pick({"_:-", "_:", "_:\xC2\xB7"}), {}});
    const std::string label = pick({"a", "b.c", "genid1", "1", "_", "b1", "a-", "\xC3\xA4"});
    return {"_:" + label, Term(TermView::blank(label == "genid1" ? "genid_1" : label))};
  }
  Piece verb() {
    if (below(3) == 0) return {"a", Term(TermView::iri(iri::kRdfType))};
    return below(60) == 0 ? wrong(label()) : name();
  }

  // A text, as it is written and as it is meant.
  using Text = std::pair<std::string, std::string>;
  Text text(char quote) {
    if (is_odd()) return wrong(Text(pick({"\\q", "\\uD800", "\xFF", "\n"}), ""));
    if (is_odd() && quote == '"') return {"'", "'"};
    return pick_of<Text>({{"", ""},
                          {"x", "x"},
                          {"x y", "x y"},
                          {"a\\n\\\"b", "a\n\"b"},
                          {"\\u20AC", "\xE2\x82\xAC"},
                          {"\\U0001F600", "\xF0\x9F\x98\x80"},
                          {"caf\xC3\xA9", "caf\xC3\xA9"},
                          {"tab\tin", "tab\tin"},
                          {"#", "#"},
                          {"a.b . c", "a.b . c"},
                          {"\xEF\xBF\xBD", "\xEF\xBF\xBD"}});
  }
  Text long_text(char quote) {
    if (is_odd()) return wrong(Text(pick({"\\", "\xFF", "\\U1"}), ""));
    Text out = pick_of<Text>({{"", ""},
                              {"x", "x"},
                              {"a\nb", "a\nb"},
                              {"\\\"\\\"\\\"\\\"", "\"\"\"\""},
                              {"\r\n", "\r\n"},
                              {". \n", ". \n"},
                              {"\\u20AC", "\xE2\x82\xAC"}});
    const auto append = [&](const std::string& written, const std::string& meant) {
      out.first += written;
      out.second += meant;
    };
    const std::string one(1, quote), other(2, quote == '"' ? '\'' : '"');
    if (below(3) == 0) append(other, other);
    if (below(3) == 0) append(one + "x", one + "x");
    if (below(3) == 0) append(one + "\\n", one + "\n");
    if (below(3) == 0) append(one + one + "\\t", one + one + "\t");
    return out;
  }
  Piece literal() {
    const std::size_t kind = below(7);
    if (kind == 6) return below(6) == 0 ? odd_literal() : plain_literal();
    const char quote = below(2) == 0 ? '"' : '\'';
    const std::string quotes(kind < 2 ? 3 : 1, quote);
    const auto [written, meant] = kind < 2 ? long_text(quote) : text(quote);
    Piece piece{quotes + written + quotes, Term(TermView::string(meant))};
    if (kind == 4) return tagged(piece);
    if (kind != 5) return piece;
    const std::string marker = pick({"^^", "^^", " ^^ ", " # c\n^^# d\n"});
    const Piece type = name();
    return {piece.written + marker + type.written, Term(TermView::literal(meant, type.term.text))};
  }
  Piece tagged(const Piece& string) {
    if (is_odd())
      return wrong(Piece{string.written + pick({"@de-", "@1", "@a--b", "@en--LTR", "@--ltr", "@cantbethislong"}), {}});
    const auto [written, tag] = pick_of<Text>({{"@en", "en"},
                                               {"@EN-gb", "en-gb"},
                                               {"@x-1", "x-1"},
                                               {"@ar--rtl", "ar--rtl"},
                                               {" @EN-gb--ltr", "en-gb--ltr"},
                                               {" @fr", "fr"},
                                               {" # c\n@de", "de"},
                                               {"@" + kLongTag, kLongTag}});
    return {string.written + written, Term(TermView::tagged_string(string.term.text, tag))};
  }
  Piece plain_literal() {
    const auto [written, datatype] = pick_of<std::pair<const char*, std::string_view>>({{"1", iri::kXsdInteger},
                                                                                        {"-1", iri::kXsdInteger},
                                                                                        {"+1", iri::kXsdInteger},
                                                                                        {"1.5", iri::kXsdDecimal},
                                                                                        {"-.5", iri::kXsdDecimal},
                                                                                        {"+0.5", iri::kXsdDecimal},
                                                                                        {"1e5", iri::kXsdDouble},
                                                                                        {"1.5E-3", iri::kXsdDouble},
                                                                                        {".5e+1", iri::kXsdDouble},
                                                                                        {"1.e5", iri::kXsdDouble},
                                                                                        {"1.E+5", iri::kXsdDouble},
                                                                                        {"true", iri::kXsdBoolean},
                                                                                        {"false", iri::kXsdBoolean}});
    return {written, Term(TermView::literal(written, datatype))};
  }
  Piece odd_literal() {
    return wrong(Piece{pick({"1.", "+", "1e", "True", "truex", "true.", "1a", "\"1\"^^_:a",
                             "\"1\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>",
                             "\"1\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langStrin\\u0067>"}),
                       {}});
  }

  Term new_node() { return Term(TermView::blank(fmt::format("genid{}", ++labels_))); }
  void add(const Term& subject, const Term& predicate, const Term& object) {
    testing::DocumentSink sink(expected_);
    sink.quad({subject.view(), predicate.view(), object.view(), graph_ ? std::optional(graph_->view()) : std::nullopt});
  }

  // The functions below write a part of a statement and add its quads, in the order of the scanner.
  std::string object(const Term& subject, const Term& predicate, int depth, Term& made) {
    const std::size_t kind = below(12);
    if (kind < 2 && depth < 4) {
      return kind == 0 ? node(subject, predicate, depth, made) : list(subject, predicate, depth, made);
    }
    Piece piece;
    if (kind > 9) {
      piece = kind == 10 ? triple_term(1) : reified(1);
    } else {
      piece = kind < 4 ? name() : kind == 4 ? label() : literal();
    }
    made = piece.term;
    add(subject, predicate, piece.term);
    return piece.written;
  }

  Piece anonymous() {
    const Term node = new_node();
    return {pick({"[]", "[ ]"}), node};
  }
  Piece component_subject() {
    if (below(200) == 0) return wrong(Piece{pick({"\"x\"", "1", "()", "[ a p:b ]", "<<( p:a p:b p:c )>>"}), {}});
    const std::size_t kind = below(6);
    return kind == 0 ? anonymous() : kind == 1 ? label() : name();
  }
  Piece component_object() {
    if (below(200) == 0) return wrong(Piece{pick({"(1)", "[ a p:b ]", "a", "p:a p:b"}), {}});
    const std::size_t kind = below(6);
    return kind == 0 ? anonymous() : kind == 1 ? label() : kind < 4 ? literal() : name();
  }
  Term triple_of(const Piece& subject, const Piece& verb, const Piece& object) {
    std::string text;
    append_triple_term(text, subject.term.view(), verb.term.view(), object.term.view());
    return Term(TermView::triple(text));
  }
  Piece triple_term(int depth) {
    const Piece subject = component_subject(), verb = this->verb();
    const Piece object = depth < 4 && below(4) == 0 ? triple_term(depth + 1) : component_object();
    std::string out = join("<<(", space(), subject.written);
    out = join(out, space(), verb.written);
    out = join(out, space(), object.written);
    out = join(out, space(), ")>>");
    return {out, is_right_ ? triple_of(subject, verb, object) : Term()};
  }
  Piece reified(int depth) {
    const Piece subject = depth < 4 && below(4) == 0 ? reified(depth + 1) : component_subject();
    const Piece verb = this->verb();
    const std::size_t kind = depth < 4 ? below(6) : 2;
    const Piece object = kind == 0 ? reified(depth + 1) : kind == 1 ? triple_term(depth + 1) : component_object();
    std::string out = join("<<", space(), subject.written);
    out = join(out, space(), verb.written);
    out = join(out, space(), object.written);
    Term reifier;
    if (below(3) == 0) {
      out = join(out, space(), reifier_name(reifier));
    } else {
      reifier = new_node();
    }
    if (is_right_) add(reifier, reifies(), triple_of(subject, verb, object));
    return {join(out, space(), below(150) == 0 ? wrong(std::string(")>>")) : ">>"), reifier};
  }
  std::string reifier_name(Term& reifier) {
    const std::size_t kind = below(5);
    const Piece name = kind == 0 ? Piece{"", new_node()} : kind == 1 ? anonymous() : kind == 2 ? label() : this->name();
    reifier = name.term;
    return name.written.empty() ? "~" : join("~", space(), name.written);
  }
  static Term reifies() { return Term(TermView::iri(iri::kRdfReifies)); }

  // Appends reifiers and blocks to a triple.
  std::string annotated(std::string out, const Term& subject, const Term& predicate, const Term& object, int depth) {
    std::optional<Term> named;
    while (below(5) == 0 && is_right_) {
      const Term triple = triple_of({"", subject}, {"", predicate}, {"", object});
      if (depth > 3 || below(2) == 0) {
        Term reifier;
        out = join(out, space(), reifier_name(reifier));
        if (is_right_) add(reifier, reifies(), triple);
        named = reifier;
      } else {
        const Term reifier = named ? *named : new_node();
        if (!named) add(reifier, reifies(), triple);
        named.reset();
        const std::string block = below(150) == 0 ? wrong(std::string()) : predicates(reifier, depth + 1);
        out = join(out, space(), "{|");
        out = join(out, space(), block);
        out = join(out, space(), below(150) == 0 ? wrong(std::string("}")) : "|}");
      }
    }
    return out;
  }
  std::string node(const Term& subject, const Term& predicate, int depth, Term& made) {
    const Term node = made = new_node();
    add(subject, predicate, node);
    std::string out = "[" + space();
    if (below(3) != 0) out += predicates(node, depth + 1);
    const std::string behind = space();
    return join(out, behind, "]");
  }
  std::string list(const Term& subject, const Term& predicate, int depth, Term& made) {
    const std::size_t count = below(4);
    const Term head = made = count == 0 ? Term(TermView::iri(iri::kRdfNil)) : new_node();
    add(subject, predicate, head);
    return elements(head, count, depth);
  }
  std::string elements(const Term& head, std::size_t count, int depth) {
    std::string out = "(" + space();
    Term cell = head;
    for (std::size_t i = count; i > 0; --i) {
      Term made;
      const std::string element = object(cell, Term(TermView::iri(iri::kRdfFirst)), depth + 1, made);
      const std::string before = i == count ? " " : pick({" ", " ", "\n", ""});
      out = join(out, before, element);
      const Term rest = i == 1 ? Term(TermView::iri(iri::kRdfNil)) : new_node();
      add(cell, Term(TermView::iri(iri::kRdfRest)), rest);
      cell = rest;
    }
    return join(out, "", ")");
  }
  std::string predicates(const Term& subject, int depth) {
    std::string out;
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      const Piece verb = this->verb();
      const std::string between = pick({" ", " ", "\n", "\t", ""});
      Term made;
      std::string part = object(subject, verb.term, depth, made);
      part = join(verb.written, between, part);
      part = annotated(part, subject, verb.term, made, depth);
      while (below(3) == 0) {
        part = join(part, space(), ",") + space();
        const std::string other = object(subject, verb.term, depth, made);
        part += annotated(other, subject, verb.term, made, depth);
      }
      if (i > 1 || below(5) == 0) part = join(part, space(), pick({";", ";", ";", ";;", "; ;"})) + space();
      out += part;
    }
    return out;
  }
  std::string triples() {
    const std::size_t kind = below(12);
    std::string head;
    Term subject;
    if (kind == 0) {
      subject = new_node();
      const bool is_empty = below(3) == 0;
      head = "[" + space();
      if (!is_empty) head += predicates(subject, 1);
      head = join(head, "", "]");
      if (below(3) == 0) return is_empty ? wrong(head) : head;
    } else if (kind == 1) {
      const std::size_t count = below(4);
      subject = count == 0 ? Term(TermView::iri(iri::kRdfNil)) : new_node();
      head = elements(subject, count, 1);
    } else if (kind == 4) {
      const Piece piece = reified(1);
      head = piece.written;
      subject = piece.term;
      if (below(3) == 0) return head;
    } else {
      const Piece piece = kind == 2 ? label() : below(30) == 0 ? wrong(literal()) : name();
      head = piece.written;
      subject = piece.term;
    }
    const std::string between = kind == 3 ? "" : " ";
    const std::string rest = predicates(subject, 0);
    return join(head, between, rest);
  }
  std::string statement() {
    const std::string number = std::to_string(below(9));
    switch (below(25)) {
      case 0:
        p_ = "http://other/" + number + "/";
        return "@prefix p: <" + p_ + "> .";
      case 1:
        base_ = "http://base/" + number + "/x";
        return "@base <" + base_ + "> .";
      case 2:
        q_ = folder() + "q\xC3\xA9#";
        return "prefix q: <q\\u00E9#>";
      case 3:
        return wrong(pick({".", "nonsense .", "@prefx p: <a:b> .", "<a> .", "[] .", "{", "}", "p:a p:b",
                           "@prefix p: <http://p/>", "@base <b> p:a", "VERSION 1.2", "@version \"\"\"1.2\"\"\" ."}));
      case 4:
        return pick({"VERSION \"1.2\"", "@version '1.2-basic' .", "version\t'2\\u002E0'"});
      default: {
        const std::string triples = this->triples();
        return join(triples, space(), ".");
      }
    }
  }
  std::string graph() {
    std::string out = pick({"", "GRAPH ", "graph ", "Graph\n", "GRAPH"});
    Piece its;
    const std::size_t kind = below(15);
    if (kind == 0) {
      its = {pick({"[]", "[ ]"}), Term(TermView::blank(fmt::format("genidg{}", ++unnamed_graphs_)))};
    } else if (kind == 1) {
      its = wrong(Piece{pick({"\"x\"", "()"}), {}});
    } else if (kind == 2) {
      if (!out.empty()) is_right_ = false;
    } else {
      its = below(4) == 0 ? label() : name();
    }
    if (kind != 2) graph_ = its.term;
    out = join(out, out.ends_with('H') ? "" : " ", its.written);
    out = join(out, space(), "{") + space();
    for (std::size_t i = below(4); i > 0; --i) {
      const std::string triples = this->triples();
      out = join(out, "", triples) + space();
      const std::string end = i > 1 || below(2) == 0 ? "." : "";
      out = join(out, "", end) + space();
    }
    graph_.reset();
    return below(30) == 0 ? wrong(out) : out + "}";
  }

  static inline const std::string kLongTag =
      "a-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh-bcdefgh";

  std::mt19937 random_;
  testing::DocumentReading expected_;
  bool is_right_ = true;
  std::string base_, p_, q_, colon_;  // the meaning of the base and the prefixes
  std::optional<Term> graph_;         // around the statement
  std::size_t labels_ = 0, unnamed_graphs_ = 0;
};

std::size_t some_window(std::mt19937& random) {
  return random() % 3 == 0 ? kStatementWindowBytes : 1 + random() % 100;
}

struct Seed {
  Seed() : value(std::random_device()()) { std::printf("seed %u\n", value); }
  std::uint32_t value;
};

}  // namespace

TEST(TurtleDifferential, GeneratedDocumentsHaveTheirQuadsAndFaults) {
  const Seed seed;
  std::mt19937 random(seed.value);
  Documents documents(seed.value);
  std::size_t right = 0;
  for (const Syntax syntax : {Syntax::turtle, Syntax::trig}) {
    for (int i = 0; i < 6'000; ++i) {
      const std::string text = documents.next(syntax == Syntax::trig);
      const std::size_t window_bytes = some_window(random);
      ASSERT_EQ(testing::fault_of_reading(text, syntax, window_bytes), "") << "seed " << seed.value << ":\n" << text;
      if (documents.is_right()) {
        const testing::DocumentReading reading = testing::read_document(text, syntax, window_bytes);
        ASSERT_EQ(reading.errors, Strings{}) << "seed " << seed.value << ":\n" << text;
        ASSERT_EQ(testing::first_difference(documents.expected(), reading.quads), "") << "seed " << seed.value << ":\n"
                                                                                      << text;
        ++right;
      }
      const std::string broken = documents.mutated(text);
      ASSERT_EQ(testing::fault_of_reading(broken, syntax, window_bytes), "") << "seed " << seed.value << ":\n"
                                                                             << broken;
    }
  }
  std::printf("%zu documents are well-formed\n", right);
  EXPECT_GT(right, 1'500u) << "most documents are malformed";
}

TEST(TurtleDifferential, W3cDocumentsToo) {
  const Seed seed;
  std::mt19937 random(seed.value);
  Documents documents(seed.value);
  for (const auto& [name, syntax] : {std::pair("rdf-turtle", Syntax::turtle), std::pair("rdf-trig", Syntax::trig)}) {
    for (const char* version : {"rdf11", "rdf12"}) {
      const auto folder = testing::shared_path("w3c/rdf") / version / name;
      QUADRILLE_NEEDS_SHARED(folder);
      for (const testing::Document& document : testing::documents_in(folder)) {
        const std::string& text = document.text;
        if (!testing::is_turtle(document) || text.size() > 20'000) continue;
        ASSERT_EQ(testing::fault_of_reading(text, syntax, some_window(random)), "") << text;
        for (int i = 0; i < 4; ++i) {
          const std::string broken = documents.mutated(text);
          ASSERT_EQ(testing::fault_of_reading(broken, syntax, some_window(random)), "")
              << "seed " << seed.value << ":\n"
              << broken;
        }
      }
    }
  }
}

TEST(TurtleDifferential, RealDocumentsToo) {
  for (const auto& [path, syntax] : {std::pair("qudt/qudt-original-ttl.tar.zst", Syntax::turtle),
                                     std::pair("nanopub/nanopub-original-trig.tar.zst", Syntax::trig)}) {
    const auto archive = testing::shared_path("bench/real") / path;
    QUADRILLE_NEEDS_SHARED(archive);
    testing::for_each_rdf_file(archive, [&, syntax = syntax](const std::string& name, std::string_view text) {
      EXPECT_EQ(testing::fault_of_reading(text, syntax, kStatementWindowBytes), "") << name;
    });
  }
}

}  // namespace quadrille
