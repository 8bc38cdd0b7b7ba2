#pragma once

// Writes the lines about one thing. Parts of lines have a blank behind them (vocabulary.hpp), so a line is made by
// copying alone:
//
//   |<http://.../Offer17> |<http://.../price> |"|7683.53|"^^|<http://.../USD> |.\n|

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/bsbm/data/days.hpp"
#include "bench/bsbm/data/vocabulary.hpp"

namespace quadrille::bsbm {

class Description {
 public:
  // Keeps references to both.
  Description(std::string& out, std::string_view subject) : out_(out), subject_(subject) {}

  void link(std::string_view property, std::string_view iri) { line(property, iri); }
  void type(std::string_view iri) { line(properties::kType, iri); }
  void text(std::string_view property, std::string_view value) { line(property, "\"", value, "\" "); }
  void text_in(std::string_view property, std::string_view value, std::string_view language) {
    line(property, "\"", value, "\"@", language, " ");
  }
  void typed(std::string_view property, std::string_view value, std::string_view datatype) {
    line(property, "\"", value, "\"^^", datatype);
  }
  void integer(std::string_view property, std::uint32_t value) {
    char digits[10];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    typed(property, {digits, static_cast<std::size_t>(end - digits)}, datatypes::kInteger);
  }
  void date(std::string_view property, Day day) { typed(property, DayText(day), datatypes::kDate); }
  void midnight(std::string_view property, Day day) {
    line(property, "\"", std::string_view(DayText(day)), "T00:00:00\"^^", datatypes::kDateTime);
  }
  void published(std::string_view publisher, Day day) {
    link(properties::kPublisher, publisher);
    date(properties::kDate, day);
  }

 private:
  template <class... Parts>
  void line(Parts... parts) {
    out_.append(subject_);
    (out_.append(parts), ...);
    out_.append(".\n");
  }

  std::string& out_;
  std::string_view subject_;
};

}  // namespace quadrille::bsbm
