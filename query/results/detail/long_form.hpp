#pragma once

// Terms and rows of N-Triples and N-Quads.

#include <memory>

#include "query/results/text_rows.hpp"

namespace quadrille::results {

class LongFormSyntax final : public TermSyntax {
 public:
  LongFormSyntax();
  void append(const TermView& term, std::string& out) const override;
};

// Rows of `columns` terms, each followed by a blank, and a full stop at the end.
std::unique_ptr<TextRows> make_long_form_rows(std::size_t columns);

}  // namespace quadrille::results
