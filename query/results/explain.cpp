#include "query/results/explain.hpp"

#include <array>

namespace quadrille::query {

namespace {

constexpr std::array<Explain, 3> kAll{Explain::plan, Explain::rules, Explain::profile};

}  // namespace

std::optional<Explain> find_explain(std::string_view wanted) {
  for (const Explain each : kAll) {
    if (name(each) == wanted) return each;
  }
  return std::nullopt;
}

std::string_view name(Explain explain) {
  static constexpr std::string_view kNames[] = {"", "plan", "rules", "profile"};
  return kNames[static_cast<std::size_t>(explain)];
}

}  // namespace quadrille::query
