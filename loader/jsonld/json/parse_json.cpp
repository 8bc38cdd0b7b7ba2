#include "loader/jsonld/json/parse_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

// Builds the value; the parser of nlohmann/json calls it with each token.
class ValueBuilder {
 public:
  ValueBuilder(Arena& arena, std::size_t deepest) : arena_(arena), deepest_(deepest) {}

  bool null() { return put(Value()); }
  bool boolean(bool value) { return put(Value(value)); }
  bool number_integer(std::int64_t value) { return put(Value(value)); }
  bool number_unsigned(std::uint64_t value) {
    const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return put(fits ? Value(static_cast<std::int64_t>(value)) : Value(static_cast<double>(value)));
  }
  bool number_float(double value, const std::string&) { return put(Value(value)); }
  bool string(const std::string& text) { return put(Value(arena_.copy(text))); }
  bool binary(const std::vector<std::uint8_t>&) { return false; }
  bool key(const std::string& text) {
    open_.back().key = arena_.copy(text);
    return true;
  }
  bool start_object(std::size_t) { return open(Value::object(arena_)); }
  bool start_array(std::size_t) { return open(Value::array(arena_)); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    position_ = position;
    reason_ = error.what();
    return false;
  }

  Value result() const { return result_; }
  bool is_too_deep() const { return open_.size() > deepest_; }
  std::size_t position() const { return position_; }  // of the error: the number of bytes read
  const std::string& reason() const { return reason_; }

 private:
  struct Open {
    Value value;
    std::string_view key;  // of an object: of the member whose value is next
  };

  bool put(Value value) {
    if (open_.empty()) {
      result_ = value;
    } else if (open_.back().value.is_array()) {
      open_.back().value.append(arena_, value);
    } else {
      open_.back().value.set(arena_, open_.back().key, value);
    }
    return true;
  }
  bool open(Value value) {
    put(value);
    open_.push_back({value, {}});
    return !is_too_deep();
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Arena& arena_;
  std::size_t deepest_;
  std::vector<Open> open_;
  Value result_;
  std::size_t position_ = 0;
  std::string reason_;
};

// Counts the bytes that the parser has taken, for the place of an error that the builder finds.
class CountedBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedBytes(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountedBytes& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  bool operator==(const CountedBytes& other) const { return at_ == other.at_; }
  bool operator!=(const CountedBytes& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

// "[json.exception.parse_error.101] parse error at line 1, column 4: syntax error while parsing value - reason; last
// read: ..." without the place, which counts bytes.
std::string reason_of(std::string_view message) {
  if (const auto column = message.find("column "); column != std::string_view::npos) {
    message.remove_prefix(std::min(message.size(), message.find(": ", column) + 2));
  }
  constexpr std::string_view kBegin = "syntax error while parsing ";
  if (message.starts_with(kBegin)) {
    message.remove_prefix(std::min(message.size(), message.find(" - ", kBegin.size()) + 3));
  }
  return "this is not JSON: " + std::string(message.substr(0, message.find("; last read: ")));
}

[[noreturn]] void fail_at(std::string_view text, std::size_t offset, std::string reason) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  throw JsonSyntaxError(1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
                        static_cast<std::uint32_t>(1 + count_characters(before.substr(line_begin))), std::move(reason));
}

}  // namespace

JsonSyntaxError::JsonSyntaxError(std::uint64_t line, std::uint32_t column, std::string reason)
    : Error(ErrorKind::syntax, fmt::format("line {}, column {}: {}", line, column, reason)),
      line_(line),
      column_(column),
      reason_(std::move(reason)) {}

Value parse_json(std::string_view text, Arena& arena, std::size_t deepest) {
  ValueBuilder builder(arena, deepest);
  const char* furthest = text.data();
  const bool done = nlohmann::json::sax_parse(CountedBytes(text.data(), &furthest),
                                              CountedBytes(text.data() + text.size(), &furthest), &builder);
  if (done) return builder.result();
  if (builder.is_too_deep()) {
    fail_at(text, static_cast<std::size_t>(furthest - text.data()) - 1,
            fmt::format("arrays and objects are nested deeper than {}, the limit", deepest));
  }
  fail_at(text, builder.position() == 0 ? 0 : builder.position() - 1, reason_of(builder.reason()));
}

}  // namespace quadrille::jsonld
