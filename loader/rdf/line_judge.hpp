#pragma once

// The last word on lines of N-Triples and N-Quads that the scanner does not take: are they right after all, and if not,
// why.

#include <memory>
#include <optional>
#include <string>
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
  // Syntax::ntriples or Syntax::nquads. `options` outlives the judge. Relative IRIs are right iff options.base is not
  // empty.
  LineJudge(Syntax syntax, const ReadOptions& options);
  ~LineJudge();

  // The fault of `line`, which is without its line end. If there is none, quad() is the line's quad, until the next
  // call.
  std::optional<Fault> judge(std::string_view line);

  // What relative IRIs are relative to.
  const detail::DocumentNames& names() const { return names_; }

  // Nullopt: the line has white space and comments only.
  std::optional<QuadView> quad() const;

 private:
  bool with_graphs_;
  const ReadOptions& options_;
  detail::DocumentNames names_;
  std::unique_ptr<detail::SerdStatement> serd_;
  PlainTokens plain_;
};

}  // namespace quadrille
