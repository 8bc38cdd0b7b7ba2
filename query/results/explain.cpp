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
  switch (explain) {
    case Explain::none:
      return "";
    case Explain::plan:
      return "plan";
    case Explain::rules:
      return "rules";
    case Explain::profile:
      return "profile";
  }
  return "";
}

}  // namespace quadrille::query
