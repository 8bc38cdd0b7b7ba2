// SPARQL 1.1 Query Results JSON Format, read by events: {"head": ..., "results": {"bindings": [{"x": {...}}, ...]}}.

#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/triple_term.hpp"
#include "query/results/detail/solution_builder.hpp"

namespace quadrille::results {

namespace {

using nlohmann::json;

// Iterates over the bytes for the parser.
class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  struct Input {
    explicit Input(const ReadBytes& its_read) : read(its_read), buffer(64 << 10) { fill(); }
    void fill() {
      end = read(buffer);
      next = 0;
    }
    const ReadBytes& read;
    std::vector<char> buffer;
    std::size_t next = 0, end = 0;
  };

  ByteIterator() = default;
  explicit ByteIterator(Input& input) : input_(&input) {}
  const char& operator*() const { return input_->buffer[input_->next]; }
  ByteIterator& operator++() {
    if (++input_->next == input_->end) input_->fill();
    return *this;
  }
  // Only used to compare with the end.
  bool operator==(const ByteIterator& other) const { return at_end() == other.at_end(); }

 private:
  bool at_end() const { return !input_ || input_->next == input_->end; }
  Input* input_ = nullptr;
};

// The kind of the value that is being read.
enum class Place : std::uint8_t { answer, results, bindings, row, term, components, elsewhere };

class Events {
 public:
  explicit Events(SolutionBuilder& rows) : rows_(rows) {}

  bool null() { return true; }
  bool boolean(bool) {
    if (!places_.empty() && places_.back() == Place::answer && key_ == "boolean") {
      fail(ErrorKind::user, "the answer is true or false; expected solutions");
    }
    return true;
  }
  bool number_integer(json::number_integer_t) { return true; }
  bool number_unsigned(json::number_unsigned_t) { return true; }
  bool number_float(json::number_float_t, const std::string&) { return true; }
  bool binary(json::binary_t&) { return true; }
  bool string(std::string& text) {
    if (!places_.empty() && places_.back() == Place::term) set_part(text);
    return true;
  }
  bool key(std::string& name) {
    if (!places_.empty() && places_.back() == Place::row) variable_ = name;
    key_ = std::move(name);
    return true;
  }
  bool start_object(std::size_t) {
    places_.push_back(object_place());
    if (places_.back() == Place::row) rows_.begin_row();
    if (places_.back() == Place::term) begin_term();
    if (places_.back() == Place::components && open_.size() > kMostNestedTriples)
      fail(ErrorKind::user, "a binding of ?{} nests triples more than {} deep", variable_, kMostNestedTriples);
    return true;
  }
  bool end_object() {
    if (places_.back() == Place::row) rows_.end_row();
    const bool ends_term = places_.back() == Place::term;
    places_.pop_back();
    if (ends_term) end_term();
    return true;
  }
  bool start_array(std::size_t) {
    const bool is_bindings = !places_.empty() && places_.back() == Place::results && key_ == "bindings";
    has_bindings = has_bindings || is_bindings;
    places_.push_back(is_bindings ? Place::bindings : Place::elsewhere);
    return true;
  }
  bool end_array() {
    places_.pop_back();
    return true;
  }
  bool parse_error(std::size_t at, const std::string&, const json::exception& error) {
    fail(ErrorKind::user, "the answer is not JSON, from byte {} on: {}", at, error.what());
  }

  bool has_bindings = false;

 private:
  Place object_place() const {
    if (places_.empty()) return Place::answer;
    switch (places_.back()) {
      case Place::answer:
        return key_ == "results" ? Place::results : Place::elsewhere;
      case Place::bindings:
        return Place::row;
      case Place::row:
        return Place::term;
      case Place::term:
        return key_ == "value" ? Place::components : Place::elsewhere;
      case Place::components:
        return key_ == "subject" || key_ == "predicate" || key_ == "object" ? Place::term : Place::elsewhere;
      default:
        return Place::elsewhere;
    }
  }

  // A term, and its components if it is a triple.
  struct OpenTerm {
    TermParts parts;
    std::array<TermParts, 3> components;
    std::size_t place = 0;  // among the components of the term around it
  };

  void begin_term() {
    open_.emplace_back();
    open_.back().place = key_ == "subject" ? 0 : key_ == "predicate" ? 1 : 2;
  }
  void end_term() {
    OpenTerm term = std::move(open_.back());
    open_.pop_back();
    if (term.parts.kind == TermParts::Kind::triple) make_triple(variable_, term.components, term.parts);
    if (open_.empty()) return rows_.bind(variable_, term.parts);
    open_.back().components[term.place] = std::move(term.parts);
  }

  void set_part(std::string& text) {
    TermParts& parts = open_.back().parts;
    if (key_ == "value") {
      parts.text = std::move(text);
      parts.has_text = true;
    } else if (key_ == "datatype") {
      parts.datatype = std::move(text);
    } else if (key_ == "xml:lang" || key_ == "lang") {
      parts.language = std::move(text);
    } else if (key_ == "its:dir") {
      parts.direction = std::move(text);
    } else if (key_ == "type") {
      using Kind = TermParts::Kind;
      parts.kind = text == "uri"                                  ? Kind::iri
                   : text == "bnode"                              ? Kind::blank
                   : text == "triple"                             ? Kind::triple
                   : text == "literal" || text == "typed-literal" ? Kind::literal  // the latter before 1.1
                                                                  : Kind::none;
    }
  }

  SolutionBuilder& rows_;
  std::vector<Place> places_;
  std::string key_, variable_;
  std::vector<OpenTerm> open_;  // the term that is read, within those whose component it is
};

}  // namespace

void read_json(SolutionBuilder& rows, const ReadBytes& read) {
  ByteIterator::Input input(read);
  Events events(rows);
  json::sax_parse(ByteIterator(input), ByteIterator(), &events);
  if (!events.has_bindings) fail(ErrorKind::user, "the answer has no results");
}

}  // namespace quadrille::results
