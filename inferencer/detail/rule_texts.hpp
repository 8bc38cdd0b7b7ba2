#pragma once

// The texts of the rule sets in inferencer/rules/. The build writes the table (rules/write_texts.cmake).

#include <cstddef>
#include <string_view>

namespace quadrille::inferencer {

struct RuleSetText {
  std::string_view name;  // of the file, without .srl
  std::string_view text;
};

extern const RuleSetText kRuleTexts[];
extern const std::size_t kNumRuleTexts;

}  // namespace quadrille::inferencer
