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

// If a scanner refuses what the check of the grammar accepts: a bug, which tests look for.
constexpr const char* kUnexplained = "malformed statement";

std::optional<Fault> unfit_fault(std::string_view head, Syntax syntax) {
  std::optional<std::string> reason = unfit_content(head.substr(0, kGuessBytes), syntax);
  return reason ? std::optional(Fault{0, std::move(*reason)}) : std::nullopt;
}

}  // namespace

Fault explain_statement(std::string_view text, const std::optional<Fault>& known, bool is_first,
                        const detail::DocumentNames& names, detail::StatementPlace place) {
  if (is_first) {
    if (auto unfit = unfit_fault(text, place.with_graphs ? Syntax::trig : Syntax::turtle)) return *unfit;
  }
  if (known && !is_valid_utf8(text)) return *known;
  std::optional<Fault> found = detail::StatementCheck(text, names, place).find();
  if (found && (!known || found->offset <= known->offset)) return *found;
  if (known) return *known;
  return {0, place.in_graph ? "the name of the graph around it is malformed" : kUnexplained};
}

Fault explain_line(std::string_view line, const detail::DocumentNames& names, Syntax syntax, std::string_view head) {
  if (auto unfit = unfit_fault(head, syntax)) return *unfit;
  if (const std::size_t valid = valid_utf8_prefix(line); valid != line.size()) return {valid, "not UTF-8"};
  std::optional<Fault> found = detail::LineCheck(line, names, syntax == Syntax::nquads).find();
  return found ? *found : Fault{0, kUnexplained};
}

}  // namespace quadrille
