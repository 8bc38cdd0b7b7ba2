#include "loader/rdf/explain_fault.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "loader/rdf/content_guess.hpp"
#include "loader/rdf/detail/line_check.hpp"
#include "loader/rdf/unfit_content.hpp"

namespace quadrille {

namespace {

std::optional<Fault> unfit_fault(std::string_view head, Syntax syntax) {
  std::optional<std::string> reason = unfit_content(head.substr(0, kGuessBytes), syntax);
  return reason ? std::optional(Fault{0, std::move(*reason)}) : std::nullopt;
}

}  // namespace

Fault explain_statement(std::string_view text, Fault known, bool is_place_known, bool is_first,
                        const detail::DocumentNames& names, detail::StatementPlace place) {
  if (is_first) {
    if (auto unfit = unfit_fault(text, place.with_graphs ? Syntax::trig : Syntax::turtle)) return *unfit;
  }
  if (!is_valid_utf8(text)) return known;
  std::optional<Fault> found = detail::StatementCheck(text, names, place).find();
  if (found && (!is_place_known || found->offset <= known.offset)) return *found;
  // Serd receives every statement of a graph together with the graph's name.
  if (!is_place_known && place.in_graph) return {0, "the name of the graph around it is malformed"};
  return known;
}

Fault explain_line(std::string_view line, Fault known, const detail::DocumentNames& names, Syntax syntax,
                   std::string_view head) {
  if (auto unfit = unfit_fault(head, syntax)) return *unfit;
  if (!is_valid_utf8(line)) return known;
  std::optional<Fault> found = detail::LineCheck(line, names, syntax == Syntax::nquads).find();
  return found ? *found : known;
}

}  // namespace quadrille
