#pragma once

// A LineJudge decides about lines of N-Triples and N-Quads that the scanner does not recognise: it returns their quad
// or their fault.

#include <memory>
#include <optional>
#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/plain_tokens.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

namespace detail {
class SerdStatement;
}

class LineJudge {
 public:
  // Syntax::ntriples or Syntax::nquads. `options` outlives the judge. Relative IRIs are allowed iff options.base is not
  // empty.
  LineJudge(Syntax syntax, const ReadOptions& options);
  ~LineJudge();

  // Returns the fault of `line`, which has no line end. Without a fault, quad() is the line's quad, until the next
  // call.
  std::optional<Fault> judge(std::string_view line);

  // Has the base of relative IRIs.
  const detail::DocumentNames& names() const { return names_; }

  // Nullopt: the line has only white space and comments.
  std::optional<QuadView> quad() const;

 private:
  bool with_graphs_;
  const ReadOptions& options_;
  detail::DocumentNames names_;
  std::unique_ptr<detail::SerdStatement> serd_;
  PlainTokens plain_;
};

}  // namespace quadrille
