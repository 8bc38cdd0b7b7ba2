#pragma once

// A SolutionBuilder collects the rows of an answer while they are read; the readers of both formats fill it.

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "query/results/result_reader.hpp"

namespace quadrille::results {

// The parts of a term, as the formats write them.
struct TermParts {
  enum class Kind : std::uint8_t { none, iri, blank, literal, triple };
  Kind kind = Kind::none;
  bool has_text = false;
  std::string text, datatype, language, direction;  // of a triple term its text as in base/triple_term.hpp

  void clear() {
    kind = Kind::none;
    has_text = false;
    text.clear(), datatype.clear(), language.clear(), direction.clear();
  }
};

// The term of the parts, which hold its texts. Fails with ErrorKind::user if they are not those of a term.
TermView term_of(std::string_view variable, TermParts& parts);

// The triple term of three terms, as parts.
void make_triple(std::string_view variable, std::array<TermParts, 3>& components, TermParts& to);

class SolutionBuilder {
 public:
  SolutionBuilder(std::span<const std::string> variables, const TakeRow& take);

  void begin_row();
  // Binds a variable of the row; fails with ErrorKind::user if the parts are not a term.
  void bind(std::string_view variable, TermParts& parts);
  void end_row();

 private:
  std::span<const std::string> variables_;
  const TakeRow& take_;
  std::vector<TermParts> terms_;  // by variable
  std::vector<Cell> cells_;
};

// Defined in json_reader.cpp and xml_reader.cpp.
void read_json(SolutionBuilder& rows, const ReadBytes& read);
void read_xml(SolutionBuilder& rows, const ReadBytes& read);

}  // namespace quadrille::results
