#include "query/plan/logical/rules.hpp"

namespace quadrille::query {

std::string_view name(Rule rule) {
  static constexpr std::string_view kNames[] = {"decorrelate-exists",
                                                "fold-constants",
                                                "push-conditions",
                                                "merge-equal-variables",
                                                "ranges-from-conditions",
                                                "counts-from-index",
                                                "top-rows",
                                                "bind-join",
                                                "late-table",
                                                "multiway-join",
                                                "bushy-joins",
                                                "rows-together",
                                                "semi-join"};
  return kNames[static_cast<std::size_t>(rule)];
}

}  // namespace quadrille::query
